// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import DynoScript

/// What proposal SDL-0156 promises, statement by statement (document 3).
@Suite struct StatementsOfApplicationTests {
    @Test func `statements 3.1, 3.18: the layer comes on top, and what is below stays as it is`() throws {
        let printed = try scenario(
            """
            local a = app { delegate = { didBecomeActive = function(app) print("layer", app.applicationState) end } }
            a:onHMI({ hmiLevel = "FULL" }, function(now) print("manager", now.hmiLevel) end)
            a:start() hu.user:activate(a) settle()
            print(a.rpc.Show({ mainField1 = "x" }).resultCode)
            """)
        #expect(printed == ["manager\tFULL", "layer\tactive", "SUCCESS"])
    }

    @Test func `statements 3.2, 3.11: five states follow level and connection`() throws {
        let printed = try scenario(
            """
            local a = app { appHMIType = { "MEDIA" } }
            local function state() settle() print(a.applicationState) end
            state()
            a:start() state()
            for _, level in ipairs { "BACKGROUND", "LIMITED", "FULL" } do hu:setHMILevel(a, level) state() end
            a:stop() state()
            """)
        #expect(printed == ["disconnected", "notRunning", "background", "limited", "active", "disconnected"])
    }

    @Test func `statement 3.3: capabilities come from the registration and from questions`() throws {
        let printed = try scenario(
            """
            local a = app()
            a:start() hu.user:activate(a) settle()
            local c = a.systemCapabilities
            print(type(c.buttonCapabilities), type(c.hmiCapabilities), c:isSupported "PHONE_CALL")
            print(type(c:get "PHONE_CALL"), type(c:get "DISPLAYS"))
            """)
        #expect(printed == ["table\ttable\ttrue", "table\ttable"])
    }

    @Test func `statements 3.4, 3.7, 3.9: the shared application is made once and hands its root back`() throws {
        let printed = try scenario(
            """
            print(sdl.application.shared)
            local root = {}
            local a = sdl.application.initialize({ appName = "Shared", fullAppID = "s", headunit = hu }, root, {
              didFinishLaunching = function(app) print("launched", app == sdl.application.shared) end,
            })
            print(a == sdl.application.sharedApplication, a.viewControllerManager.root == root)
            print(pcall(sdl.application.initialize))
            local other = app()
            print(other ~= a, other.viewControllerManager)
            a:start() hu.user:activate(a) settle() a:stop()
            """)
        #expect(printed[0] == "nil" && printed[1] == "true\ttrue")
        #expect(printed[2].hasSuffix("`sdl.application.initialize` was called before; make further applications with sdl.app{…}"))
        #expect(printed[3...] == ["true\tnil", "launched\ttrue"])
    }

    @Test func `statements 3.5, 3.8: the properties`() throws {
        let printed = try scenario(
            """
            local a = app { appHMIType = { "MEDIA" } }
            a:start() hu.user:activate(a) settle()
            print(a.applicationState, a.audibleState, a.systemContext, a.configuration.appName)
            print(a.systemCapabilities == a.capabilities, a.fileManager == a.files, a.permissionManager == a.permissions,
              a.sdlManager == a, a.streamManager)
            print(pcall(function() a.applicationState = "active" end))
            a.delegate = { didClose = function() print "closed" end }
            hu.user:exit(a) settle()
            """)
        #expect(printed[0] == "active\tAUDIBLE\tMAIN\tTest" && printed[1] == "true\ttrue\ttrue\ttrue\tnil")
        #expect(printed[2].hasSuffix("`app.applicationState` can't be set; give it to sdl.app{…} instead"))
        #expect(printed[3...] == ["closed"])
    }

    @Test func `statement 3.6: a feature watches what it needs, and says when it is denied`() throws {
        let printed = try scenario(
            """
            local a = app()
            local speed = a.permissions:feature({ { "GetVehicleData", "speed" } }, function(status) print("now", status) end)
            print(speed.authorizationStatus)
            hu.policy:set(a, { GetVehicleData = { levels = { "FULL" }, parameters = { "speed" } } })
            a:start() settle()
            local ok, problem = pcall(speed.check, speed)
            print(ok, problem.kind, speed.authorizationStatus)
            hu.user:activate(a) settle()
            print(pcall(speed.check, speed))
            hu.policy:set(a, { GetVehicleData = { levels = { "FULL" }, parameters = { "rpm" } } }) settle()
            """)
        #expect(printed == ["notDetermined", "false\tdenied\tdenied", "now\tauthorized", "true", "now\trestricted"])
    }

    @Test func `statement 3.10: without a configuration it is HelloSDL`() throws {
        let printed = try output(
            of: """
                local sdl = require "sdl"
                local a = sdl.application.initialize(nil)
                print(a.appName, a.fullAppID)
                a:start()
                print(a.state)
                a:stop()
                """)
        #expect(printed == ["SDL APP\t001", "ready"])
    }

