// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import DynoScript

@Suite struct AppLifeTests {
    @Test func `the states on the way up and down`() throws {
        let printed = try scenario(
            """
            local a = app { appIcon = sdl.file { bytes = "x", name = "x.png" } }
            a:on("stateChanged", function(old, new) print(old, new) end)
            a:start()
            a:stop()
            """)
        #expect(
            printed
                == [
                    "stopped\tstarted", "started\tconnected", "connected\tregistered", "registered\tsettingUpManagers",
                    "settingUpManagers\tsettingUpAppIcon", "settingUpAppIcon\tsettingUpHMI", "settingUpHMI\tready", "ready\tunregistering",
                    "unregistering\tstopped",
                ])
    }

    @Test func `what an application sends on its way to ready`() throws {
        let printed = try scenario(
            """
            for _, rpc in ipairs { "RegisterAppInterface", "ListFiles", "UnregisterAppInterface" } do
              hu:on(rpc, function(req) print(rpc, req.correlationID) end)
            end
            local a = app()
            a:start()
            print(a.timing.ready, a.protocolVersion, a.rpcVersion, a.vehicle.vehicleType.make)
            a:stop()
            """)
        #expect(
            printed == ["RegisterAppInterface\t1", "ListFiles\t2", "0.0\t5.4.1\t8.0.0\tDyno", "UnregisterAppInterface\t3"])
    }

    @Test func `stop works at any moment, and the same object starts again`() throws {
        let printed = try scenario(
            """
            hu:on("RegisterAppInterface", function(req) if req.n == 1 then return hu.noReply end end)
            local a = app()
            local starting = sdl.spawn(function() return pcall(a.start, a) end)
            sdl.sleep "500ms"
            print(a.state)
            a:stop()
            local ok, problem = starting:await()
            print(ok, problem.kind, problem.message, a.state)
            a:stop()
            sdl.sleep "2s"
            a:start()
            print(a.state)
            """)
        #expect(
            printed == ["connected", "false\tcancelled\tthe application was stopped before it was ready\tstopped", "ready"])
    }

    @Test func `a delegate may decline a vehicle before it registers`() throws {
        let printed = try scenario(
            """
            hu:on("RegisterAppInterface", function() print "registered" end)
            local a = app { delegate = {
              didReceiveSystemInfo = function(app, info) print(info.vehicleType.make, app.state) return false end,
              managerDidDisconnect = function() print "disconnected" end,
            } }
            a:on("systemInfo", function(info) print("event", info.vehicleType.model) end)
            local ok, problem = pcall(a.start, a)
            print(ok, problem.kind, problem.message)
            """)
        #expect(
            printed == [
                "event\tRoller", "Dyno\tconnected", "disconnected", "false\tcancelled\tthe script declined this vehicle",
            ])
    }

    @Test func `an old head unit describes its vehicle in the answer to the registration`() throws {
        let printed = try output(
            of: """
                local sdl = require "sdl"
                local hu = sdl.headunit { protocolVersion = "5.3.0" }
                local a = sdl.app { appName = "x", fullAppID = "y", headunit = hu, delegate = {
                  systemInfo = function(app, info) print(info.vehicleType.make, app.state) sdl.sleep "1s" end } }
                a:start()
                print(sdl.now(), a.state)
                a:stop()
                """)
        #expect(printed == ["Dyno\tregistered", "1.0\tready"])
    }

    @Test(arguments: [
        (#"minimumProtocolVersion = "5.4.0""#, #"protocolVersion = "5.1.0""#, "versionTooLow"),
        (#"minimumRPCVersion = "8.0.0""#, #"rpcVersion = "7.1.0""#, "versionTooLow"),
    ])
    func `a head unit that is too old is left, whoever waits is told`(own: String, other: String, kind: String) throws {
        let printed = try output(
            of: """
                local sdl = require "sdl"
                local hu = sdl.headunit { \(other) }
                local a = sdl.app { appName = "x", fullAppID = "y", headunit = hu, \(own), reconnect = {} }
                a:on("managerDidDisconnect", function() print "disconnected" end)
                local ok, problem = pcall(a.start, a)
                print(ok, problem.kind, a.state, #hu.apps)
                """)
        #expect(printed == ["disconnected", "false\t\(kind)\tstopped\t0"])
    }

    @Test func `a delegate of languages that raises, and one that returns nonsense, change nothing`() throws {
        for answer in ["error 'no idea'", "return 5", "return { appName = 7 }", "return { name = 'x' }"] {
            let rig = ScriptRig()
            let outcome = try rig.run(
                """
                local sdl = require "sdl"
                local hu = sdl.headunit { language = "DE-DE", hmiDisplayLanguage = "DE-DE" }
                hu:on("ChangeRegistration", function() print "changed" end)
                local a = sdl.app { appName = "x", fullAppID = "y", headunit = hu, delegate = {
                  shouldUpdateLifecycleConfigurationToLanguage = function() \(answer) end } }
                a:start()
                print(a.state, a.appName)
                a:stop()
                """)
            #expect(outcome == .handlersFailed(1))
            #expect(rig.printed == ["ready\tx"])
        }
    }

    @Test func `languages that are not supported are not asked for`() throws {
        let printed = try output(
            of: """
                local sdl = require "sdl"
                local hu = sdl.headunit { language = "DE-DE", hmiDisplayLanguage = "DE-DE" }
                local a = sdl.app { appName = "x", fullAppID = "y", headunit = hu, languagesSupported = { "EN-US" }, delegate = {
                  shouldUpdateLifecycleConfigurationToLanguage = function() print "asked" end } }
                print(a:start().resultCode)
                a:stop()
                """)
        #expect(printed == ["WRONG_LANGUAGE"])
    }

    @Test(arguments: [
        ("APP_UNAUTHORIZED", "stopped"), ("PROTOCOL_VIOLATION", "stopped"), ("LANGUAGE_CHANGE", "ready"), ("MASTER_RESET", "ready"),
        ("TOO_MANY_REQUESTS", "ready"), ("USB_DISCONNECTED", "ready"), ("RESOURCE_CONSTRAINT", "ready"),
    ])
    func `the reason of an unregistration decides whether the application comes back`(reason: String, state: String) throws {
        let printed = try scenario(
            """
            local a = app()
            a:start()
            hu:unregister(a, "\(reason)")
            sdl.sleep "5s"
            print(a.state)
            """)
        #expect(printed == [state])
    }

    @Test func `a hash is kept, sent, and thrown away when it is worth nothing`() throws {
        let printed = try scenario(
            """
            hu:on("RegisterAppInterface", function(req) print("hash", req.params.hashID and #req.params.hashID) end)
            local a = app { hashID = "made up" }
            a:on("ready", function(err) print("ready", err and err.resultCode, a.resumed) end)
            a:start() hu.user:activate(a) settle()
            print(a.hashID)
            a.rpc.AddCommand { cmdID = 1, menuParams = { menuName = "x" } } settle()
            hu:unregister(a, "IGNITION_OFF")
            a:waitFor "ready"
            print(#hu:screen(a).menu, #a.hashID)
            a:stop()
            print(a.hashID)
            a:start()
            """)
        #expect(
            printed == [
                "hash\t7", "ready\tRESUME_FAILED\tfalse", "nil", "hash\t32", "ready\tnil\ttrue", "1\t32", "nil", "hash\tnil",
                "ready\tnil\tfalse",
            ])
    }

    @Test func `observers of permissions survive a reconnect and begin again from unknown`() throws {
        let printed = try scenario(
            """
            local a = app()
            a:start() hu.user:activate(a) settle()
            a.permissions:observe({ "Show" }, "allAllowed", function(status) print(status.group) end)
            hu:unregister(a, "USB_DISCONNECTED")
            a:waitFor "ready"
            print(a.permissions:isAllowed "Show")
            hu.user:activate(a) settle()
            """)
        #expect(printed == ["allowed", "false", "allowed"])
    }

    @Test(arguments: [
        ("appNam = 'x'", "sdl.app has no `appNam`; did you mean `appName`?"),
        ("appName = 'x', fullAppID = 5", "`fullAppID` of sdl.app must be a string"),
        (
            "appName = 'x', fullAppID = 'y', reconnect = { intervall = '1s' }",
            "`reconnect` of sdl.app has no `intervall`; did you mean `interval`?"
        ),
        ("appName = 'x', fullAppID = 'y', heartbeat = { sent = true }", "`heartbeat` of sdl.app has no `sent`; did you mean `send`?"),
        (
            "appName = 'x', fullAppID = 'y', languagesSupported = { 'DE-D' }",
            "`languagesSupported` of sdl.app: \"DE-D\" is not a Language; did you mean \"DE-DE\"?"
        ),
        (
            "appName = 'x', fullAppID = 'y', appIcon = 'icon.png'",
            "bad argument `appIcon` to `sdl.app`: expected a file made by sdl.file, got string"
        ),
        ("appName = 'x', fullAppID = 'y', permissionMode = 'x'", "`permissionMode` of sdl.app must be one of \"replace\", \"merge\""),
        (
            "appName = 'x', fullAppID = 'y', requestTimeout = 5",
            "`requestTimeout` of sdl.app must be a duration with a unit, such as \"500ms\", \"5s\" or \"1m\""
        ),
        ("appName = 'x', fullAppID = 'y', hmiAlways = 1", "`hmiAlways` of sdl.app must be true or false"),
    ])
    func `a wrong configuration says what is wrong and what was meant`(fields: String, message: String) throws {
        let text = try failure(of: "local sdl = require 'sdl'\nsdl.app { \(fields) }")
        #expect(text == "/test/main.lua:2: \(message)")
    }

    @Test func `every key of the configuration is accepted`() throws {
        let printed = try scenario(
            """
            local a = app {
              appID = "short", ngnMediaScreenAppName = "T", appHMIType = { "MEDIA" }, isMediaApplication = true, languageDesired = "EN-US",
              hmiDisplayLanguageDesired = "EN-US", languagesSupported = { "EN-US", "DE-DE" }, ttsName = { { type = "TEXT", text = "t" } },
              vrSynonyms = { "tee" }, appIcon = sdl.file { bytes = "x", name = "x.png" },
              dayColorScheme = { primaryColor = { red = 1, green = 2, blue = 3 } },
              nightColorScheme = { primaryColor = { red = 1, green = 2, blue = 3 } }, hashID = "h", minimumProtocolVersion = "2.0.0",
              minimumRPCVersion = "3.0", protocolVersion = "5.4.1", heartbeat = { interval = "5s", send = true, answer = true },
              reconnect = { interval = "1s", max = "10s" }, lockScreen = { displayMode = "always", enableDismissGesture = false },
              requestTimeout = "5s", delegate = {}, permissionMode = "merge", hmiAlways = true,
            }
            a:start()
            print(a.appID, a.configuration.vrSynonyms[1])
            """)
        #expect(printed == ["short\ttee"])
    }

    @Test func `waiting for a state counts what is so now`() throws {
        let printed = try scenario(
            """
            local a = app()
            print(a:waitForState "stopped")
            sdl.after("1s", function() a:start() end)
            print(a:waitForState "ready", sdl.now())
            print(pcall(a.waitForState, a, "redy"))
            print(a:waitForState("stopped", { timeout = "1s", orNil = true }))
            """)
        #expect(printed.prefix(2) == ["stopped", "ready\t1.0"])
        #expect(printed[2].contains("\"redy\" is not a state; did you mean \"ready\"?"))
        #expect(printed[3] == "nil")
    }
}
