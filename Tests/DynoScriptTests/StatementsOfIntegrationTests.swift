// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import DynoScript

/// What the basics of integration promise, statement by statement (document 2). Statement 2.14 is about another platform's build.
@Suite struct StatementsOfIntegrationTests {
    @Test func `statement 2.1: RPCs flow both ways`() throws {
        let printed = try scenario(
            """
            local a = app { appHMIType = { "MEDIA" } }
            a:start() hu.user:activate(a) settle()
            a:onButton("OK", function(p) print("button", p.buttonPressMode) end)
            print(a.rpc.Show { mainField1 = "x" }.resultCode, a.rpc.Speak { ttsChunks = { { type = "TEXT", text = "x" } } }.resultCode)
            hu.policy:allow(a, "GetVehicleData", { levels = { "FULL" }, parameters = { "speed" } }) settle()
            hu.vehicle.speed = 42.5
            print(a.rpc.GetVehicleData { speed = true }.speed)
            hu.user:press "OK" settle()
            """)
        #expect(printed == ["SUCCESS\tSUCCESS", "42.5", "button\tSHORT"])
    }

    @Test func `statement 2.2: an application has one connection; starting it again only waits`() throws {
        let printed = try scenario(
            """
            local a = app()
            sdl.all(function() a:start() end, function() a:start() end)
            a:start()
            print(#hu.apps, a.state)
            """)
        #expect(printed == ["1\tready"])
    }

    @Test func `statements 2.3, 2.16: it looks for the head unit until it is there, and again after each loss`() throws {
        let printed = try scenario(
            """
            local a = app { reconnect = { interval = "1s" } }
            a:on("ready", function() print("ready", sdl.now() // 1) end)
            hu.user:ignition "off"
            sdl.after("5s", function() hu.user:ignition "on" end)
            a:start()
            hu.user:ignition "off"
            sdl.after("10s", function() hu.user:ignition "on" end)
            a:waitFor("ready")
            """)
        #expect(printed.count == 2)
        #expect(printed.first == "ready\t7.0", "\(printed)")
    }

    @Test func `statement 2.4: one object connects, uploads and sends`() throws {
        let printed = try scenario(
            """
            local a = app()
            a:start() hu.user:activate(a) settle()
            a.files:upload(sdl.file { bytes = "picture", name = "p.png" })
            a.rpc.Show { mainField1 = "x", graphic = { value = "p.png", imageType = "DYNAMIC" } }
            print(hu:files(a)[1].name, hu:screen(a).graphic.value)
            """)
        #expect(printed == ["p.png\tp.png"])
    }

    @Test func `statement 2.5: name and id are needed, and any id will do`() throws {
        #expect(
            try failure(of: "require 'sdl'.app { appName = 'x' }").hasSuffix(
                #"sdl.app needs `fullAppID`: sdl.app { appName = "Hello", fullAppID = "8675309" }"#))
        #expect(try scenario("local a = app { fullAppID = 'no such id' } a:start() print(a.state)") == ["ready"])
    }

    @Test func `statements 2.6, 2.7: the head unit is named by a URL, and one that can't be used is an error at once`() throws {
        let text = try failure(of: "local a = require 'sdl'.app { appName = 'x', fullAppID = 'y', headunit = 'iap://' }")
        #expect(text.hasPrefix("/test/main.lua:1: iap://"))
    }

    @Test func `statement 2.8: there is a short name for small places`() throws {
        let printed = try scenario(
            """
            hu:on("RegisterAppInterface", function(req) print(req.params.appName, req.params.ngnMediaScreenAppName) end)
            app({ shortAppName = "T" }):start()
            app({ appName = "Other", fullAppID = "o", ngnMediaScreenAppName = "O" }):start()
            """)
        #expect(printed == ["Test\tT", "Other\tO"])
    }

    @Test func `statement 2.9: the icon is uploaded and set before ready, and kept by the head unit`() throws {
        let printed = try scenario(
            """
            for _, rpc in ipairs { "RegisterAppInterface", "ListFiles", "PutFile", "SetAppIcon" } do
              hu:on(rpc, function(req) print(rpc, req.params.syncFileName) end)
            end
            local a = app { appIcon = sdl.file { bytes = "icon", name = "icon.png", persistent = true } }
            a:on("ready", function() print "ready" end)
            a:start()
            local file = hu:files(a)[1]
            print(file.name, file.type, file.persistent)
            """)
        #expect(
            printed == [
                "RegisterAppInterface\tnil", "ListFiles\tnil", "PutFile\ticon.png", "SetAppIcon\ticon.png", "ready",
                "icon.png\tGRAPHIC_PNG\ttrue",
            ])
    }

