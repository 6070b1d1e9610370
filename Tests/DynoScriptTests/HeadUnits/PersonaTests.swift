// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import Testing

@testable import DynoScript

@Suite struct PersonaTests {
    private static let app = """
        local sdl = require "sdl"
        local app = sdl.app { appName = "A", fullAppID = "1", appHMIType = { "MEDIA" } }
        local function now() return ("%.3f"):format(sdl.now()) end

        """

    private func run(_ persona: String, _ script: String, file: String? = nil) throws -> (outcome: ScriptOutcome?, rig: ScriptRig) {
        let rig = ScriptRig()
        rig.persona = try Persona.parse(persona)
        if let file { rig.files.files[persona] = file }
        return (try rig.run(Self.app + script), rig)
    }

    @Test func `what a persona has written without an end of line is not lost`() throws {
        let (outcome, rig) = try run("/test/own.lua", "app:start() app:stop()", file: "return function() io.write 'driver: bye' end")
        #expect(outcome == .finished)
        #expect(rig.printed == ["driver: bye"])
    }

    @Test func `the default opens each app once and presses each button once`() throws {
        let (outcome, rig) = try run(
            "default",
            """
            app:start()
            app:onHMI(function(hmi) print(now(), hmi.hmiLevel) end)
            app:on("OnButtonPress", function(press) print(now(), press.buttonName) end)
            sdl.sleep "500ms"
            app.rpc.SubscribeButton { buttonName = "OK" }
            sdl.sleep "2s"
            app.rpc.UnsubscribeButton { buttonName = "OK" }
            app.rpc.SubscribeButton { buttonName = "OK" }
            sdl.sleep "5s"
            app:stop()
            app:start()
            app:waitForHMI { hmiLevel = "FULL" }
            app.rpc.SubscribeButton { buttonName = "OK" }
            sdl.sleep "5s"
            app:stop()
            """)
        #expect(outcome == .finished)
        #expect(rig.printed == ["0.200\tFULL", "1.500\tOK", "7.500\tNONE", "7.700\tFULL", "8.700\tOK"])
    }

    @Test func `nobody drives when nobody is asked to`() throws {
        let (_, rig) = try run("none", "app:start()  sdl.sleep '1m'  print(app.hmi.hmiLevel)  app:stop()")
        #expect(rig.printed == ["NONE"])
    }

    @Test func `legacy-3 speaks protocol 3 and RPC 4_5, and sends heartbeats`() throws {
        let (outcome, rig) = try run(
            "legacy-3", "app:start()  print(app.protocolVersion, app.rpcVersion)  sdl.sleep '1m'  print(app.state)  app:stop()")
        #expect(outcome == .finished)
        #expect(rig.printed == ["3.0.0\t4.5.0", "ready"])
    }

    @Test func `legacy-3 loses an app that does not answer heartbeats`() throws {
        let (_, rig) = try run(
            "legacy-3",
            """
            local dead = sdl.app { appName = "B", fullAppID = "2", heartbeat = false }
            dead:start()
            dead:waitFor("managerDidDisconnect", nil, { timeout = "1m" })
            print(sdl.now() < 20)
            dead:stop()
            """)
        #expect(rig.printed == ["true"])
    }

    @Test func `slow takes its time for everything`() throws {
        let (outcome, rig) = try run(
            "slow",
            """
            app:start()
            print(sdl.now() > 2)
            app:waitForHMI { hmiLevel = "FULL" }
            local start = sdl.now()
            app.rpc.Show { mainField1 = "x" }
            print(sdl.now() - start > 0.5)
            app:stop()
            """)
        #expect(outcome == .finished)
        #expect(rig.printed == ["true", "true"])
    }

    @Test func `strict has limits, which the default has not`() throws {
        let script = """
            app:start()
            app:waitForHMI { hmiLevel = "FULL" }
            local code
            for i = 1, 2000 do
              local ok, answer = pcall(app.try.Show, { mainField1 = "x" })
              if not ok then code = answer.kind break end
            end
            print(code)
            app:stop()
            """
        #expect(try run("default", script).rig.printed == ["nil"])
        #expect(try run("strict", script).rig.printed == ["notConnected"])
    }

