// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import DynoScript

/// The language works in the sandbox as its manual says. Each piece is a script that asserts.
@Suite struct LanguageTests {
    struct Piece: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let script: String

        init(_ name: String, _ script: String) {
            (testDescription, self.script) = (name, script)
        }
    }

    @Test(arguments: values + control + functions + objects + texts + libraries) func `works as the manual says`(_ piece: Piece) throws {
        #expect(try output(of: piece.script + "\nprint 'ok'") == ["ok"])
    }

    static let values = [
        Piece(
            "integers and floats",
            """
            assert(7 // 2 == 3 and -7 // 2 == -4 and 7 % -3 == -2 and -7 % 3 == 2 and 7.5 // 2 == 3.0)
            assert(1 == 1.0 and math.type(1) == "integer" and math.type(1.0) == "float" and math.type("1") == nil)
            assert(2^53 == 9007199254740992.0 and 10 / 2 == 5.0 and tostring(10 / 2) == "5.0")
            assert(math.maxinteger + 1 == math.mininteger and math.mininteger // -1 == math.mininteger)
            assert(not pcall(function() return 1 // 0 end) and not pcall(function() return 1 % 0 end))
            assert(1 / 0 == math.huge and -1 / 0 == -math.huge and 0 / 0 ~= 0 / 0 and 5.3 % math.huge == 5.3)
            assert(math.ult(1, -1) and math.tointeger(3.0) == 3 and math.tointeger(3.5) == nil)
            assert(1e308 * 10 == math.huge and 0x7fffffffffffffff == math.maxinteger and 0xffffffffffffffff == -1)
            assert(0x.8p1 == 1.0 and 0xA.8 == 10.5 and 1e2 == 100.0 and 3 | 0 == 3)
            """),
        Piece(
            "bits",
            """
            assert(0xF0 | 0x0F == 0xFF and 0xF0 & 0x3C == 0x30 and 5 ~ 3 == 6 and ~0 == -1)
            assert(1 << 63 == math.mininteger and 1 << 64 == 0 and -1 >> 63 == 1 and 1 << -1 == 0 and 2.0 | 1 == 3)
            assert(not pcall(function() return 1.5 | 0 end) and not pcall(function() return "x" | 0 end))
            """),
        Piece(
            "conversions",
            """
            assert("10" + 5 == 15 and "0x10" + 0 == 16 and "1e1" * 1 == 10.0 and 10 .. 20 == "1020")
            assert(tonumber("  12  ") == 12 and tonumber("1e") == nil and tonumber("z", 36) == 35 and tonumber("7", 8) == 7 and tonumber("8", 8) == nil)
            assert(tonumber("") == nil and tonumber("0x") == nil and tonumber("1 2") == nil and tostring(-0.0) == "-0.0")
            assert(tostring(1e15) == "1e+15" and tostring(2^31) == "2147483648.0" and tostring(0.1) == "0.1" and tostring(1e100) == "1e+100")
            """),
        Piece(
            "comparison and equality",
            """
            assert("a" < "b" and "a" < "aa" and "" < "a" and "Z" < "a" and "a\\0b" > "a\\0a")
            assert(1 < 1.5 and math.maxinteger < math.huge and math.maxinteger + 0.0 ~= math.maxinteger and not (0/0 < 1))
            assert(not pcall(function() return 1 < "2" end) and not pcall(function() return {} < {} end) and "1" ~= 1)
            """),
        Piece(
            "literals",
            """
            assert("\\65\\x42\\u{43}\\z
                    D" == "ABCD" and '\\'' == "'" and "a\\
            b" == "a\\nb" and #"\\u{7FFFFFFF}" == 6)
            assert([[
            x]] == "x" and [==[a]]b]==] == "a]]b" and #[[\\n]] == 2)
            local t = { 1, 2, x = 3, [4] = 5, "c"; "d", }
            assert(t[3] == "c" and t[4] == "d" and t.x == 3 and #t == 4)
            """),
    ]

    static let control = [
        Piece(
            "goto and loops",
            """
            do local i = 1 ::top:: if i < 5 then i = i + 1 goto top end assert(i == 5) end
            local odd = {}
            for i = 1, 9 do if i % 2 == 0 then goto continue end odd[#odd + 1] = i ::continue:: end
            assert(table.concat(odd) == "13579")
            assert(not load "goto nowhere" and not load "::a:: ::a::" and not load "do goto x end local a ::x:: print(a)" and not load "break")
            local n = 0 for i = 3, 1, -1 do n = n * 10 + i end assert(n == 321)
            for i = math.maxinteger - 1, math.maxinteger do n = i end assert(n == math.maxinteger)
            for i = 1, 0 do error "never" end
            assert(not pcall(function() for i = 1, 10, 0 do end end))
            local k = 0 repeat local done = k == 3 k = k + 1 until done assert(k == 4)
            while true do k = k + 1 if k > 9 then break end end assert(k == 10)
            local f = 0 for x = 0.0, 1.0, 0.25 do f = f + 1 end assert(f == 5)
            """),
        Piece(
            "assignment order and scope",
            """
            local a, b, c = 1, 2 assert(a == 1 and b == 2 and c == nil)
            a, b = b, a assert(a == 2 and b == 1)
            local t = { 1, 2 } local i = 1 i, t[i] = i + 1, 20 assert(i == 2 and t[1] == 20)
            local x = 1 do local x = x + 1 assert(x == 2) end assert(x == 1)
            local r <const> = 5 assert(r == 5 and not load "local x <const> = 1 x = 2" and not load "local x <odd> = 1")
            _ENV.global = 7 assert(global == 7) do local _ENV = { assert = assert, y = 3 } assert(y == 3 and global == nil) end
            """),
        Piece(
            "to-be-closed variables",
            """
            local log = {}
            local function open(name, fails) return setmetatable({}, { __close = function(_, e)
              log[#log + 1] = name .. ":" .. tostring(e and (e:match "%a+$")) if fails then error("again", 0) end end }) end
            do local a <close> = open "a" local b <close> = open "b" end
            assert(table.concat(log, " ") == "b:nil a:nil") log = {}
            local ok, e = pcall(function() local a <close> = open "a" local b <close> = open("b", true) error("first", 0) end)
            assert(not ok and e == "again" and table.concat(log, " ") == "b:first a:again") log = {}
            local function f() local a <close> = open "a" return "kept" end assert(f() == "kept" and log[1] == "a:nil") log = {}
            for _ in function(_, i) return not i and 1 or nil end, nil, nil, open "loop" do end assert(log[1] == "loop:nil")
            do local n <close> = nil local f <close> = false end assert(not pcall(function() local x <close> = {} end))
            local co = coroutine.create(function() local a <close> = open "co" coroutine.yield() end)
            log = {} coroutine.resume(co) assert(coroutine.close(co) and log[1] == "co:nil" and coroutine.status(co) == "dead")
            """),
        Piece(
            "errors",
            """
            local ok, e = pcall(error) assert(not ok and e == nil)
            ok, e = pcall(error, { code = 5 }) assert(e.code == 5)
            ok, e = pcall(error, "x", 0) assert(e == "x")
            assert(select("#", pcall(function() return 1, nil, nil end)) == 4)
            local caught = {} ok, e = xpcall(function(...) caught = { ... } error "deep" end, function(m) return "handled " .. m:match "%a+$" end, 1, 2)
            assert(not ok and e == "handled deep" and caught[2] == 2)
            ok, e = pcall(function() local t = nil; return t.x.y end) assert(e:find "local 't'")
            ok, e = pcall(function() return undefined_function() end) assert(e:find "global 'undefined_function'")
            ok, e = pcall(function() return ("x") .. {} end) assert(e:find "concatenate")
            ok, e = pcall(string.rep) assert(e:find "bad argument #1")
            assert(select(2, load("x = ", "=chunk")):find "^chunk:1:" and select(2, pcall(assert, false)) == "assertion failed!")
            assert(select(2, pcall(assert, nil, "why")) == "why" and select("#", assert(1, 2, 3)) == 3)
            """),
    ]

    static let functions = [
        Piece(
            "closures",
            """
            local function counter() local n = 0 return function() n = n + 1 return n end, function() return n end end
            local up, get = counter() up() up() assert(get() == 2) local other = counter() assert(other() == 1 and get() == 2)
            local fns = {} for i = 1, 3 do local j = i fns[i] = function() j = j + i return j end end
            assert(fns[1]() == 2 and fns[1]() == 3 and fns[3]() == 6)
            local w = {} local k = 1 while k <= 2 do local c = k w[k] = function() return c end k = k + 1 end assert(w[1]() == 1 and w[2]() == 2)
            """),
        Piece(
            "varargs and tail calls",
            """
            local function f(...) local a, b = ... return select("#", ...), a, b end
            local n, a, b = f(nil, 2, nil) assert(n == 3 and a == nil and b == 2)
            assert(select(-1, 1, 2, 3) == 3 and not pcall(select, 0) and table.pack(f()).n == 3)
            local t = { f(1), f(1, 2) } assert(#t == 4 and t[1] == 1 and t[2] == 2)
            assert((f(1, 2, 3)) == 3 and #{ (f(1, 2)) } == 1)
            local function loop(i) if i == 0 then return "done" end return loop(i - 1) end assert(loop(100000) == "done")
            assert(#{ table.unpack({}, 1, 100) } == 0 and select("#", table.unpack({}, 1, 100)) == 100)
            """),
        Piece(
            "coroutines",
            """
            local co = coroutine.create(function(a, b) local c = coroutine.yield(a + b) local d, e = coroutine.yield(c * 2) return d + e, "end" end)
            assert(select(2, coroutine.resume(co, 1, 2)) == 3 and select(2, coroutine.resume(co, 10)) == 20)
            local ok, x, y = coroutine.resume(co, 3, 4) assert(ok and x == 7 and y == "end" and coroutine.status(co) == "dead")
            assert(select(2, coroutine.resume(co)) == "cannot resume dead coroutine")
            local gen = coroutine.wrap(function() for i = 1, 3 do coroutine.yield(i) end end)
            local sum = 0 for i in gen do sum = sum + i end assert(sum == 6)
            assert(not pcall(coroutine.wrap(function() error "in" end)))
            local inner = coroutine.wrap(function() return pcall(function() coroutine.yield "through pcall" error("after", 0) end) end)
            assert(inner() == "through pcall") local p, m = inner() assert(p == false and m == "after")
            local mt = setmetatable({}, { __add = function(l, r) return coroutine.yield "meta" end, __index = function(_, k) return coroutine.yield(k) end })
            local meta = coroutine.wrap(function() return (mt + 1) .. mt.key end) assert(meta() == "meta" and meta "a" == "key" and meta "b" == "ab")
            assert(not coroutine.isyieldable() and select(2, coroutine.running()) == true)
            local it = coroutine.wrap(function() for k in function(_, i) return coroutine.yield "iter" end do return k end end) it() assert(it "v" == "v")
            """),
        Piece(
            "load",
            """
            assert(load "return 1 + 1"() == 2 and load("return ...", "=c")(7) == 7)
            local env = {} load("x = 5", "c", "t", env)() assert(env.x == 5 and x == nil)
            local parts = { "return ", "4", "2" } local i = 0 assert(load(function() i = i + 1 return parts[i] end)() == 42)
            assert(load "syntax error" == nil and not load("x", "c", "b") and not load "\\27Lua")
            """),
    ]

    static let objects = [
        Piece(
            "metamethods",
            """
            local log = {}
            local mt = {} local function new(v) return setmetatable({ v = v }, mt) end
            local function val(x) return type(x) == "table" and x.v or x end
            for name, op in pairs { add = "+", sub = "-", mul = "*", div = "/", mod = "%", pow = "^", idiv = "//", band = "&", bor = "|", bxor = "~", shl = "<<", shr = ">>", concat = ".." } do
              mt["__" .. name] = load("local val = ... return function(a, b) return val(a) " .. op .. " val(b) end")(val)
            end
            mt.__unm = function(a) return -a.v end mt.__bnot = function(a) return ~a.v end mt.__len = function(a) return a.v end
            mt.__eq = function(a, b) return a.v == b.v end mt.__lt = function(a, b) return val(a) < val(b) end mt.__le = function(a, b) return val(a) <= val(b) end
            mt.__call = function(self, a, b) return self.v, a, b end mt.__tostring = function(a) return "<" .. a.v .. ">" end mt.__name = "Thing"
            local a, b = new(6), new(4)
            assert(a + b == 10 and a - 1 == 5 and 2 * b == 8 and a / b == 1.5 and a % b == 2 and a ^ 2 == 36.0 and a // b == 1)
            assert(a & b == 4 and a | 1 == 7 and a ~ b == 2 and a << 1 == 12 and a >> 1 == 3 and a .. b == "64" and "x" .. a == "x6")
            assert(-a == -6 and ~a == -7 and #a == 6 and a == new(6) and a ~= b and a > b and b <= a and a < 7 and tostring(a) == "<6>")
            local v, x, y = a(1, 2) assert(v == 6 and x == 1 and y == 2 and rawlen(a) == 0 and not rawequal(a, new(6)))
            """),
        Piece(
            "index and newindex",
            """
            local base = { greet = function(self) return "hi " .. self.name end }
            local class = setmetatable({ kind = "class" }, { __index = base })
            local object = setmetatable({ name = "o" }, { __index = class }) assert(object:greet() == "hi o" and object.kind == "class")
            local seen = {} local proxy = setmetatable({}, { __index = function(_, k) return k .. "!" end, __newindex = function(_, k, v) seen[k] = v end })
            proxy.a = 1 assert(seen.a == 1 and proxy.a == "a!" and rawget(proxy, "a") == nil) rawset(proxy, "a", 2) assert(proxy.a == 2)
            local chain = setmetatable({}, { __newindex = seen }) chain.z = 9 assert(seen.z == 9 and rawget(chain, "z") == nil)
            assert(getmetatable(setmetatable({}, { __metatable = "locked" })) == "locked" and not pcall(setmetatable, setmetatable({}, { __metatable = 1 }), {}))
            """),
        Piece(
            "iteration",
            """
            local t = { 10, 20, 30, x = 1, y = 2 } local n = 0 for _ in pairs(t) do n = n + 1 end assert(n == 5)
            local s = 0 for i, v in ipairs { 1, 2, nil, 4 } do s = s + v end assert(s == 3)
            local meta = setmetatable({}, { __pairs = function() return function(_, k) if not k then return "only", 1 end end, nil, nil end })
            for k, v in pairs(meta) do assert(k == "only" and v == 1) end
            local virtual = setmetatable({}, { __index = function(_, i) if i <= 3 then return i * i end end }) s = 0
            for _, v in ipairs(virtual) do s = s + v end assert(s == 14)
            for k in pairs(t) do t[k] = nil end assert(next(t) == nil and next({}, nil) == nil and not pcall(next, {}, "nothing"))
            local function range(n) return function(_, i) if i < n then return i + 1 end end, nil, 0 end
            s = 0 for i in range(4) do s = s + i end assert(s == 10)
            """),
        Piece(
            "garbage",
            """
            local weak = setmetatable({}, { __mode = "v" }) weak[1] = {} weak[2] = "text" collectgarbage() assert(weak[1] == nil and weak[2] == "text")
            local keys = setmetatable({}, { __mode = "k" }) keys[{}] = 1 collectgarbage() assert(next(keys) == nil)
            -- Finalizers run where no budget could end them, so they are refused.
            assert(not pcall(setmetatable, {}, { __gc = print }))
            assert(collectgarbage "count" > 0 and collectgarbage "step" and collectgarbage "isrunning" and not pcall(collectgarbage, "x"))
            local before = collectgarbage "count" local big = ("x"):rep(1 << 20) assert(collectgarbage "count" > before + 1000)
            big = nil collectgarbage() assert(collectgarbage "count" < before + 500)
            """),
    ]

    static let texts = [
        Piece(
            "patterns",
            """
            assert(("hello world"):find "o w" == 5 and ("a.b"):find(".", 1, true) == 2 and ("x"):find("x", 5) == nil and (""):find "" == 1)
            assert(("key = value"):match "^(%w+)%s*=%s*(%w+)$" == "key" and select(2, ("key = value"):match "(%w+)%s*=%s*(%w+)") == "value")
            assert(("2024-05-06"):match "(%d+)-(%d+)-(%d+)" == "2024" and ("[[x]]"):match "%b[]" == "[[x]]" and ("THE (quick) fox"):find "%((%a+)%)" == 5)
            assert(("THE (quick) fox"):match "%f[%a]%a+%f[%A]" == "THE" and ("aaa"):match "a-" == "" and ("aaab"):match "a-b" == "aaab" and ("abc"):match "()b()" == 2)
            assert(("abcabc"):match "(a)(b)(c)%1%2%3" == "a" and not pcall(string.match, "x", "(") and not pcall(string.match, "x", "%") and not pcall(string.match, "x", "[a"))
            assert(("hello"):gsub("l", "L") == "heLLo" and select(2, ("hello"):gsub("l", "L")) == 2 and ("hello"):gsub("l", "L", 1) == "heLlo")
            assert(("hello"):gsub("(h)(e)", "%2%1%0%%") == "ehhe%llo" and ("$a $b"):gsub("%$(%w+)", { a = "1", b = false }) == "1 $b")
            assert(("abc"):gsub("%w", function(c) if c ~= "b" then return c:upper() end end) == "AbC" and ("abc"):gsub("", "-") == "-a-b-c-")
            local words = {} for w in ("one two  three"):gmatch "%a+" do words[#words + 1] = w end assert(#words == 3)
            local pairs_ = {} for k, v in ("a=1, b=2"):gmatch "(%w+)=(%w+)" do pairs_[k] = v end assert(pairs_.a == "1" and pairs_.b == "2")
            assert(("\\0a\\0"):find "%z" == 1 and ("a\\0b"):match "[%z]b" == "\\0b" and ("x^y"):match "[%^]" == "^" and ("a-z"):match "[a%-z]+" == "a-z" and ("]"):match "[]]" == "]")
            assert(("äö"):match "^[\\xC3]" == "\\xC3" and ("abc"):match("^b", 2) == "b" and ("  trim "):match "^%s*(.-)%s*$" == "trim")
            assert(not pcall(string.gsub, "x", "x", "%2") and not pcall(string.rep, "x", 1 << 40))
            """),
        Piece(
            "format",
            """
            assert(("%d %5d|%-5d|%05d %+d"):format(3, 4, 5, 6, 7) == "3     4|5    |00006 +7" and ("%x %X %#x %o"):format(255, 255, 255, 8) == "ff FF 0xff 10")
            assert(("%.2f %e %g %g"):format(1.005, 12345.678, 0.1, 1e20) == "1.00 1.234568e+04 0.1 1e+20" and ("%c%c"):format(72, 105) == "Hi")
            assert(("%s %s %s"):format(nil, true, 1.0) == "nil true 1.0" and ("%10s|%-10s|%.2s"):format("a", "b", "cde") == "         a|b         |cd")
            assert(("%q"):format 'a\\n"\\0' == '"a\\\\\\n\\\\"\\\\0"' and ("%q"):format(1 / 3) == "0x1.5555555555555p-2" and ("%q"):format(math.mininteger) == "0x8000000000000000")
            assert(("%i %u %%"):format(3.0, 4) == "3 4 %" and ("%a"):format(1) == "0x1p+0" and ("%5.1f|"):format(2.25) == "  2.2|")
            assert(not pcall(string.format, "%d", 1.5) and not pcall(string.format, "%y", 1) and not pcall(string.format, "%d") and not pcall(string.format, "%q", {}))
            assert(tostring(setmetatable({}, { __tostring = function() return "T" end })) == "T" and ("%s"):format(setmetatable({}, { __tostring = function() return "T" end })) == "T")
            """),
        Piece(
            "string functions",
            """
            assert(("hello"):sub(2, -2) == "ell" and ("hello"):sub(-3) == "llo" and ("hello"):sub(0) == "hello" and ("x"):sub(5) == "" and ("abc"):sub(math.mininteger, math.maxinteger) == "abc")
            assert(("x"):rep(3, ",") == "x,x,x" and ("x"):rep(0) == "" and ("abc"):reverse() == "cba" and ("aB"):upper() == "AB" and ("aB"):lower() == "ab" and #"\\0\\0" == 2)
            assert(("A"):byte() == 65 and select("#", ("abc"):byte(1, -1)) == 3 and string.char(72, 105) == "Hi" and not pcall(string.char, 256))
            assert(string.pack("<i4", 100) == "d\\0\\0\\0" and string.unpack("<i4", "d\\0\\0\\0") == 100 and string.pack(">I2 s1", 258, "ab") == "\\1\\2\\2ab" and string.packsize "<i4 i8" == 12)
            assert(string.unpack("z", "text\\0rest") == "text" and select(2, string.unpack("z", "ab\\0")) == 4 and not pcall(string.unpack, "<i4", "x") and string.pack("<d", 1) == "\\0\\0\\0\\0\\0\\0\\240\\63")
            """),
        Piece(
            "utf8",
            """
            assert(utf8.len "äö€" == 3 and utf8.char(228, 8364, 128512) == "ä€😀" and utf8.codepoint("€") == 8364 and utf8.offset("aä€", 3) == 4)
            assert(utf8.len "\\xff" == nil and select(2, utf8.len "a\\xff") == 2 and #utf8.charpattern > 0)
            local n = 0 for p, c in utf8.codes "aä" do n = n + c end assert(n == 97 + 228 and not pcall(function() for _ in utf8.codes "\\xff" do end end))
            """),
    ]

    static let libraries = [
        Piece(
            "table",
            """
            local t = { 3, 1, 2 } table.sort(t) assert(table.concat(t, ",") == "1,2,3") table.sort(t, function(a, b) return a > b end) assert(t[1] == 3)
            table.insert(t, 9) table.insert(t, 1, 0) assert(table.concat(t) == "03219" and table.remove(t) == 9 and table.remove(t, 1) == 0 and #t == 3)
            assert(table.remove({}) == nil and not pcall(table.insert, t, 9, 1) and not pcall(table.insert, t) and not pcall(table.concat, { {} }))
            assert(table.concat({ 1, 2, 3 }, "-", 2, 3) == "2-3" and table.concat {} == "" and table.unpack({ 1, 2, 3 }, 2) == 2 and table.pack(1, nil).n == 2)
            assert(table.concat(table.move({ 1, 2, 3 }, 1, 3, 2)) == "1123" and #table.move({ 1, 2 }, 1, 2, 1, {}) == 2)
            local big = {} for i = 1, 2000 do big[i] = (i * 7919) % 2003 end table.sort(big) for i = 2, #big do assert(big[i - 1] <= big[i]) end
            assert(not pcall(table.sort, { 3, 1, "x" }) and not pcall(table.unpack, {}, 1, 1e8))
            local mt = setmetatable({}, { __index = function(_, i) return i end, __len = function() return 3 end }) assert(table.concat(mt, ",") == "1,2,3" and table.unpack(mt) == 1)
            """),
        Piece(
            "math",
            """
            assert(math.floor(-1.5) == -2 and math.ceil(-1.5) == -1 and math.type(math.floor(1.5)) == "integer" and math.fmod(-5, 3) == -2 and math.abs(math.mininteger) == math.mininteger)
            assert(math.max(1, 2.5, 2) == 2.5 and math.min(3, 1) == 1 and not pcall(math.max) and math.sqrt(16) == 4.0 and math.pi > 3.14 and math.exp(0) == 1.0 and math.log(8, 2) == 3.0)
            local i, f = math.modf(3.7) assert(i == 3.0 and f > 0.69 and f < 0.71 and select(2, math.modf(math.huge)) == 0.0)
            for _ = 1, 100 do local r = math.random() assert(r >= 0 and r < 1) r = math.random(3) assert(r >= 1 and r <= 3) end
            assert(not pcall(math.random, 0, -1) and math.type(math.random(0)) == "integer")
            math.randomseed(42) local a = math.random(1000) math.randomseed(42) assert(a == math.random(1000))
            """),
        Piece(
            "os and debug",
            """
            assert(os.time { year = 2024, month = 1, day = 1, hour = 12 } - os.time { year = 2023, month = 12, day = 31, hour = 12 } == 86400)
            assert(os.date("!%Y-%m-%d", 86400) == "1970-01-02" and os.date("!*t", 0).year == 1970 and os.difftime(5, 3) == 2.0 and type(os.clock()) == "number")
            assert(not pcall(os.date, "%Ez", 0) and debug.traceback "msg":find "^msg\\nstack traceback:" and type(debug.traceback {}) == "table")
            assert(_VERSION == "Lua 5.4" and _G._G == _G and type(collectgarbage "count") == "number")
            """),
    ]
}