    @Test func `statement 3.12: a delegate may have any of the functions, and none of others`() throws {
        let printed = try scenario(
            """
            app { delegate = {} }
            print(pcall(app, { delegate = { didFinishLaunch = print } }))
            print(pcall(app, { delegate = { didClose = 5 } }))
            """)
        #expect(printed[0].hasSuffix("there is no event `didFinishLaunch`; did you mean `didFinishLaunching`?"))
        #expect(printed[1].hasSuffix("bad argument `didClose` to `the delegate of sdl.app`: expected a function, got number"))
    }

    @Test func `statements 3.13, 3.14: notifications of the same names carry the application`() throws {
        let printed = try scenario(
            """
            local a = app { delegate = { didBecomeActive = function(app) print("delegate", app == made[1]) end } }
            a:on("SDLApplicationDidBecomeActive", function(app) print("notification", app == a) end)
            a:on("didBecomeActive", function(app) print("event", app == a) end)
            a:start() hu.user:activate(a)
            print("waited", a:waitFor("didBecomeActive") == a)
            """)
        #expect(printed == ["delegate\ttrue", "notification\ttrue", "event\ttrue", "waited\ttrue"])
    }

    @Test func `statements 3.15, 3.19: the whole way there and back`() throws {
        let printed = try scenario(
            """
            local a = app { appHMIType = { "MEDIA" } }
            for _, name in ipairs { "didConnect", "didDisconnect", "didFinishLaunching", "didBecomeActive", "didBecomeLimited",
              "didEnterBackground", "didClose" } do a:on(name, function() print(name) end) end
            a:start() settle()
            for _, level in ipairs { "FULL", "LIMITED", "BACKGROUND", "NONE", "BACKGROUND", "FULL" } do
              hu:setHMILevel(a, level) settle()
            end
            a:stop()
            """)
        #expect(
            printed == [
                "didConnect", "didFinishLaunching", "didBecomeActive", "didBecomeLimited", "didEnterBackground", "didClose",
                "didFinishLaunching", "didEnterBackground", "didBecomeActive", "didDisconnect",
            ])
    }

    @Test func `statements 3.15, 3.19: a failed registration tells the layer nothing`() throws {
        let printed = try scenario(
            """
            hu:on("RegisterAppInterface", function() return "DISALLOWED" end)
            local a = app()
            for _, name in ipairs { "didConnect", "didDisconnect", "managerDidDisconnect" } do a:on(name, function() print(name) end) end
            print((pcall(a.start, a)))
            """)
        #expect(printed == ["managerDidDisconnect", "false"])
    }

    @Test func `statement 3.16: three events of sound and five of context, after those of the level`() throws {
        let printed = try scenario(
            """
            local a = app { appHMIType = { "MEDIA" } }
            for _, name in ipairs { "didEnterMainContext", "didEnterVoiceRecognitionSession", "didEnterMenu", "didBecomeObscured",
              "didDisplayAlert", "didBecomeAudible", "didBecomeAttenuated", "didBecomeNotAudible", "didBecomeActive" } do
              a:on(name, function() print(name) end)
            end
            a:start() hu.user:activate(a) settle()
            hu:setAudioStreamingState(a, "ATTENUATED") settle()
            hu:setAudioStreamingState(a, "NOT_AUDIBLE") settle()
            for _, context in ipairs { "VRSESSION", "MENU", "HMI_OBSCURED", "ALERT", "MAIN" } do hu:setSystemContext(a, context) settle() end
            """)
        #expect(
            printed == [
                "didBecomeActive", "didBecomeAudible", "didBecomeAttenuated", "didBecomeNotAudible", "didEnterVoiceRecognitionSession",
                "didEnterMenu", "didBecomeObscured", "didDisplayAlert", "didEnterMainContext",
            ])
    }

    @Test func `statement 3.17: the delegate says how the application is called in another language`() throws {
        let printed = try scenario(
            """
            hu:on("ChangeRegistration", function(req) print(req.params.language, req.params.hmiDisplayLanguage, req.params.appName) end)
            local a = app { delegate = { shouldUpdateLifecycleConfigurationToLanguage = function(app, language, display)
              print(app.state, language, display)
              return { appName = "Hallo" }
            end } }
            a:start()
            hu.user:language "DE-DE"
            a:waitFor("ready", nil, { timeout = "10s" })
            print(a.appName, hu.apps[1].appName)
            """)
        #expect(printed == ["updatingConfiguration\tDE-DE\tDE-DE", "DE-DE\tDE-DE\tHallo", "Hallo\tHallo"])
    }
}
