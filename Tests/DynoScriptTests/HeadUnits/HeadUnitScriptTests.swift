// SPDX-License-Identifier: Apache-2.0
import Testing

/// `hu:` – requests, apps, the HMI, screen and files.
@Suite struct HeadUnitScriptTests {
    @Test func `a request is answered late, twice, by code, or never`() throws {
        try staged(
            """
            local a = new("A", "MEDIA", { requestTimeout = "1s" })
            hu.user:activate(a)  a:waitForHMI { hmiLevel = "FULL" }
            hu:on("Show", function(request)
              if request.n == 1 then sdl.sleep "500ms"  return "WARNINGS", { info = "late" } end
              if request.n == 2 then request:reply "SUCCESS"  request:reply("REJECTED", { info = "again" })  return end
              if request.n == 3 then
                sdl.after("3s", function() request:reply "SUCCESS" end)
                return hu.noReply
              end
            end)
            for i = 1, 4 do
              local ok, answer = pcall(a.try.Show, { mainField1 = "x" })
              print(sdl.now() // 0.1 / 10, ok and answer.resultCode or answer.kind)
            end
            sdl.sleep "5s"
            stop(a)
            """, prints: ["0.5\tWARNINGS", "0.5\tSUCCESS", "1.5\ttimeout", "1.5\tSUCCESS"])
    }

    @Test func `both answers of one request go over the wire, and no third`() throws {
        let rig = ScriptRig()
        let outcome = try rig.run(
            HeadUnitStage.script + """
                local a = new("A")
                hu.user:activate(a)  a:waitForHMI { hmiLevel = "FULL" }
                hu:on("Show", function(request) request:reply "SUCCESS"  request:reply "REJECTED" end)
                a.rpc.Show { mainField1 = "x" }
                sdl.sleep "1s"
                stop(a)
                """)
        #expect(outcome == .finished)
        #expect(rig.texts("response").filter { $0.hasPrefix("A: Show") }.count == 2)
    }

    @Test func `a handler for everything leaves those with their own handler alone`() throws {
        try staged(
            """
            local seen = {}
            hu:on("*", function(request) table.insert(seen, request.rpc) end)
            hu:on("Show", function() return "REJECTED" end)
            local a = new("A")
            hu.user:activate(a)  a:waitForHMI { hmiLevel = "FULL" }
            print(a.try.Show { mainField1 = "x" }.resultCode, a.try.Alert { alertText1 = "x", duration = 3000 }.resultCode)
            stop(a)
            print(table.concat(seen, " "))
            """, prints: ["REJECTED\tSUCCESS", "RegisterAppInterface ListFiles Alert UnregisterAppInterface"])
    }

    @Test func `a handler sees the app that is about to register`() throws {
        try staged(
            """
            hu:on("RegisterAppInterface", function(request)
              print(request.app.appName, request.app.fullAppID, request.app.isRegistered, #hu.apps)
            end)
            stop(new("A"))
            """, prints: ["A\tid-A\tfalse\t0"])
    }

    @Test func `an app has its fields as long as it is there, and its name for ever`() throws {
        try staged(
            """
            local gone
            hu:onAppGone(function(app) gone = app  print("gone", app.appName, app.isRegistered, app.hmiLevel) end)
            hu:onApp(function(app) print("here", app.appName, app.hmiLevel) end)
            local a = new("A", "MEDIA", { languageDesired = "EN-US" })
            hu.user:activate(a)  a:waitForHMI { hmiLevel = "FULL" }
            local app = hu.apps[1]
            for _, name in ipairs { "appName", "fullAppID", "sessionID", "hmiLevel", "audioStreamingState", "videoStreamingState",
              "systemContext", "isMedia", "isRegistered", "protocolVersion", "rpcVersion", "language", "hmiDisplayLanguage" } do
              print(name, app[name])
            end
            print(app.appID == a.appID, app.appHMIType[1], app.registration.appName, app == hu.apps[1], tostring(app))
            fails(function() app.hmiLevel = "FULL" end)
            stop(a)
            print(gone == app, app.fullAppID, app.hmiLevel, #hu.apps)
            """,
            prints: [
                "here\tA\tNONE", "appName\tA", "fullAppID\tid-A", "sessionID\t1", "hmiLevel\tFULL", "audioStreamingState\tAUDIBLE",
                "videoStreamingState\tNOT_STREAMABLE", "systemContext\tMAIN", "isMedia\ttrue", "isRegistered\ttrue",
                "protocolVersion\t5.4.1", "rpcVersion\t8.0.0", "language\tEN-US", "hmiDisplayLanguage\tEN-US",
                "true\tMEDIA\tA\ttrue\tapp A (id-A)",
                "`hmiLevel` of a head unit's app can't be set", "gone\tA\tfalse\tnil", "true\tid-A\tnil\t0",
            ])
    }

    @Test func `the policy grants and takes back the actions of soft buttons`() throws {
        try staged(
            """
            local a = new("A")
            hu.user:activate(a)  a:waitForHMI { hmiLevel = "FULL" }
            local function show(action)
              return a.try.Show { softButtons = { { type = "TEXT", text = "x", softButtonID = 1, systemAction = action } } }.resultCode
            end
            for _, action in ipairs { "KEEP_CONTEXT", "STEAL_FOCUS" } do
              print(show(action))
              hu.policy:allow(a, action)
              print(show(action))
              hu.policy:revoke(a, action)
              print(show(action))
            end
            stop(a)
            """, prints: ["DISALLOWED", "SUCCESS", "DISALLOWED", "DISALLOWED", "SUCCESS", "DISALLOWED"])
    }

