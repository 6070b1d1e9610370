// SPDX-License-Identifier: Apache-2.0

import LuaRuntime
import NIOCore
import Testing

/// Scripts that try to hang, eat, escape or confuse the host. Each ends with its own clear error, or as a harmless
/// script, and the next script on the same state runs as if nothing had happened.
struct HostileScriptTests {
    enum Ending: Sendable {
        case budget, memory, ok
        case error(String)
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        let source: String
        let ending: Ending
        init(_ name: String, _ source: String, _ ending: Ending) {
            (self.name, self.source, self.ending) = (name, source, ending)
        }
        var testDescription: String { name }
    }

    @Test(arguments: loops + bombs + recursions + escapes + confusions)
    func `ends clearly and leaves the state usable`(_ hostile: Case) throws {
        // Only what has to run into the budget gets a small one: how fast the machine is must not matter.
        var budget = Duration.seconds(30)
        if case .budget = hostile.ending { budget = .milliseconds(60) }
        let bench = try Bench(memory: 8 << 20, budget: budget)
        let outcome: Result<[LuaValue], LuaError>?
        do { outcome = try bench.start(hostile.source).result } catch let error as LuaError { outcome = .failure(error) }
        check(outcome, hostile)
        #expect(try bench.run("local s = 0 for i = 1, 100 do s = s + i end return s, ('x'):rep(3)") == [5050, "xxx"])
        bench.state.close()
    }

    private func check(_ outcome: Result<[LuaValue], LuaError>?, _ hostile: Case) {
        switch (hostile.ending, outcome) {
        case (.ok, .success): break
        case (.budget, .failure(let error)):
            #expect(error.kind == .budget, "\(error)")
            #expect(error.message.contains("time budget of 60 ms exhausted"), "\(error)")
        case (.memory, .failure(let error)):
            #expect(error.kind == .memory, "\(error)")
            #expect(error.message.contains("not enough memory"), "\(error)")
        case (.error(let text), .failure(let error)):
            #expect(error.kind == .runtime || error.kind == .syntax, "\(error.kind)")
            #expect(error.message.contains(text), "\(error)")
        default: Issue.record("\(hostile.name) ended as \(String(describing: outcome))")
        }
    }

    static let loops = [
        Case("endless loop", "while true do end", .budget),
        Case("loop of pcalls", "while true do pcall(function() while true do end end) end", .budget),
        Case("pcall of pcall", "while true do pcall(pcall, function() while true do end end) end", .budget),
        Case("tail call of pcall", "return pcall(function() while true do end end)", .budget),
        Case("xpcall handler", "xpcall(error, function() while true do end end)", .budget),
        Case("xpcall handler of the budget error", "xpcall(function() while true do end end, function() while true do end end)", .budget),
        Case("nested pcalls", "local function f(n) while true do if n > 0 then pcall(f, n - 1) end end end f(150)", .budget),
        Case("tail calls", "local function f() return f() end f()", .budget),
        Case("in a coroutine", "coroutine.wrap(function() while true do end end)()", .budget),
        Case("new coroutines in pcall", "while true do pcall(coroutine.wrap(function() while true do end end)) end", .budget),
        Case("ping-pong", "local c = coroutine.wrap(function() while true do coroutine.yield() end end) while true do c() end", .budget),
        Case("sort comparator", "table.sort({3, 1, 2}, function() while true do end end)", .budget),
        Case("gsub callback", "('x'):gsub('.', function() while true do end end)", .budget),
        Case("load reader", "load(function() while true do end end)", .budget),
        Case("load reader without end", "load(function() return ' ' end)", .budget),
        Case("below the host", "host.call(function() while true do end end)", .budget),
        Case("pcalls below the host", "while true do pcall(host.call, function() while true do end end) end", .budget),
        Case("inside host Lua", "inner(function() while true do end end)", .budget),
        Case("__index", "local t = setmetatable({}, {__index = function() while true do end end}) return t.x", .budget),
        Case("__eq", "local m = {__eq = function() while true do end end} return setmetatable({}, m) == setmetatable({}, m)", .budget),
        Case("__close at an error", "local x <close> = setmetatable({}, {__close = function() while true do end end}) error('x')", .budget),
        Case("__close at return", "do local x <close> = setmetatable({}, {__close = function() while true do end end}) end", .budget),
        Case(
            "__close in coroutine.close",
            """
            local m = {__close = function() while true do end end}
            local c = coroutine.create(function() local x <close> = setmetatable({}, m) coroutine.yield() end)
            coroutine.resume(c) coroutine.close(c)
            """, .budget),
        Case("tostring", "tostring(setmetatable({}, {__tostring = function() while true do end end}))", .budget),
        Case(
            "error object with endless tostring", "error(setmetatable({}, {__tostring = function() while true do end end}))",
            .error("(error object is a table value)")),
        Case("iterator", "for _ in function() return 1 end do end", .budget),
        Case("pairs", "for _ in pairs(setmetatable({}, {__pairs = function() while true do end end})) do end", .budget),
        Case("big sorts", "local t = {} for i = 1, 20000 do t[i] = i end while true do table.sort(t) end", .budget),
        Case("big strings", "while true do local s = ('x'):rep(1000000) end", .budget),
        Case("big concats", "local t = {} for i = 1, 20000 do t[i] = 'a' end while true do table.concat(t) end", .budget),
        Case("goto", "::a:: goto a", .budget),
        Case(
            "host calls from library code",
            "table.move(setmetatable({}, {__index = host.echo}), 1, 9000000, 1, setmetatable({}, {__newindex = host.echo}))", .budget),
        Case("pattern of lazy repetitions", "return ('a'):rep(500):find('.-.-.-b')", .budget),
        Case("pattern of options", "return ('a'):rep(28):find(('a?'):rep(28) .. ('a'):rep(28))", .budget),
        Case("pattern in pcall", "while true do pcall(string.match, ('a'):rep(500), '.-.-.-b') end", .budget),
        Case("pattern in gsub", "return ('a'):rep(500):gsub('.-.-.-b', '')", .budget),
        Case("pattern in gmatch", "for _ in ('a'):rep(500):gmatch('.-.-.-b') do end", .budget),
        Case("patterns in a loop", "local s = ('a'):rep(100000) while true do s:find('b') end", .budget),
        Case("plain search", "local s = ('a'):rep(2000000) return s:find(('a'):rep(1000000) .. 'b', 1, true)", .ok),
        Case("random seeds", "while true do math.randomseed() end", .budget),
    ]

