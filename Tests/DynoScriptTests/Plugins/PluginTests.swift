// SPDX-License-Identifier: Apache-2.0
import NIOCore
import Testing

@testable import DynoScript

@Suite struct PluginTests {
    /// Gives a rig a plugin; what its manifest has besides name, version and host is `json`.
    private func add(_ name: String, _ json: String = "", _ code: String, to rig: ScriptRig) throws {
        let text = "{\"name\":\"\(name)\",\"version\":\"1.0.0\",\"host\":\"*\"\(json.isEmpty ? "" : ",")\(json)}"
        rig.configuration.plugins.append(
            Plugin(manifest: try PluginManifest(parsing: ByteBuffer(string: text)), folder: "/plugins/\(name)"))
        rig.files.files["/plugins/\(name)/init.lua"] = code
    }

    private func rig(_ json: String = "", _ code: String) throws -> ScriptRig {
        let rig = ScriptRig()
        try add("probe", json, code, to: rig)
        return rig
    }

    private static let observing = #""capabilities":["rpc:observe","hmi:observe","app:observe","permissions:observe","frame:observe"]"#
    private static let app = """
        local sdl = require "sdl"
        local app = sdl.app()
        app:start()
        app:waitForHMI { hmiLevel = "FULL" }
        app.rpc.Show { mainField1 = "Hi" }
        app:stop()
        print "script done"
        """

    @Test func `the plugin of the contract works as it stands`() throws {
        let rig = try rig(
            #""capabilities":["rpc:observe"],"provides":{"matchers":["louder"],"commands":["loudness"]}"#,
            """
            local plugin = {}
            function plugin.setup(ctx)
              local spoken = ctx.state.spoken or 0
              ctx:hook("rpc.outgoing", { rpc = "Speak" }, function(msg)
                spoken = spoken + #msg.params.ttsChunks; ctx.state.spoken = spoken
              end)
              ctx:matcher("louder", function(got, than) return got > than, ("%s is not louder than %s"):format(got, than) end)
              ctx:command("loudness", "words spoken so far", function() return spoken end)
            end
            return plugin
            """)
        let outcome = try rig.run(
            """
            local sdl = require "sdl"
            local app = sdl.app()
            app:start()
            app:waitForHMI { hmiLevel = "FULL" }
            app.rpc.Speak { ttsChunks = { { type = "TEXT", text = "Hello" }, { type = "TEXT", text = "there" } } }
            print(sdl.command "loudness")
            local louder = sdl.matchers.louder(3)
            print(louder)
            app:waitFor("hmiLevel", { new = "NONE" }, { timeout = "1s", orNil = true })
            app:stop()
            """)
        #expect(outcome == .finished, "\(rig.texts("error"))")
        #expect(rig.printed == ["2", "louder(3)"])
    }