    @Test func `a notification may carry bytes`() throws {
        try staged(
            """
            local a = new("A")
            a:on("OnSystemRequest", function(request) print(request.requestType, request.bulk) end)
            hu:notify(a, "OnSystemRequest", { requestType = "HTTP" }, { bulk = "\0snapshot" })
            sdl.sleep "1ms"
            print(select(2, pcall(hu.notify, hu, a, "OnSystemRequest", { requestType = "HTTP" }, { bulks = "x" })).message)
            stop(a)
            """, prints: ["HTTP\t\0snapshot", "the options of `notify` has no `bulks`; did you mean `bulk`?"])
    }

    @Test func `the HMI sees what policy lets through, by its own names`() throws {
        try staged(
            """
            local a = new("A", "MEDIA")
            local watch = hu.hmi:on("UI.Alert", function(event) print(event.name, event.params.alertText1, event.app.appName) end)
            hu.hmi:on("TTS.Speak", function(event) print(event.name) end)
            a.try.Alert { alertText1 = "in NONE" }
            hu.user:activate(a)  a:waitForHMI { hmiLevel = "FULL" }
            a.rpc.Alert { alertText1 = "Hi", ttsChunks = { { text = "Hi", type = "TEXT" } }, duration = 3000 }
            watch:cancel()
            a.rpc.Alert { alertText1 = "unseen", duration = 3000 }
            fails(hu.hmi.on, hu.hmi, "UI.Alrt", print)
            stop(a)
            """,
            prints: [
                "UI.Alert\tHi\tA", "TTS.Speak",
                "the HMI has no method `UI.Alrt`; did you mean `UI.Alert`?",
            ])
    }

    @Test func `levels and states are set by hand`() throws {
        try staged(
            """
            local a = new("A", "NAVIGATION")
            hu:setHMILevel(a, "LIMITED")  levels(a)
            hu:setAudioStreamingState(a, "NOT_AUDIBLE")  levels(a)
            hu:setHMILevel(a, "FULL")  sdl.sleep "1ms"
            hu:setVideoStreamingState(a, "STREAMABLE")  sdl.sleep "1ms"  print(a.hmi.videoStreamingState)
            hu:setSystemContext(a, "MENU")  sdl.sleep "1ms"  print(a.hmi.systemContext)
            fails(hu.setHMILevel, hu, a, "FUL")
            stop(a)
            """,
            prints: [
                "LIMITED AUDIBLE", "LIMITED NOT_AUDIBLE", "STREAMABLE", "MENU",
                "\"FUL\" is not a HMILevel; did you mean \"FULL\"? (one of FULL, LIMITED, BACKGROUND, NONE)",
            ])
    }

    @Test func `screen and files show what an app built up`() throws {
        try staged(
            """
            local a = new("A", "MEDIA")
            hu.user:activate(a)  a:waitForHMI { hmiLevel = "FULL" }
            a.rpc.Show { mainField1 = "Hello", softButtons = { { softButtonID = 3, type = "TEXT", text = "Go", systemAction = "DEFAULT_ACTION" } } }
            a.rpc.AddCommand { cmdID = 7, menuParams = { menuName = "Seven" } }
            a.rpc.PutFile({ syncFileName = "x.bin", fileType = "BINARY" }, { bulk = "12345" })
            sdl.spawn(function() a.rpc.Alert { alertText1 = "Hi", duration = 3000 } end)
            sdl.sleep "100ms"
            local screen, file = hu:screen(a), hu:files(a)[1]
            print(screen.fields.mainField1, screen.softButtons[1].softButtonID, screen.menu[1].menuName, screen.overlay.kind,
              screen.overlay.alertText1, screen.template ~= nil)
            print(file.name, file.type, file.size, file.persistent)
            sdl.sleep "5s"
            print(hu:screen(a).overlay)
            stop(a)
            """, prints: ["Hello\t3\tSeven\tAlert\tHi\ttrue", "x.bin\tBINARY\t5\tfalse", "nil"])
    }

    @Test func `notify is validated unless told otherwise; unregister says why`() throws {
        try staged(
            """
            local a = new("A", "MEDIA")
            a:on("OnTBTClientState", function(params) print(params.state) end)
            hu:notify(a, "OnTBTClientState", { state = "ROUTE_UPDATE_REQUEST" })  sdl.sleep "1ms"
            print((select(2, pcall(hu.notify, hu, a, "OnTBTClientState", { state = "LOST" }))).kind)
            hu:notify(a, "OnTBTClientState", { state = "LOST" }, { validate = false })  sdl.sleep "1ms"
            a:on("OnAppInterfaceUnregistered", function(params) print(params.reason) end)
            hu:unregister(a, "TOO_MANY_REQUESTS")
            sdl.sleep "1ms"
            stop(a)
            """, prints: ["ROUTE_UPDATE_REQUEST", "invalidParameters", "LOST", "TOO_MANY_REQUESTS"])
    }
}
