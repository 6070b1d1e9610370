// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import Testing

@testable import DynoScript

/// A person's lines in a script that runs, on the virtual clock.
struct ScriptConsoleTests {
    private let rig: ReloadRig
    private let console: ScriptConsole

    init() throws {
        rig = try ReloadRig()
        console = ScriptConsole(rig.script)
    }

    /// What comes of a text within a second; nil: it still waits.
    private func say(_ text: String) -> ScriptConsole.Reply? {
        var reply: ScriptConsole.Reply?
        console.evaluate(text) { reply = $0 }
        rig.pass(.seconds(1))
        return reply
    }

    @Test func `expressions give their values, statements none`() {
        rig.run("")
        #expect(say("1 + 1") == .done("2"))
        #expect(say("'a\\n', nil, {}") == .done("\"a\\n\"\nnil\n{}"))
        #expect(say("x = 5") == .done(nil))
        #expect(say("x, y") == .done("5\nnil"))
        #expect(say("print(x)") == .done(nil))
        #expect(rig.takePrinted() == ["5"])
        #expect(say("for i = 1, 2 do print(i) end") == .done(nil))
        #expect(say("return 7 -- seven") == .done("7"))
    }

    @Test(arguments: ["for i = 1, 2 do", "f(1,", "x = {", "x =", "[[long", "function f()", "if x then\nprint(1)", "--[[ open"])
    func `what is not whole yet asks for more`(text: String) {
        rig.run("")
        #expect(say(text) == .incomplete)
    }

    @Test func `what can't become whole is an error`() {
        rig.run("")
        #expect(say("1 + * 2") == .failed("console:1: unexpected symbol near '*'"))
        #expect(say("x = = 1") == .failed("console:1: unexpected symbol near '='"))
        #expect(say("\"open") == .failed("console:1: unfinished string near <eof>"))
        #expect(say("error 'boom'") == .failed("console:1: boom"))
        #expect(say("nothing.at.all") == .failed("console:1: attempt to index a nil value (global 'nothing')"))
        #expect(say("error { kind = 'own', message = 'thing' }") == .failed("thing"))
        rig.script.host.end(.finished)
        #expect(say("1") == .ended)
    }

    @Test func `a call may wait, and be stopped`() {
        rig.run("")
        #expect(say("require('sdl').sleep('500ms')") == .done(nil))
        var reply: ScriptConsole.Reply?
        console.evaluate("sdl.sleep '1h'") { reply = $0 }
        rig.pass(.seconds(1))
        #expect(reply == nil)
        console.cancel()
        rig.pass(.seconds(1))
        #expect(reply == .failed("interrupted"))
        console.cancel()
        #expect(say("1") == .done("1"))
    }

    @Test func `the app, the head unit, the module and help are there`() {
        rig.run("local app = require('sdl').app { appName = 'Hello', fullAppID = '1' }\napp:start()")
        #expect(say("app, hu.apps[1].appName, sdl.clock") == .done("app Hello (1)\n\"Hello\"\n\"virtual\""))
        #expect(say("app.rpc.Show({ mainField1 = 'Hi' }).resultCode") == .done("\"SUCCESS\""))
        #expect(say("help 'HMILevel'") == .done(nil))
        #expect(rig.takePrinted().first?.hasPrefix("HMILevel: enum") == true)
        #expect(say("app = 5") == .done(nil))
        #expect(say("app") == .done("5"))
    }

    @Test func `a line with a colon is a command of a plugin`() throws {
        let rig = try ReloadRig { configuration, files in
            let text = #"{"name":"words","version":"1.0.0","host":"*","provides":{"commands":["count"]}}"#
            configuration.plugins = [Plugin(manifest: try PluginManifest(parsing: ByteBuffer(string: text)), folder: "/plugins/words")]
            files.files["/plugins/words/init.lua"] = """
                return { setup = function(ctx)
                  ctx:command("count", "counts words", function(...) return select("#", ...), (...) end)
                end }
                """
        }
        let console = ScriptConsole(rig.script)
        rig.run("")
        var replies: [ScriptConsole.Reply] = []
        console.evaluate(#":count a"b\ c"#) { replies.append($0) }
        rig.pass(.seconds(1))
        console.evaluate(":cuont") { replies.append($0) }
        rig.pass(.seconds(1))
        #expect(replies.first == .done("2\n\"a\\\"b\\\\\""))
        guard case .failed(let problem)? = replies.last else {
            Issue.record("an unknown command is no error")
            return
        }
        #expect(problem.contains("cuont"))
        #expect(console.complete(":co") == Completion(insertion: "unt "))
    }

    @Test func `a reload is the console's next line`() {
        rig.run("value = 'old'")
        #expect(say("value") == .done("\"old\""))
        rig.save("value = 'new'")
        #expect(say("value") == .done("\"new\""))
        var reply: ScriptConsole.Reply?
        console.evaluate("sdl.sleep '1h'") { reply = $0 }
        rig.save("value = 'newest'")
        #expect(reply == .failed("the script was reloaded"))
    }

    @Test func `values look the same each time, whatever they are`() {
        rig.run("function f() end\nt = { 1, 2, b = true, a = 'x', [10] = 0.5, ['a b'] = {} }\nt.self = t")
        #expect(say("t") == .done("{ 1, 2, [10] = 0.5, a = \"x\", [\"a b\"] = {}, b = true, self = {…} }"))
        #expect(say("f") == .done("function at /test/app.lua:1"))
        #expect(say("print, sdl.null, '\\0\\xff'") == .done("function of the host\nsdl.null\n\"\\0\\255\""))
        #expect(say("setmetatable({}, { __tostring = function() error 'x' end })") == .done("a table whose __tostring fails"))
        #expect(say("sdl.after('1s', f)") == .done("sdl.handle"))
        #expect(say("1e100, 1/0, -0.0, math.mininteger") == .done("1e+100\ninf\n-0.0\n-9223372036854775808"))
    }

    @Test func `wide values are wrapped and bounded where there is a width`() {
        rig.run("")
        console.width = 30
        #expect(
            say("{ name = 'Hello', list = { 1, 2, 3 }, text = 'something long' }")
                == .done(
                    """
                    {
                      list = { 1, 2, 3 },
                      name = "Hello",
                      text = "something long"
                    }
                    """))
        #expect(say("('x'):rep(3000)") == .done("\"\(String(repeating: "x", count: 1000))\" … (3000 bytes)"))
        guard case .done(let text?)? = say("(function() local t = {} for i = 1, 500 do t[i] = i end return t end)()") else {
            Issue.record("no value")
            return
        }
        #expect(text.hasSuffix("  100,\n  … (400 more)\n}"))
    }

    @Test func `Tab knows the script's names without running its code`() {
        rig.run(
            "local app = require('sdl').app()\nwords = { alpha = 1, beta = 2 }\ntrap = setmetatable({}, { __index = function() error 'ran' end })"
        )
        #expect(console.complete("words.al") == Completion(insertion: "pha"))
        #expect(console.complete("wor") == Completion(insertion: "ds"))
        #expect(console.complete("app:waitForH") == Completion(insertion: "MI"))
        #expect(console.complete("app.permissions:obs") == Completion(insertion: "erve"))
        #expect(console.complete("hu.user:pressS").choices == ["pressSoftButton", "pressSubtleAlert"])
        #expect(console.complete("sdl.cr") == Completion(insertion: "c32"))
        #expect(console.complete("string.rep") == Completion())
        #expect(console.complete("trap.some.x") == Completion())
        #expect(console.complete("nothing.") == Completion())
    }
}