    static let bombs = [
        Case("tables", "local t = {} while true do t[#t + 1] = {t} end", .memory),
        Case("string doubling", "local s = 'x' while true do s = s .. s end", .memory),
        Case("string.rep", "return ('x'):rep(1 << 40)", .error("resulting string too large")),
        Case("string.rep of 1 GB", "return ('x'):rep(1 << 30)", .memory),
        Case("string.rep of nothing", "assert(string.rep('', 1 << 60) == '' and ('').rep('', 1 << 60, '') == '')", .ok),
        Case("table.concat", "local t = {} for i = 1, 100000 do t[i] = ('x'):rep(100) end return table.concat(t)", .memory),
        Case("string.format", "return ('%99999d'):format(1)", .error("invalid conversion")),
        Case("coroutines", "local t = {} while true do t[#t + 1] = coroutine.create(function() end) end", .memory),
        Case("closures", "local t = {} while true do t[#t + 1] = function() return t end end", .memory),
        Case(
            "memory inside pcall is an error like any other",
            "local ok, e = pcall(string.rep, 'x', 1 << 30) assert(not ok and e == 'not enough memory')", .ok),
        Case(
            "memory bombs in pcall",
            "local t = {} while true do pcall(function() while true do t[#t + 1] = ('x'):rep(1000) .. #t end end) end", .budget),
        Case("memory in a coroutine", "coroutine.wrap(function() local s = 'x' while true do s = s .. s end end)()", .memory),
        Case("memory below the host", "host.call(function() local s = 'x' while true do s = s .. s end end)", .memory),
        Case("long source", "local _, m = load(('a=a;'):rep(1000000)) error(m, 0)", .memory),
        Case("table.unpack", "table.unpack({}, 1, 1e7)", .error("too many results to unpack")),
        Case("unpack to the host", "host.echo(table.unpack({}, 1, 50000))", .ok),
        Case("varargs", "local function f(...) return f(1, ...) end f()", .budget),
        Case("table.move", "table.move({}, 1, math.maxinteger - 1, 2)", .error("too many elements to move")),
        Case(
            "insert with a lying length", "table.insert(setmetatable({}, {__len = function() return math.maxinteger - 1 end}), 1, 2)",
            .error("table.insert does not accept a table with __len")),
        Case(
            "remove with a lying length", "table.remove(setmetatable({}, {__len = function() return math.maxinteger - 1 end}), 1)",
            .error("does not accept a table with __len")),
        Case(
            "sort with a lying length",
            "table.sort(setmetatable({}, {__len = function() return (1 << 31) - 2 end, __index = function(_, k) return k end}))",
            .error("does not accept a table with __len")),
        Case(
            "concat with a lying length",
            "table.concat(setmetatable({}, {__len = function() return 1 << 40 end, __index = function() return '' end}))", .budget),
        Case(
            "unpack with a lying length", "table.unpack(setmetatable({}, {__len = function() return 1 << 40 end}))",
            .error("too many results to unpack")),
        Case("JSON nesting", "host.decodeJSON(('['):rep(100000))", .error("JSON: nested too deep")),
        Case("JSON growth", "local t = {} for i = 1, 40 do t = {t, t} end return host.encodeJSON(t)", .budget),
        Case("JSON text beyond the cap", "return host.decodeJSON('[' .. ('[1],'):rep(200000) .. '1]')", .memory),
    ]

