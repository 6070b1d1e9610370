// SPDX-License-Identifier: Apache-2.0
import SDLRPC
import Testing

@testable import DynoScript

/// A registered application in FULL, for scripts that begin there.
private let inFull = """
    local sdl = require "sdl"
    local app = sdl.app { appName = "Test", fullAppID = "1", appHMIType = { "MEDIA" } }
    app:start()
    app:waitForHMI { hmiLevel = "FULL" }

    """

@Suite struct ApplicationScriptTests {
    @Test func `start returns the answer to the registration`() throws {
        let printed = try output(
            of: """
                local sdl = require "sdl"
                local app = sdl.app { appName = "Test", fullAppID = "1" }
                print(app.state, app.hmi.hmiLevel, app.rpcVersion)
                local response = app:start()
                print(response.success, response.resultCode, app.registerResponse.resultCode)
                print(app.state, app.hmi.hmiLevel, app.hmi.systemContext, app.rpcVersion, app.protocolVersion, app.sessionID)
                app:stop()
                print(app.state, app.hmi.hmiLevel, app.protocolVersion)
                """)
        #expect(
            printed == ["stopped\tnil\tnil", "true\tSUCCESS\tSUCCESS", "ready\tNONE\tMAIN\t8.0.0\t5.4.1\t1", "stopped\tnil\tnil"])
    }

    @Test func `rpc raises what try returns`() throws {
        let printed = try output(
            of: inFull + """
                print(app.rpc.Show { mainField1 = "Hi" }.resultCode)
                local response = app.try.DeleteCommand { cmdID = 99 }
                print(response.success, response.resultCode)
                local ok, problem = pcall(app.rpc.DeleteCommand, { cmdID = 99 })
                print(ok, problem.kind, problem.rpc, problem.resultCode, problem.response.success)
                print(tostring(problem))
                app:stop()
                """)
        #expect(printed[0...2] == ["SUCCESS", "false\tINVALID_ID", "false\trpcFailed\tDeleteCommand\tINVALID_ID\tfalse"])
        #expect(printed[3].contains("`DeleteCommand` failed: INVALID_ID"), "\(printed[3])")
    }

    @Test func `an uncaught refusal ends the script at its line`() throws {
        let text = try failure(of: inFull + "app.rpc.DeleteCommand { cmdID = 99 }\n")
        #expect(text.hasPrefix("/test/main.lua:5: `DeleteCommand` failed: INVALID_ID"))
    }

    @Test(arguments: [
        ("app.rpc.Shw { }", "no RPC is called `Shw`; did you mean `Show`?"),
        (
            "app.rpc.Show { mainFeild1 = 'x' }",
            "invalid parameters for `Show`: mainFeild1 is no parameter of Show; did you mean `mainField1`?"
        ),
        ("app.rpc.Alert { duration = 1 }", "invalid parameters for `Alert`: duration is 1"),
        ("app.rpc.Show(5)", "bad argument `params` to `Show`: expected a table, got number"),
        ("app.rpc.Show({}, { timeout = 5 })", "`timeout` must be a duration with a unit, such as \"2s\""),
        ("app.rpc.Show({}, { tiemout = '5s' })", "there is no `tiemout`"),
        ("app.rpc.OnHMIStatus {}", "`OnHMIStatus` is a notification"),
        ("app:on('OnButonPress', print)", "there is no event `OnButonPress`; did you mean `OnButtonPress`?"),
        ("app:onButton('KO', print)", "\"KO\" is not a ButtonName"),
        ("app:waitForHMI { hmiLevel = 'BACKGOUND' }", "\"BACKGOUND\" is not a HMILevel; did you mean \"BACKGROUND\"?"),
        ("app:waitForHMI { level = 'FULL' }", "an HMI pattern has no `level`"),
        ("app:waitFor('OnHMIStatus', nil, { timeout = '5' })", "\"5\" is not a duration"),
        ("app:on('ready')", "bad argument `fn` to `on`: expected a function, got nothing"),
    ])
    func `a mistake raises before anything is sent, at the script's line`(call: String, message: String) throws {
        let text = try failure(of: inFull + call + "\n")
        #expect(text.hasPrefix("/test/main.lua:5: "), "\(text)")
        #expect(text.contains(message), "\(text)")
    }

    @Test(arguments: [
        ("{ appName = 'X' }", "sdl.app needs `fullAppID`"),
        ("{ appNmae = 'X', fullAppID = '1' }", "sdl.app has no `appNmae`; did you mean `appName`?"),
        ("{ appName = 5, fullAppID = '1' }", "`appName` of sdl.app must be a string"),
        ("{ appName = 'X', fullAppID = '1', appHMIType = { 'MEDAI' } }", "did you mean \"MEDIA\"?"),
        ("{ appName = 'X', fullAppID = '1', requestTimeout = '5' }", "`requestTimeout` of sdl.app must be a duration with a unit"),
        ("{ appName = 'X', fullAppID = '1', headunit = {} }", "`headunit` of sdl.app is a URL or a head unit made by sdl.headunit"),
        ("'X'", "bad argument `config` to `sdl.app`: expected a table, got string"),
    ])
    func `a wrong configuration is found when the app is made`(config: String, message: String) throws {
        let text = try failure(of: "local sdl = require 'sdl'\nsdl.app(\(config))\n")
        #expect(text.hasPrefix("/test/main.lua:2: "), "\(text)")
        #expect(text.contains(message), "\(text)")
    }

    @Test func `handlers run in the order they were made, then the waits`() throws {
        let printed = try output(
            of: """
                local sdl = require "sdl"
                local app = sdl.app { appName = "Test", fullAppID = "1", delegate = { hmiLevel = function(_, old, new) print("delegate", old, new) end } }
                app:on("hmiLevel", function(old, new) print("first", old, new) end)
                app:once("hmiLevel", function(old, new) print("once", old, new) end)
                app:onHMI({ hmiLevel = "FULL" }, function(now, was) print("onHMI", now.hmiLevel, was.hmiLevel) end)
                app:start()
                print(app:waitFor("hmiLevel", { new = "FULL" }))
                sdl.sleep "1s"
                app:stop()
                """)
        #expect(
            printed == [
                "delegate\tNONE\tNONE", "first\tNONE\tNONE", "once\tNONE\tNONE", "delegate\tNONE\tFULL", "first\tNONE\tFULL",
                "onHMI\tFULL\tNONE", "NONE\tFULL",
            ])
    }

    @Test func `a handler that fails is reported and the others still run`() throws {
        let rig = ScriptRig()
        let outcome = try rig.run(
            """
            local sdl = require "sdl"
            local app = sdl.app()
            app:on("OnHMIStatus", function() error "first" end)
            app:on("OnHMIStatus", function(status) print(status.hmiLevel) end)
            app:start()
            sdl.sleep "1s"
            app:stop()
            """)
        #expect(outcome == .handlersFailed(2))
        #expect(rig.printed == ["NONE", "FULL"])
        #expect(rig.texts("error").allSatisfy { $0.hasPrefix("/test/main.lua:3: first") })
    }

    @Test func `a wait that is not met says what it waited for and what it saw`() throws {
        let text = try failure(of: inFull + "app:waitForHMI({ hmiLevel = 'LIMITED' }, { timeout = '2s' })\n")
        #expect(text.hasPrefix("/test/main.lua:5: waited 2s for HMI { hmiLevel = \"LIMITED\" }; it is { audioStreamingState = "), "\(text)")
        let other = try failure(
            of: inFull + "app:onButton('OK', print)\napp:waitFor('OnButtonPress', { buttonName = 'PRESET_1' }, { timeout = '3s' })\n")
        #expect(
            other
                == "/test/main.lua:6: waited 3s for OnButtonPress { buttonName = \"PRESET_1\" }; the last one did not match: buttonName is \"OK\", expected \"PRESET_1\""
        )
        let printed = try output(of: inFull + "print(app:waitFor('OnCommand', nil, { timeout = '1s', orNil = true }))\napp:stop()\n")
        #expect(printed == ["nil"])
    }

    @Test func `onButton subscribes when it can, again after a reconnect, and unsubscribes`() throws {
        let rig = ScriptRig()
        rig.persona = nil
        let outcome = try rig.run(
            """
            local sdl = require "sdl"
            local hu = sdl.headunit {}
            local app = sdl.app { appName = "Test", fullAppID = "1", headunit = hu }
            local handle = app:onButton("OK", function(press) print(press.buttonName, press.buttonPressMode) end)
            app:start()
            hu.user:activate(app)
            app:waitForHMI { hmiLevel = "FULL" }
            sdl.sleep "10ms"
            hu.user:press "OK"
            hu.user:press("OK", "LONG")
            sdl.sleep "10ms"
            handle:cancel()
            handle:cancel()
            sdl.sleep "10ms"
            hu.user:press "OK"
            sdl.sleep "10ms"
            app:stop()
            hu:close()
            """)
        #expect(outcome == .finished, "\(rig.texts("error"))")
        #expect(rig.printed == ["OK\tSHORT", "OK\tLONG"])
        #expect(rig.texts("response").filter { $0.contains("ubscribeButton") }.count == 2)
    }

    @Test func `integers, floats, empty tables and null keep their shape through both ends`() throws {
        let printed = try output(
            of: """
                local sdl = require "sdl"
                local hu = sdl.headunit {}
                local app = sdl.app { appName = "Test", fullAppID = "1", headunit = hu }
                hu:on("Show", function(request) print(sdl.json.encode(request.params)) end)
                hu:onApp(function(it) hu.user:activate(it) end)
                app:start()
                app:waitForHMI { hmiLevel = "FULL" }
                app.rpc.Show { mainField1 = "ä\\"", softButtons = {}, windowID = 0.0, metadataTags = { mainField1 = {} } }
                app:stop()
                hu:close()
                """)
        #expect(printed == [#"{"mainField1":"ä\"","metadataTags":{"mainField1":[]},"softButtons":[],"windowID":0}"#])
    }

    @Test func `a request nobody answers times out`() throws {
        let printed = try output(
            of: """
                local sdl = require "sdl"
                local hu = sdl.headunit {}
                local app = sdl.app { appName = "Test", fullAppID = "1", headunit = hu }
                hu:on("Show", hu.noReply)
                hu:onApp(function(it) hu.user:activate(it) end)
                app:start()
                app:waitForHMI { hmiLevel = "FULL" }
                local before = sdl.now()
                local ok, problem = pcall(app.rpc.Show, { mainField1 = "x" }, { timeout = "3s" })
                print(ok, problem.kind, problem.message, sdl.now() - before)
                app:stop()
                hu:close()
                """)
        #expect(printed == ["false\ttimeout\t`Show` got no answer within 3s\t3.0"])
    }

    @Test func `a head unit script answers, late and by default`() throws {
        let printed = try output(
            of: """
                local sdl = require "sdl"
                local hu = sdl.headunit {}
                local app = sdl.app { appName = "Test", fullAppID = "1", headunit = hu }
                hu:on("Alert", function(request)
                  sdl.sleep "300ms"
                  if request.n == 1 then return "REJECTED", { tryAgainTime = 5 } end
                end)
                hu:onApp(function(it) print(it.appName, it.fullAppID, it.hmiLevel, it == hu.apps[1]) hu.user:activate(it) end)
                app:start()
                app:waitForHMI { hmiLevel = "FULL" }
                local first = app.try.Alert { alertText1 = "Hi" }
                print(first.success, first.resultCode, first.tryAgainTime)
                print(app.try.Alert({ alertText1 = "Hi", duration = 3000 }).resultCode)
                print(hu:screen(app).overlay, hu.apps[1].hmiLevel)
                app:stop()
                hu:close()
                """)
        #expect(printed == ["Test\t1\tNONE\ttrue", "false\tREJECTED\t5", "SUCCESS", "nil\tFULL"])
    }

    @Test func `two runs with one seed give the same events, another seed may not`() throws {
        func events(_ seed: UInt64) throws -> [String] {
            let rig = ScriptRig(seed: seed)
            _ = try rig.run(
                inFull
                    + "print(math.random(1 << 40))\nfor k, v in pairs(app.hmi) do print(k, v) end\napp:onButton('OK', print)\nsdl.sleep '2s'\napp:stop()\n"
            )
            return rig.printed + rig.events.map { "\($0)" }
        }
        let first = try events(7)
        #expect(first.count > 15)
        #expect(try events(7) == first)
        #expect(try events(8) != first)
    }

    @Test func `several apps of one script register side by side`() throws {
        let printed = try output(
            of: """
                local sdl = require "sdl"
                local apps = sdl.all(3, function(i)
                  local app = sdl.app { appName = "App " .. i, fullAppID = tostring(i) }
                  app:start()
                  return app
                end)
                for _, app in ipairs(apps) do print(app.appName, app.state, app.sessionID) end
                for _, app in ipairs(apps) do app:stop() end
                """)
        #expect(printed == ["App 1\tready\t1", "App 2\tready\t2", "App 3\tready\t3"])
    }
}
