// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import Testing

@testable import DynoScript

@Suite struct SandboxTests {
    @Test(arguments: [
        ("io.open('x')", "`io.open` is not granted to scripts; run with --allow io"),
        ("io.popen('x')", "`io.popen` is not granted to scripts; run with --allow os"),
        ("os.execute('x')", "`os.execute` is not granted to scripts; run with --allow os"),
        ("os.getenv('HOME')", "`os.getenv` is not granted to scripts; run with --allow env"),
        ("os.remove('x')", "`os.remove` is not granted to scripts; run with --allow os"),
        ("debug.getregistry()", "`debug.getregistry` is not granted to scripts; run with --allow debug"),
        ("package.loadlib('x', 'y')", "`package.loadlib` is not granted to scripts; run with --allow cmodules"),
    ])
    func `what was not granted is there and names its flag`(call: String, message: String) throws {
        #expect(try failure(of: call) == "/test/main.lua:1: \(message)")
        #expect(try output(of: "local ok, problem = pcall(function() \(call) end) print(ok, problem.kind)") == ["false\tdenied"])
    }

    @Test func `there is nothing else of the system`() throws {
        let printed = try output(of: "print(io.stdin, string.dump, debug.traceback ~= nil, host, Embedded)")
        #expect(printed == ["nil\tnil\ttrue\tnil\tnil"])
        #expect(try failure(of: "os.exit(1)").hasPrefix("/test/main.lua:1: `os.exit` is not for scripts"))
        #expect(try output(of: "print(os.setlocale(), os.setlocale 'C', os.setlocale 'de_DE')") == ["C\tC\tnil"])
    }

    @Test func `what is written appears by whole lines, in the order of what is printed`() throws {
        let rig = ScriptRig()
        let script = "io.write('a', 1, '\\nb') print 'c' io.stdout:write('d'):write('\\n\\ne') io.stderr:write('careful\\n')"
        #expect(try rig.run(script) == .finished)
        #expect(rig.printed == ["a1", "bc", "d", "", "e"])
        #expect(rig.texts("log") == ["careful"])
        #expect(try failure(of: "io.write({})").contains("bad argument `value` to `write`: expected a string, got table"))
    }

    @Test func `a script that prints without end is ended by its cap`() throws {
        let rig = ScriptRig()
        rig.configuration.outputLimit = 100
        let outcome = try rig.run("while true do print(('x'):rep(30)) end")
        guard case .failed(let failure) = outcome else { throw Unexpected(outcome: outcome, errors: []) }
        #expect(failure.message == "/test/main.lua:1: the script has written more than 100 bytes; raise the cap with --output")
        #expect(rig.printed.count == 3)
    }

    @Test func `warnings are told, unless they are switched off`() throws {
        let rig = ScriptRig()
        #expect(try rig.run("warn('a', 'b') warn '@off' warn 'c' warn '@on' warn 'd'") == .finished)
        #expect(rig.texts("log") == ["ab", "d"])
    }