    @Test func `statement 2.9: an icon the head unit still has is not sent again`() throws {
        let printed = try scenario(
            """
            local a = app { appIcon = sdl.file { bytes = "icon", name = "icon.png", persistent = true } }
            a:start()
            local puts = 0
            hu:on("PutFile", function() puts = puts + 1 end)
            hu:unregister(a, "USB_DISCONNECTED")
            a:waitFor("ready")
            print(puts, a.registerResponse.iconResumed)
            """)
        #expect(printed == ["0\ttrue"])
    }

    @Test func `statement 2.9: a refused icon is told and does not keep the application from ready`() throws {
        let result = try failingScenario(
            """
            hu:on("PutFile", function() return "OUT_OF_MEMORY" end)
            hu:on("SetAppIcon", function() print "set" end)
            local a = app { appIcon = sdl.file { bytes = "icon", name = "icon.png" } }
            a:start()
            print(a.state)
            """)
        #expect(result.printed == ["ready"])
        #expect(result.errors == ["the app icon was not uploaded: `PutFile` failed: OUT_OF_MEMORY"])
    }

    @Test func `statement 2.10: the type sorts the application, and MEDIA makes it one for audio`() throws {
        let printed = try scenario(
            """
            for i, types in ipairs { { "MEDIA" }, { "NAVIGATION" }, { "DEFAULT", "MEDIA" }, { "INFORMATION" } } do
              app({ appName = "A" .. i, fullAppID = "a" .. i, appHMIType = types }):start()
            end
            for _, a in ipairs(hu.apps) do print(a.appName, a.isMedia) end
            """)
        #expect(printed == ["A1\ttrue", "A2\tfalse", "A3\ttrue", "A4\tfalse"])
    }

    @Test func `statements 2.11, 2.15: one table configures, and is copied`() throws {
        let printed = try scenario(
            """
            local config = { appName = "Mine", fullAppID = "mine", headunit = hu, lockScreen = { displayMode = "always" } }
            local a = sdl.app(config)
            config.appName = "Changed"
            a:start()
            print(hu.apps[1].appName, a.lockScreen.shown)
            a:stop()
            """)
        #expect(printed == ["Mine\ttrue"])
    }

    @Test func `statement 2.12: the screen is locked while driving, not while standing`() throws {
        let printed = try scenario(
            """
            local a = app()
            a:start() hu.user:activate(a) settle()
            a:on("lockScreenStatus", function(status, details) print(status, details.shown, a.lockScreenStatus) end)
            hu.user:driverDistraction(true) settle()
            hu.user:driverDistraction(false) settle()
            """)
        #expect(printed == ["REQUIRED\ttrue\tREQUIRED", "OPTIONAL\tfalse\tOPTIONAL", "OFF\tfalse\tOFF"])
    }