    @Test func `hooks see messages in both directions, states, permissions and frames, in order`() throws {
        let rig = try rig(
            Self.observing,
            """
            return { setup = function(ctx)
              local function watch(event, filter, text)
                ctx:hook(event, filter, function(e) print(event, text(e)) end)
              end
              watch("rpc.outgoing", { rpc = "Show" }, function(m) return m.app .. " " .. m.kind .. " " .. m.params.mainField1 end)
              watch("rpc.incoming", { rpc = "Show" }, function(m) return m.kind .. " " .. m.params.resultCode end)
              watch("hmi.changed", { now = { hmiLevel = "FULL" } }, function(e) return e.was.hmiLevel .. " → " .. e.now.hmiLevel end)
              watch("app.stateChanged", { new = "ready" }, function(e) return e.old end)
              watch("permissions.changed", nil, function(e) return e.app end)
              watch("frame.out", { frameInfo = "startService" }, function(f) return f.serviceType .. " " .. f.frameType end)
              watch("frame.in", { frameInfo = "startServiceACK" }, function(f) return f.serviceType end)
            end }
            """)
        #expect(try rig.run(Self.app) == .finished, "\(rig.texts("error"))")
        #expect(
            rig.printed == [
                "frame.out\trpc control", "frame.in\trpc", "permissions.changed\tSDL APP", "app.stateChanged\tsettingUpHMI",
                "hmi.changed\tNONE → FULL", "rpc.outgoing\tSDL APP request Hi", "rpc.incoming\tresponse SUCCESS", "script done",
            ])
    }

    @Test(arguments: [
        (
            "ctx:hook('rpc.outgoing', print)",
            "the hook `rpc.outgoing` needs the capability rpc:observe; add \"rpc:observe\" to `capabilities` in plugin.json"
        ),
        ("ctx:hook('rpc.outgoin', print)", "there is no hook `rpc.outgoin`; did you mean `rpc.outgoing`?"),
        ("ctx:matcher('m', print)", "`m` is not announced; add \"m\" to `provides.matchers` in plugin.json"),
        ("ctx:command('c', print)", "`c` is not announced; add \"c\" to `provides.commands` in plugin.json"),
        ("ctx.hook('rpc.outgoing', print)", "bad argument `self` to `hook`: call it with a colon, ctx:hook(…)"),
        ("os.execute('x')", "`os.execute` is not granted to scripts; run with --allow os"),
        ("require('sdl').sleep '1s'", "cannot wait here"), ("error 'broken'", "broken"),
        ("while true do end", "time budget of 500 ms exhausted"),
        ("local t = {} while true do t[#t + 1] = ('x'):rep(1000) .. #t end", "not enough memory"),
        ("local function f() return f() + 1 end f()", "stack overflow"),
    ])
    func `a setup that fails leaves its plugin out, and the script goes on`(code: String, problem: String) throws {
        let rig = try rig("", "return { setup = function(ctx) \(code) end }")
        rig.configuration.limits.memory = 16 << 20
        rig.configuration.limits.budget = .seconds(2)
        #expect(try rig.run(Self.app) == .finished)
        let text = try #require(rig.texts("plugin").first)
        #expect(text.hasPrefix("the plugin probe is left out: its setup failed: ") && text.contains(problem), "\(text)")
        #expect(rig.printed == ["script done"])
    }

    @Test func `what is announced must be registered`() throws {
        let rig = try rig(#""provides":{"commands":["c"]}"#, "return { setup = function(ctx) end }")
        #expect(try rig.run("") == .finished)
        let text = "plugin.json announces `c` among its commands, but the setup did not register it"
        #expect(rig.texts("plugin") == ["the plugin probe is left out: its setup failed: \(text)"])
    }

    @Test func `a plugin that is switched off leaves nothing behind`() throws {
        let rig = try rig(
            #""capabilities":["rpc:observe"],"provides":{"behaviours":["refuse"]}"#,
            """
            local sdl = require "sdl"
            return { setup = function(ctx)
              ctx:behaviour("refuse", function(hu) hu:on("Show", function() return "REJECTED" end) end)
              ctx:hook("rpc.outgoing", { rpc = "Speak" }, function() error "enough" end)
              sdl.every("1s", function() print "tick" end)
            end }
            """)
        let outcome = try rig.run(
            """
            local sdl = require "sdl"
            local app = sdl.app()
            app:start()
            app:waitForHMI { hmiLevel = "FULL" }
            print(app.try.Show { mainField1 = "x" }.resultCode)
            app.try.Speak { ttsChunks = { { type = "TEXT", text = "x" } } }
            print(app.try.Show { mainField1 = "x" }.resultCode)
            sdl.sleep "5s"
            app:stop()
            """)
        #expect(outcome == .handlersFailed(1))
        #expect(rig.printed.filter { $0 != "tick" } == ["REJECTED", "SUCCESS"])
        #expect(rig.printed.last == "SUCCESS")
    }

    @Test(arguments: [
        ("return 5", "a plugin's file returns a table with a function `setup(ctx)`; this one returns number"),
        ("return {}", "this one returns a table without one"), ("x =", "/plugins/probe/init.lua:1: unexpected symbol near <eof>"),
        ("error 'at once'", "/plugins/probe/init.lua:1: at once"),
    ])
    func `a file that is no plugin is told`(code: String, problem: String) throws {
        let rig = try rig("", code)
        #expect(try rig.run("print 'on'") == .finished)
        #expect(rig.texts("plugin").first?.contains(problem) == true, "\(rig.texts("plugin"))")
        #expect(rig.printed == ["on"])
    }

    @Test(arguments: ["error 'broken'", "while true do end", "local t = {} while true do t[#t + 1] = ('x'):rep(1000) .. #t end"])
    func `a hook that fails, hangs or is hungry switches its plugin off once, with its traceback`(code: String) throws {
        let rig = try rig(Self.observing, "return { setup = function(ctx)\n  ctx:hook('rpc.outgoing', function() \(code) end) end }")
        rig.configuration.limits.memory = 16 << 20
        rig.configuration.limits.budget = .seconds(2)
        try add(
            "other", Self.observing,
            "return { setup = function(ctx) ctx:hook('rpc.outgoing', { rpc = 'Show' }, function() print 'other' end) end }", to: rig)
        #expect(try rig.run(Self.app) == .handlersFailed(1))
        #expect(rig.texts("error").count == 1)
        let text = try #require(rig.texts("error").first)
        #expect(text.hasPrefix("the plugin probe is switched off: the hook rpc.outgoing failed: "), "\(text)")
        #expect(text.contains("/plugins/probe/init.lua:2: ") || text.contains("not enough memory"), "\(text)")
        #expect(rig.printed == ["other", "script done"])
    }

    @Test func `what a script calls of a plugin fails in the script`() throws {
        let json = #""provides":{"matchers":["m"],"commands":["c","slow"]}"#
        let rig = try rig(
            json,
            """
            local sdl = require "sdl"
            return { setup = function(ctx)
              ctx:matcher("m", function(v) return v > 1 end)
              ctx:command("c", "", function(a) error "bad day" end)
              ctx:command("slow", "waits", function(a) sdl.sleep "2s" return a, { b = { 1, 2 } }, sdl.null end)
            end }
            """)
        let outcome = try rig.run(
            """
            local sdl = require "sdl"
            local function try(...) local ok, problem = pcall(...) print(ok, problem) end
            try(sdl.command, "c")
            try(sdl.command, "slo")
            try(function() return sdl.matchers.mm end)
            local a, t, n = sdl.command("slow", "x")
            print(a, t.b[2], n == sdl.null, sdl.now())
            try(sdl.command, "slow", print)
            """)
        #expect(outcome == .finished, "\(rig.texts("error"))")
        #expect(
            rig.printed == [
                "false\t/test/main.lua:2: the command `c` of the plugin probe failed: /plugins/probe/init.lua:4: bad day",
                "false\t/test/main.lua:2: no plugin provides `slo` among its commands; did you mean `slow`?",
                "false\t/test/main.lua:5: no plugin provides `mm` among its matchers; did you mean `m`?", "x\t2\ttrue\t2.0",
                "false\t/test/main.lua:2: a function cannot be part of the value",
            ])
    }

    @Test func `a matcher that hangs is ended by the plugin's budget, not the script's`() throws {
        let rig = try rig(
            #""provides":{"matchers":["m"]}"#, "return { setup = function(ctx) ctx:matcher('m', function() while true do end end) end }")
        rig.configuration.limits.budget = .seconds(2)
        let outcome = try rig.run(
            """
            local sdl = require "sdl"
            local m = sdl.matchers.m()
            local hu = sdl.headunit {}
            local app = sdl.app { headunit = hu }
            app:start()
            hu.user:activate(app)
            print(pcall(app.waitFor, app, "hmiLevel", { new = m }, { timeout = "1s" }))
            print(pcall(function() return sdl.matchers.m end))
            app:stop()
            """)
        #expect(outcome == .handlersFailed(1), "\(rig.printed)")
        #expect(rig.printed.first?.contains("the matcher `m` of the plugin probe failed: ") == true, "\(rig.printed)")
        #expect(rig.texts("error").first?.contains("time budget of 500 ms exhausted") == true)
        #expect(rig.printed.last?.hasPrefix("false\t/test/main.lua:8: no plugin provides `m` among its matchers") == true)
    }

    @Test func `state survives a reload, and everything else of the old plugin is gone`() throws {
        let code = """
            return { setup = function(ctx)
              ctx.state.n = (ctx.state.n or 0) + 1
              require("sdl").every("1s", function() print("VERSION", ctx.state.n) end)
              ctx:behaviour("answer", function(hu) hu:on("Show", function() return "VERSION" == "old" and "REJECTED" or "ABORTED" end) end)
            end, teardown = function(ctx) print("bye", ctx.state.n) end }
            """
        let show = """
            local app = require("sdl").app()
            app:start()
            app:waitForHMI { hmiLevel = "FULL" }
            print(app.try.Show { mainField1 = "x" }.resultCode)
            """
        let rig = try ReloadRig { configuration, files in
            let text = #"{"name":"probe","version":"1.0.0","host":"*","provides":{"behaviours":["answer"]}}"#
            configuration.plugins = [Plugin(manifest: try PluginManifest(parsing: ByteBuffer(string: text)), folder: "/plugins/probe")]
            files.files["/plugins/probe/init.lua"] = code.replacing("VERSION", with: "old")
        }
        rig.run(show, for: .milliseconds(1500))
        #expect(rig.takePrinted() == ["REJECTED", "old\t1"])
        #expect(rig.script.host.sources.contains("/plugins/probe/init.lua"))
        rig.files.files["/plugins/probe/init.lua"] = code.replacing("VERSION", with: "new")
        rig.save(show, for: .milliseconds(1500))
        #expect(rig.takePrinted() == ["bye\t1", "ABORTED", "new\t2"])
        #expect(rig.texts("plugin", "error").isEmpty)
    }

    @Test(arguments: [
        (":metrics", #""metrics""#), (":a  b 'c d' \"e\"", #""a", "b", "c d", "e""#), (":a ''", #""a", """#), (":a it's", #""a", "its""#),
    ])
    func `a line of the console runs a command`(line: String, words: String) {
        #expect(PluginCommandLine.lua(line)?.hasPrefix("local shown = require(\"sdl\").command(\(words)) ") == true)
    }

    @Test(arguments: ["", ":", "::label::", "x:y()", " :a"]) func `any other line is Lua`(line: String) {
        #expect(PluginCommandLine.lua(line) == nil)
    }

    @Test func `the console shows what a command returns`() throws {
        let rig = try ReloadRig { configuration, files in
            let text = #"{"name":"probe","version":"1.0.0","host":"*","provides":{"commands":["say"]}}"#
            configuration.plugins = [Plugin(manifest: try PluginManifest(parsing: ByteBuffer(string: text)), folder: "/plugins/probe")]
            files.files["/plugins/probe/init.lua"] =
                "return { setup = function(ctx) ctx:command('say', 'says', function(a, b) return b and { a, b } or 'said ' .. a end) end }"
        }
        rig.run("")
        let console = ScriptConsole(rig.script)
        var replies: [ScriptConsole.Reply] = []
        for line in [":say hello", ":say a b"] {
            console.evaluate(line) { replies.append($0) }
            rig.pass(.seconds(1))
        }
        #expect(replies == [.done(nil), .done("{ \"a\", \"b\" }")])
        #expect(rig.takePrinted() == ["said hello"])
    }

    @Test func `a plugin can't touch the script's globals and libraries`() throws {
        let rig = try rig(
            "",
            "string.format = nil; print = nil; x = 1; return { setup = function() getmetatable('').__index = nil; require('sdl').sleep = 1 end }"
        )
        #expect(try rig.run("print(x, ('%d'):format(3), type(require('sdl').sleep))") == .finished)
        #expect(rig.printed == ["nil\t3\tfunction"])
    }

    @Test func `system grants need both, the manifest and the run`() throws {
        let code = "return { setup = function(ctx) print(pcall(os.getenv, 'NOTHING'), (pcall(os.execute))) end }"
        let rig = try rig(#""capabilities":["env"]"#, code)
        rig.configuration.grants.allowForTest("env")
        rig.configuration.grants.allowForTest("os")
        #expect(try rig.run("") == .finished)
        #expect(rig.printed == ["true\tfalse"])
    }

    @Test func `a power control switches a head unit, may wait, and fails in the script`() throws {
        let rig = try rig(
            #""provides":{"powerControls":["left-hu","stuck"]}"#,
            """
            local sdl = require "sdl"
            return { setup = function(ctx)
              ctx:powerControl("left-hu", function(isOn) sdl.sleep "1s" print("left-hu", isOn, sdl.now()) end)
              ctx:powerControl("stuck", function() error "the relay is stuck" end)
            end }
            """)
        let outcome = try rig.run(
            """
            local bench = require "sdl.bench"
            bench.power("left-hu"):cycle { off = "5s" }
            print(tostring(select(2, pcall(function() bench.power("stuck"):on() end))):match "the relay is stuck")
            print(bench.power "nobody")
            """)
        #expect(outcome == .finished)
        #expect(rig.printed == ["left-hu\tfalse\t1.0", "left-hu\ttrue\t7.0", "the relay is stuck", "nil"])
    }

    @Test func `a behaviour drives head units, and the script's own handlers win`() throws {
        let rig = try rig(
            #""provides":{"behaviours":["refuse"]}"#,
            """
            return { setup = function(ctx)
              ctx:behaviour("refuse", function(hu)
                hu:on("Show", function() return "REJECTED" end)
                hu:on("Speak", function() return "REJECTED" end)
              end)
            end }
            """)
        let outcome = try rig.run(
            """
            local sdl = require "sdl"
            local hu = sdl.headunit {}
            hu:on("Speak", function() return "ABORTED" end)
            local app = sdl.app { appName = "A", fullAppID = "a", headunit = hu }
            app:start()
            hu.user:activate(app)
            print(app.try.Show { mainField1 = "x" }.resultCode, app.try.Speak { ttsChunks = { { type = "TEXT", text = "x" } } }.resultCode)
            app:stop()
            """)
        #expect(outcome == .finished, "\(rig.texts("error"))")
        #expect(rig.printed == ["REJECTED\tABORTED"])
    }

    @Test func `what a script prints, and when, does not depend on an observer`() throws {
        let plain = ScriptRig()
        #expect(try plain.run(Self.app) == .finished)
        let watched = try rig(Self.observing, "return { setup = function(ctx) ctx:hook('rpc.incoming', function() end) end }")
        #expect(try watched.run(Self.app) == .finished)
        #expect(watched.events.map { "\($0.time) \($0.text)" } == plain.events.map { "\($0.time) \($0.text)" })
    }
}
