// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import DynoScript

/// What the guides promise about sound and system context (documents 0, 1 and 4).
@Suite struct StatementsOfAudioTests {
    @Test func `statement 1.5: the system context says what is over the application`() throws {
        let printed = try scenario(
            """
            local a = app()
            a:on("systemContext", function(old, new) print(old, new) end)
            a:start() hu.user:activate(a) settle()
            hu.user:menu(true) settle()
            hu.user:menu(false) settle()
            hu.user:voice(true) settle()
            hu.user:voice(false) settle()
            """)
        #expect(printed == ["nil\tMAIN", "MAIN\tMENU", "MENU\tMAIN", "MAIN\tVRSESSION", "VRSESSION\tMAIN"])
    }

    @Test func `statements 0.10, 1.15: the audio state says whether the application is heard`() throws {
        let printed = try scenario(
            """
            local a = app { appHMIType = { "MEDIA" } }
            a:on("audioStreamingState", print)
            a:start()
            hu.user:activate(a) settle()
            hu.user:exit(a) settle()
            """)
        #expect(printed == ["NOT_AUDIBLE\tNOT_AUDIBLE", "NOT_AUDIBLE\tAUDIBLE", "AUDIBLE\tNOT_AUDIBLE"])
    }

    @Test func `statements 0.11, 1.15: whatever makes a sound changes it`() throws {
        let printed = try scenario(
            """
            local a = app { appHMIType = { "MEDIA" } }
            local other = app { appName = "Other", fullAppID = "o", appHMIType = { "MEDIA" } }
            a:start() other:start() hu.user:activate(a) settle()
            local what
            a:on("audioStreamingState", function(old, new) print(what, new) end)
            what = "Speak" a.rpc.Speak { ttsChunks = { { type = "TEXT", text = "Hello" } } } settle()
            what = "Alert" a.rpc.Alert { alertText1 = "x", ttsChunks = { { type = "TEXT", text = "Hello" } } } settle()
            what = "voice" hu.user:voice(true) settle() hu.user:voice(false) settle()
            what = "call" hu.user:phoneCall(true) settle() hu.user:phoneCall(false) settle()
            what = "other" hu.user:activate(other) settle()
            """)
        #expect(
            printed == [
                "Speak\tATTENUATED", "Speak\tAUDIBLE", "Alert\tATTENUATED", "Alert\tAUDIBLE", "voice\tNOT_AUDIBLE", "voice\tAUDIBLE",
                "call\tNOT_AUDIBLE", "call\tAUDIBLE", "other\tNOT_AUDIBLE",
            ])
    }

    @Test func `statements 0.12, 1.16: audible, mixed with something else, not audible`() throws {
        let printed = try scenario(
            """
            local a = app { appHMIType = { "MEDIA" } }
            a:start() hu.user:activate(a) settle()
            a:on("audioStreamingState", function(old, new) print(new) end)
            a.rpc.Alert { alertText1 = "x", playTone = true } settle()
            hu.user:voice(true) settle()
            """)
        #expect(printed == ["ATTENUATED", "AUDIBLE", "NOT_AUDIBLE"])
    }

    @Test func `statements 0.13, 1.17, 4.1, 4.2: a delegate may hear of sound, with what was before`() throws {
        let printed = try scenario(
            """
            local a = app { appHMIType = { "MEDIA" }, delegate = {
              audioStreamingState = function(app, old, new) print(app.appName, old, new) end,
            } }
            a:start() settle()
            hu:notify(a, "OnHMIStatus", { hmiLevel = "NONE", systemContext = "MAIN" }, { validate = false }) settle()
            hu:notify(a, "OnHMIStatus", { hmiLevel = "NONE", audioStreamingState = "NOT_AUDIBLE", systemContext = "MAIN" }) settle()
            local quiet = app { appName = "Quiet", fullAppID = "q", delegate = {} }
            quiet:start() hu.user:activate(quiet)
            """)
        #expect(printed == ["Test\tNOT_AUDIBLE\tNOT_AUDIBLE", "Test\tNOT_AUDIBLE\tnil", "Test\tnil\tNOT_AUDIBLE"])
    }

    @Test func `statements 0.14, 1.18: ALERT while its own alert is there, MAIN after it`() throws {
        let printed = try scenario(
            """
            local a = app()
            a:start() hu.user:activate(a) settle()
            a:on("systemContext", print)
            print(a.rpc.Alert({ alertText1 = "x", duration = 3000 }).resultCode)
            """)
        #expect(printed == ["MAIN\tALERT", "ALERT\tMAIN", "SUCCESS"])
    }

    @Test func `statements 0.15, 1.19: only the alerting application is in ALERT, the visible one is obscured`() throws {
        let printed = try scenario(
            """
            local a = app { appName = "A", fullAppID = "a", appHMIType = { "NAVIGATION" } }
            local b = app { appName = "B", fullAppID = "b", appHMIType = { "MEDIA" } }
            a:start() b:start() hu.user:activate(b) hu.user:activate(a) settle()
            a:on("systemContext", function(old, new) print("A", new) end)
            b:on("systemContext", function(old, new) print("B", new) end)
            b.rpc.Alert { alertText1 = "x", duration = 3000 }
            settle()
            """)
        #expect(printed.sorted() == ["A\tHMI_OBSCURED", "A\tMAIN", "B\tALERT", "B\tMAIN"])
    }

    @Test func `statements 0.16, 1.20, 4.1: a delegate may hear of the context, first from nothing`() throws {
        let printed = try scenario(
            """
            local a = app { delegate = { systemContext = function(app, old, new) print(old, new) end } }
            a:start() settle()
            hu:setSystemContext(a, "ALERT") settle()
            """)
        #expect(printed == ["nil\tMAIN", "MAIN\tALERT"])
    }

    @Test func `statement 4.3: sound and context can be asked for at any time`() throws {
        let printed = try scenario(
            """
            local a = app { appHMIType = { "MEDIA" } }
            print(a.audioStreamingState, a.systemContext, a.hmiLevel)
            a:start() hu.user:activate(a) settle()
            print(a.audioStreamingState, a.systemContext, a.hmiLevel)
            """)
        #expect(printed == ["nil\tnil\tnil", "AUDIBLE\tMAIN\tFULL"])
    }

    @Test func `statement 4.4: stopping forgets the registration, the ids, level, sound and context`() throws {
        let printed = try scenario(
            """
            local a = app()
            local ids = {}
            hu:on("RegisterAppInterface", function(req) ids[#ids + 1] = req.correlationID end)
            a:start() hu.user:activate(a) settle()
            a:on("hmiLevel", print)
            a:stop()
            print(a.registerResponse, a.hmi.hmiLevel, a.hmi.audioStreamingState, a.hmi.systemContext, a.rpcVersion, a.sessionID)
            a:start()
            print(table.concat(ids, " "))
            """)
        #expect(printed == ["nil\tnil\tnil\tnil\tnil\tnil", "NONE\tNONE", "1 1"])
    }

    @Test func `statement 4.5: everything is stored before anybody is told`() throws {
        let printed = try scenario(
            """
            local a = app { appHMIType = { "MEDIA" } }
            a:start() settle()
            a:on("hmiLevel", function(old, new) print(new, a.hmi.audioStreamingState, a.hmi.systemContext) end)
            hu.user:activate(a) settle()
            """)
        #expect(printed == ["FULL\tAUDIBLE\tMAIN"])
    }

    @Test func `statements 4.6, 4.7: level, sound, video, context, in this order, and only what changed`() throws {
        let printed = try scenario(
            """
            local a = app { appHMIType = { "NAVIGATION" } }
            a:start() settle()
            for _, name in ipairs { "systemContext", "videoStreamingState", "audioStreamingState", "hmiLevel" } do
              a:on(name, function(old, new) print(name, old, new) end)
            end
            a:on("OnHMIStatus", function() print "raw" end)
            hu.user:activate(a) settle()
            hu:setSystemContext(a, "MENU") settle()
            """)
        #expect(
            printed == [
                "hmiLevel\tNONE\tFULL", "audioStreamingState\tNOT_AUDIBLE\tAUDIBLE", "videoStreamingState\tNOT_STREAMABLE\tSTREAMABLE",
                "raw",
                "systemContext\tMAIN\tMENU", "raw",
            ])
    }

    @Test func `statements 4.6, 4.7: a compatibility switch tells the level each time`() throws {
        let printed = try scenario(
            """
            local a = app { hmiAlways = true }
            a:start() settle()
            a:on("hmiLevel", print)
            hu:setSystemContext(a, "MENU") settle()
            """)
        #expect(printed == ["NONE\tNONE"])
    }

    @Test func `statement 4.8: a status with a new sound and one with a new context`() throws {
        let printed = try scenario(
            """
            local a = app()
            a:start() settle()
            hu:notify(a, "OnHMIStatus", { hmiLevel = "FULL" }, { validate = false }) settle()
            a:on("audioStreamingState", function(old, new) print("audio", old, new, a.audioStreamingState) end)
            a:on("systemContext", function(old, new) print("context", old, new, a.systemContext) end)
            hu:notify(a, "OnHMIStatus", { hmiLevel = "FULL", audioStreamingState = "NOT_AUDIBLE" }, { validate = false }) settle()
            hu:notify(a, "OnHMIStatus", { hmiLevel = "FULL", audioStreamingState = "NOT_AUDIBLE", systemContext = "ALERT" }) settle()
            """)
        #expect(printed == ["audio\tnil\tNOT_AUDIBLE\tNOT_AUDIBLE", "context\tnil\tALERT\tALERT"])
    }

    @Test func `statement 4.9: whoever wants may watch the raw notification instead`() throws {
        let printed = try scenario(
            """
            local a = app()
            local watch = a:on("OnHMIStatus", function(p) print(p.hmiLevel, p.windowID) end)
            a:start() settle()
            hu:notify(a, "OnHMIStatus", { hmiLevel = "FULL", audioStreamingState = "AUDIBLE", systemContext = "MAIN", windowID = 2 }) settle()
            print(a.hmiLevel)
            watch:cancel()
            hu.user:activate(a) settle()
            """)
        #expect(printed == ["NONE\t0", "FULL\t2", "NONE"])
    }
}