    static let recursions = [
        Case("deep recursion", "local function f() return 1 + f() end f()", .error("stack overflow")),
        Case("host to script to host", "local function f() return host.call(f) end f()", .error("C stack overflow")),
        Case("host to script to host in pcall", "local function f() pcall(host.call, f) end for i = 1, 20 do f() end", .ok),
        Case("host Lua to script to host Lua", "local function f() return inner(f) + 1 end f()", .error("stack overflow")),
        Case("coroutines in coroutines", "local function f() coroutine.wrap(f)() end f()", .error("C stack overflow")),
        Case(
            "coroutines that close each other",
            """
            local last
            for i = 1, 5000 do
              local before = last
              last = coroutine.create(function()
                local x <close> = setmetatable({}, {__close = function() if before then coroutine.close(before) end end})
                coroutine.yield()
              end)
              coroutine.resume(last)
            end
            coroutine.close(last)
            """, .ok),
        Case("pcalls", "local function f() pcall(f) end f()", .ok),
        Case(
            "metamethods", "local t = setmetatable({}, {}) getmetatable(t).__index = function(_, k) return t[k + 1] end return t[1]",
            .error("stack overflow")),
        Case("deep parse", "return assert(load(('('):rep(100000)))", .error("overflow")),
        Case("gsub in gsub", "local function f() return ('x'):gsub('x', f) end f()", .error("C stack overflow")),
        Case("sort in sort", "local function f() table.sort({1, 2, 3}, f) return true end f()", .error("overflow")),
        Case(
            "__tostring in itself", "local t t = setmetatable({}, {__tostring = function() return tostring(t) end}) tostring(t)",
            .error("C stack overflow")),
        Case(
            "error object with a broken tostring", "error(setmetatable({}, {__tostring = function() error('no') end}))",
            .error("(error object is a table value)")),
        Case(
            "error object with a tostring that is none", "error(setmetatable({}, {__tostring = 5}))",
            .error("(error object is a table value)")),
        Case("handler that fails", "assert(select(2, xpcall(error, function() error('again', 0) end)) == 'again')", .ok),
        Case("pattern too complex", "return ('x'):rep(300):find(('x?'):rep(300) .. 'y')", .error("pattern too complex")),
        Case("too many captures", "return ('x'):rep(100):match(('(.)'):rep(40))", .error("too many captures")),
    ]