    @Test func `an app lives on a flaky head unit for an hour`() throws {
        let (outcome, rig) = try run(
            "flaky",
            """
            app = sdl.app { appName = "A", fullAppID = "1", reconnect = { interval = "500ms", max = "2s" }, heartbeat = "2s" }
            app:start()
            local good, refused, failed = 0, 0, 0
            while sdl.now() < 3600 do
              local ok, answer = pcall(app.try.Show, { mainField1 = "x" })
              if not ok then failed = failed + 1
              elseif answer.success then good = good + 1
              else refused = refused + 1 end
              sdl.sleep "1s"
            end
            print(good > 1000, refused > 50, failed > 10)
            pcall(app.stop, app)
            """)
        #expect(outcome == .finished)
        #expect(rig.printed == ["true\ttrue\ttrue"])
        #expect(rig.texts("fault").filter { $0.contains("back in 2s") }.count > 20)
    }

    @Test func `a file is a persona, may build on a shipped one, and has the sandbox of scripts`() throws {
        let (outcome, rig) = try run(
            "/test/oem.lua", "app:start()  print(app.try.Show { mainField1 = 'x' }.resultCode)  app:stop()",
            file: """
                local sdl = require "sdl"
                local drive = require "sdl.personas.default"
                print(pcall(os.execute, "true"))
                return function(hu)
                  drive(hu)
                  hu.policy:set("1", { Show = { levels = { "NONE" } } })
                  hu:on("Show", function() return "WARNINGS" end)
                  sdl.every("1h", function() end)
                end
                """)
        #expect(outcome == .finished)
        #expect(
            rig.printed == ["false\t/test/oem.lua:3: `os.execute` is not granted to scripts; run with --allow os", "WARNINGS"])
    }

    @Test(
        arguments: [
            ("return function(hu) hu.user:fly() end", "/test/oem.lua:1: attempt to call a nil value (method 'fly')"),
            ("x = = 1", "/test/oem.lua:1: unexpected symbol near '='"),
            ("return 5", "/test/oem.lua: a persona is a Lua file that returns function(hu) … end; this one returns number"),
            ("local hu = ...", "/test/oem.lua: a persona is a Lua file that returns function(hu) … end; this one returns nil"),
            ("error 'no'", "/test/oem.lua:1: no"),
        ])
    func `a persona that fails ends the run with its file and line`(file: String, message: String) throws {
        let (outcome, rig) = try run("/test/oem.lua", "print 'never'", file: file)
        guard case .failed(let failure) = outcome else { return #expect(Bool(false), "\(String(describing: outcome))") }
        #expect(failure.message == message)
        #expect(outcome?.exitCode == 3)
        #expect(rig.printed == [])
    }

    @Test func `a handler of a persona that fails is told and kept for the exit code`() throws {
        let (outcome, rig) = try run(
            "/test/oem.lua", "app:start()  print 'on'  app:stop()", file: "return function(hu) hu:onApp(function() error 'oops' end) end")
        #expect(outcome == .handlersFailed(1))
        #expect(rig.printed == ["on"])
        #expect(rig.texts("error").contains { $0.hasPrefix("/test/oem.lua:1: oops") })
    }

    @Test func `a file that does not exist is told by its path`() throws {
        let (outcome, _) = try run("/test/nix.lua", "print 'never'")
        #expect(outcome == .notFound(FileError(path: "/test/nix.lua", reason: .notFound)))
    }

    @Test func `an unknown name names the nearest or all`() {
        #expect(throws: PersonaError("there is no persona 'strikt'; did you mean 'strict'?")) { try Persona.parse("strikt") }
        #expect(
            throws: PersonaError("there is no persona 'x'; use default, flaky, legacy-3, slow, strict, none or a Lua file such as ./x.lua")
        ) { try Persona.parse("x") }
    }
}