    @Test func `statement 2.13: the lock screen can be disabled, and what it can be is checked`() throws {
        let printed = try scenario(
            """
            local a = app { lockScreen = false }
            a:start() hu.user:activate(a) hu.user:driverDistraction(true) settle()
            print(a.lockScreenStatus, a.lockScreen.shown)
            print(pcall(app, { lockScreen = { displayMod = "always" } }))
            print(pcall(app, { lockScreen = { displayMode = "sometimes" } }))
            """)
        #expect(printed.first == "REQUIRED\tfalse")
        #expect(printed[1].hasSuffix("`lockScreen` of sdl.app has no `displayMod`; did you mean `displayMode`?"))
        #expect(
            printed[2].hasSuffix(
                "`lockScreen.displayMode` of sdl.app must be one of \"never\", \"requiredOnly\", \"optionalOrRequired\", \"always\""))
    }

    @Test func `statement 2.17: before ready nothing is sent, and in NONE what the screen needs is refused`() throws {
        let printed = try scenario(
            """
            local a = app()
            for _, way in ipairs { "rpc", "try" } do
              local ok, problem = pcall(a[way].Show, { mainField1 = "x" })
              print(ok, problem.kind, problem.message)
            end
            a:start()
            print(a.try.Show({ mainField1 = "x" }).resultCode)
            """)
        let refusal = "false\tnotReady\t`Show` was not sent: the application is stopped; wait for app:start() to return"
        #expect(printed == [refusal, refusal, "DISALLOWED"])
    }

    @Test func `statements 2.18, 2.19: ready is told with a warning, a refusal with its code and text`() throws {
        let printed = try scenario(
            """
            local a = app { languageDesired = "DE-DE", hmiDisplayLanguageDesired = "DE-DE" }
            a:on("ready", function(err) print("ready", err.kind, err.code, err.resultCode) end)
            print(a:start().resultCode)
            hu.policy:set("test-2", {})
            hu:on("RegisterAppInterface", function() return "DISALLOWED", { info = "not here" } end)
            local b = app { appName = "B", fullAppID = "test-2" }
            local ok, problem = pcall(b.start, b)
            print(ok, problem.kind, problem.resultCode, problem.info, b.state)
            """)
        #expect(
            printed == [
                "ready\twarning\t-7\tWRONG_LANGUAGE", "WRONG_LANGUAGE", "false\tregistrationRefused\tDISALLOWED\tnot here\tstopped",
            ])
    }

    @Test func `statement 2.20: the end of a connection is told once, each time`() throws {
        let printed = try scenario(
            """
            local n = 0
            local a = app { delegate = { managerDidDisconnect = function() n = n + 1 end } }
            a:start()
            a:stop() settle()
            print(n)
            a:start()
            hu.user:ignition "off" settle()
            print(n, a.state)
            a:stop() settle()
            print(n)
            """)
        #expect(printed == ["1", "2\treconnecting", "2"])
    }

    @Test func `statements 2.21, 2.24, 2.25: a strict head unit allows nothing in BACKGROUND, and only leaving in NONE`() throws {
        let printed = try scenario(
            """
            hu.policy:profile "seedStrict"
            local a = app()
            a:start() settle()
            print(a.permissions:isAllowed "Show", a.permissions:isAllowed "UnregisterAppInterface", a.permissions:isAllowed "ListFiles")
            hu:setHMILevel(a, "BACKGROUND") settle()
            print(a.permissions:isAllowed "Show", a.try.Show({ mainField1 = "x" }).resultCode)
            """)
        #expect(printed == ["false\ttrue\tfalse", "false\tDISALLOWED"])
    }

    @Test func `statement 2.22: in FULL an application may speak, show and listen`() throws {
        let printed = try scenario(
            """
            local a = app { appHMIType = { "MEDIA" } }
            a:start() hu.user:activate(a) settle()
            print(a.permissions:groupStatus { "Speak", "Show", "PerformInteraction", "SubscribeButton", "OnButtonPress" })
            """)
        #expect(printed == ["allowed"])
    }

    @Test func `statement 2.23: in LIMITED a media application shows text and hears its buttons`() throws {
        let printed = try scenario(
            """
            local a = app { appHMIType = { "MEDIA" } }
            a:start() hu.user:activate(a) settle()
            a:onButton("SEEKLEFT", function(p) print(p.buttonName) end)
            hu.user:background(a) settle()
            print(a.hmi.hmiLevel, a.rpc.Show({ mainField1 = "x" }).resultCode)
            hu.user:press "SEEKLEFT" settle()
            """)
        #expect(printed == ["LIMITED\tSUCCESS", "SEEKLEFT"])
    }

    @Test func `statement 2.25: leaving to NONE keeps the registration, the commands and the subscriptions`() throws {
        let printed = try scenario(
            """
            local a = app { appHMIType = { "MEDIA" } }
            a:start() hu.user:activate(a) settle()
            a.rpc.AddCommand { cmdID = 1, menuParams = { menuName = "One" } }
            a:onButton("OK", function() print "ok" end)
            hu.user:exit(a) settle()
            print(a.state, a.hmi.hmiLevel, #hu:screen(a).menu)
            hu.user:activate(a) settle()
            hu.user:press "OK" settle()
            """)
        #expect(printed == ["ready\tNONE\t1", "ok"])
    }
}