    @Test func `modules see what they know of package, and the libraries are modules`() throws {
        let printed = try output(
            of: """
                print(package.config:sub(1, 1), package.path, package.loaded.string == string, require "math" == math, package.loaded._G == _G)
                package.preload.made = function(name, place) return { name, place } end
                print(table.concat(require "made", " "), select(2, require "part"), package.loaded.part)
                package.loaded.part = nil
                print(require "part", package.searchpath("deep.er", package.path), package.searchpath("no", "/etc/?"))
                """
        ) {
            $0.files.files["/test/part.lua"] = "n = (n or 0) + 1 return n"
            $0.files.files["/test/lib/deep/er.lua"] = ""
        }
        #expect(
            printed == [
                "/\t/test/?.lua;/test/?/init.lua;/test/lib/?.lua;/test/lib/?/init.lua\ttrue\ttrue\ttrue",
                "made :preload:\t@/test/part.lua\t1",
                "2\t/test/lib/deep/er.lua\tnil\t\n\tno file '/etc/no'",
            ])
    }

    @Test func `on the virtual clock no address is shown by tostring, print and format`() throws {
        let script =
            "local t, f = {}, print print(t, ('%s'):format(f), string.format('%5.2f%% %s %q %-10s|', 1, t, 'x', t)) print(pcall(('%d').format, '%d', {}))"
        let printed = try output(of: script)
        #expect(printed.first == "table: #2\tfunction: #1\t 1.00% table: #2 \"x\" table: #2 |")
        #expect(printed.last?.hasPrefix("false\t") == true)
        #expect(printed.last?.contains("number expected, got table") == true)
    }

    @Test func `a grant gives the real function`() throws {
        let printed = try output(of: "print(type(os.getenv 'PATH'))") { $0.configuration.grants.allowForTest("env") }
        #expect(printed == ["string"])
    }

    @Test func `io is limited to its folder by the real place of the file`() throws {
        let text = try failure(of: "io.open('/granted/../etc/passwd')") { $0.configuration.grants.allowForTest("io=/granted") }
        #expect(text == "/test/main.lua:1: `io.open` may not touch /granted/../etc/passwd; run with --allow io=DIR for its folder")
    }

    @Test func `on the virtual clock os time is virtual, too`() throws {
        let printed = try output(of: "local sdl = require 'sdl' local t = os.time() sdl.sleep '90s' print(os.time() - t, os.clock())")
        #expect(printed == ["90\t90.0"])
    }

    @Test func `a module is found beside the script and in lib, loaded once, and may wait`() throws {
        let printed = try output(
            of: """
                local a, b = require "part", require "deep.er"
                print(a.name, b.name, require "part" == a)
                """
        ) {
            $0.files.files["/test/part.lua"] = "local sdl = require 'sdl' sdl.sleep '1s' print('loaded', ...) return { name = 'part' }"
            $0.files.files["/test/lib/deep/er.lua"] = "return { name = 'deeper' }"
        }
        #expect(printed == ["loaded\tpart\t@/test/part.lua", "part\tdeeper\ttrue"])
    }

    @Test func `a missing module says where was looked, a cycle and a module that does not parse say so`() throws {
        #expect(
            try failure(of: "require 'nope'")
                == "/test/main.lua:1: there is no module 'nope'; looked for /test/nope.lua, /test/nope/init.lua, /test/lib/nope.lua, /test/lib/nope/init.lua"
        )
        #expect(
            try failure(of: "require 'a'") {
                $0.files.files["/test/a.lua"] = "return require 'b'"
                $0.files.files["/test/b.lua"] = "return require 'a'"
            }.contains("module 'a' requires itself, by way of /test/"))
        #expect(
            try failure(of: "require 'bad'") { $0.files.files["/test/bad.lua"] = "x =" }
                == "/test/main.lua:1: module 'bad' does not parse: /test/bad.lua:1: unexpected symbol near <eof>")
        #expect(try failure(of: "require '../secret'").contains("no module name"))
    }

    @Test func `files outside the script's folder are not read by dofile`() throws {
        let text = try failure(of: "dofile '/etc/hostname'") { $0.files.files["/etc/hostname"] = "print 'read'" }
        #expect(text.contains("/etc/hostname is outside the script's folder"), "\(text)")
        #expect(try output(of: "dofile 'other.lua'") { $0.files.files["/test/other.lua"] = "print 'read'" } == ["read"])
    }

    @Test func `a script that does not exist or does not parse fails with one line`() throws {
        let rig = ScriptRig()
        rig.configuration.path = "/test/absent.lua"
        #expect(try rig.run("") == .notFound(FileError(path: "/test/absent.lua", reason: .notFound)))
        #expect(try failure(of: "print('a'") == "/test/main.lua:1: ')' expected near <eof>")
    }

    @Test func `a first line for the shell is skipped and lines keep their numbers`() throws {
        #expect(try failure(of: "#!/usr/bin/env dyno\nerror 'x'") == "/test/main.lua:2: x")
    }

    @Test(arguments: [
        "while true do end", "while true do pcall(function() while true do end end) end",
        "local s = 'x' while true do s = s .. s end", "local function f() return f() + 1 end f()",
        "coroutine.wrap(function() while true do end end)()", "error(setmetatable({}, { __tostring = function() while true do end end }))",
        "local sdl = require 'sdl' local p = setmetatable({}, { __index = function() while true do end end }) sdl.app(p)",
        "local sdl = require 'sdl' sdl.app { appName = setmetatable({}, { __tostring = error }), fullAppID = '1' }",
        "require(setmetatable({}, { __tostring = function() return 'x' end }))",
    ])
    func `a runaway or hostile script ends with its own error`(script: String) throws {
        #expect(try !failure(of: script) { $0.configuration.limits.memory = 16 << 20 }.isEmpty)
    }

    @Test(arguments: [
        "local sdl = require 'sdl' local app = sdl.app() setmetatable(app, {})",
        "local sdl = require 'sdl' local app = sdl.app() app.x = 1",
        "local sdl = require 'sdl' sdl.app().rpc.Show = print", "local sdl = require 'sdl' sdl.app().start({})",
        "local sdl = require 'sdl' sdl.app():on('OnHMIStatus')", "local sdl = require 'sdl' sdl.spec.X = 1",
    ])
    func `host objects can't be bent`(script: String) throws {
        #expect(try failure(of: script).hasPrefix("/test/main.lua:1: "))
    }
}

extension Grants {
    mutating func allowForTest(_ text: String) {
        _ = allow(text)
    }
}