    static let escapes = [
        Case(
            "absent libraries",
            """
            for _, n in ipairs{'io', 'package', 'require', 'dofile', 'loadfile', 'print', 'warn'} do assert(_G[n] == nil, n) end
            for _, n in ipairs{'execute', 'exit', 'getenv', 'remove', 'rename', 'tmpname', 'setlocale'} do assert(os[n] == nil, n) end
            assert(string.dump == nil and ('').dump == nil)
            for k in pairs(debug) do assert(k == 'traceback') end
            """, .ok),
        Case("bytecode", "local f, m = load('\\27LuaT\\0') assert(f == nil) error(m)", .error("attempt to load a binary chunk")),
        Case("bytecode by mode", "assert(load('return 1', 'x', 'b'))", .error("binary chunks are not available")),
        Case(
            "load sees the script's globals only",
            """
            assert(load('return io')() == nil and load('return _G')() == _G)
            assert(load('return x', 'n', 't', {x = 1})() == 1 and load('return x', 'n', 't', nil))
            """,
            .ok),
        Case("load without environment", "return load('return x', 'n', 't', nil)()", .error("attempt to index a nil value")),
        Case("string metatable", "assert(getmetatable('') == false) assert(not pcall(setmetatable, '', {}))", .ok),
        Case(
            "string methods of others", "string.upper = nil string.rep = error assert(('x'):upper() == 'X' and ('x'):rep(2) == 'xx')", .ok),
        Case("library tables are the script's own", "table.insert = nil math.floor = nil coroutine.wrap = nil", .ok),
        Case("finalizer", "setmetatable({}, {__gc = function() while true do end end})", .error("`__gc` is not available to scripts")),
        Case(
            "late finalizer",
            "local m = {} local t = setmetatable({}, m) m.__gc = function() while true do end end t = nil collectgarbage()", .ok),
        Case("false finalizer", "setmetatable({}, {__gc = false})", .error("`__gc` is not available")),
        Case("collector", "assert(collectgarbage('count') > 10) collectgarbage() collectgarbage('stop')", .ok),
        Case("collector's options", "collectgarbage('x')", .error("invalid option 'x'")),
        Case("endless collecting", "local t = {} for i = 1, 1e4 do t[i] = {} end while true do collectgarbage() end", .budget),
        Case(
            "array mark", "local a = host.array{} assert(getmetatable(a) == false) setmetatable(a, {})",
            .error("cannot change a protected metatable")),
        Case("array mark on a protected table", "host.array(host.protect{})", .error("cannot change a protected metatable")),
        Case("host functions", "assert(not pcall(setmetatable, host.call, {})) assert(getmetatable(host.call) == nil)", .ok),
        Case("environment of host Lua", "assert(debug.getupvalue == nil and debug.sethook == nil and debug.getregistry == nil)", .ok),
        Case("name of a host chunk", "load('error(\\\"mine\\\")', '=[bench]')()", .error("(load):1: mine")),
        Case("_ENV", "local _ENV = {} x = 1 return x", .ok),
        Case("sentinel values", "assert(coroutine.wrap(function() coroutine.yield(host.null) return 1 end)() == host.null)", .ok),
        Case(
            "main coroutine", "assert(select(2, coroutine.running()) and not coroutine.isyieldable()) coroutine.yield(1)",
            .error("attempt to yield from outside a coroutine")),
    ]

    static let confusions = [
        Case("error(nil)", "error(nil)", .error("nil")),
        Case("error()", "error()", .error("nil")),
        Case("error with a table", "error({1})", .error("(error object is a table value)")),
        Case("error with a function", "error(error)", .error("function: ")),
        Case("error with a thread", "error(coroutine.create(error))", .error("thread: ")),
        Case("error with a false failure", "error({kind = 5, message = {}})", .error("(error object is a table value)")),
        Case(
            "changed error table", "local ok, e = pcall(host.fail) e.kind = {} e.message = nil e.where = 5 error(e)",
            .error("(error object is a table value)")),
        Case("host function as metamethod", "return setmetatable({}, {__index = host.fail}).x", .error("test.lua:1: x")),
        Case("host function as __close", "local x <close> = setmetatable({}, {__close = host.fail})", .error("it broke")),
        Case("wait in a comparator", "table.sort({3, 2, 1}, function(a, b) host.wait() return a < b end)", .error("cannot wait here")),
        Case("wait in a callback", "('x'):gsub('x', host.wait)", .error("test.lua:1: cannot wait here")),
        Case("wait in tostring", "tostring(setmetatable({}, {__tostring = host.wait}))", .error("collect first, wait after")),
        Case("wait below the host", "host.call(host.wait)", .error("cannot wait here")),
        Case(
            "wait in a coroutine in a callback", "('x'):gsub('x', coroutine.wrap(function() host.wait() end))", .error("cannot wait here")),
        Case(
            "resume oneself",
            "local co co = coroutine.create(function() return coroutine.resume(co) end) assert(select(2, coroutine.resume(co)) == false)",
            .ok),
        Case(
            "resume the task",
            "local t = coroutine.running() local ok, m = coroutine.wrap(function() return coroutine.resume(t) end)() error(m, 0)",
            .error("cannot resume non-suspended coroutine")),
        Case(
            "close the task", "local t = coroutine.running() coroutine.wrap(function() coroutine.close(t) end)()",
            .error("cannot close a running coroutine")),
        Case("dead coroutine", "local f = coroutine.wrap(function() end) f() f()", .error("cannot resume dead coroutine")),
        Case("too many arguments to resume", "coroutine.wrap(function() end)(table.unpack({}, 1, 50000))", .ok),
        Case("nonsense syntax", "local = 5", .error("test.lua:1:")),
        Case("goto nowhere", "goto x", .error("no visible label 'x'")),
        Case("weak tables", "local t = setmetatable({}, {__mode = 'kv'}) for i = 1, 10000 do t[i] = {} end", .ok),
        Case("next with a foreign key", "next({}, 'x')", .error("invalid key to 'next'")),
        Case(
            "table changed while iterated",
            "local t = {} for i = 1, 100 do t['k' .. i] = i end for k in pairs(t) do t[k] = nil t[k .. 'x'] = nil end", .ok),
    ]
}
