// SPDX-License-Identifier: Apache-2.0
import Testing

/// `hu.user:` and what the apps are told of it.
@Suite struct DriverScriptTests {
    @Test func `two apps: who is opened takes the screen, and of two media apps only one is heard`() throws {
        try staged(
            """
            local a, b = new("A", "MEDIA"), new("B", "MEDIA")
            levels(a, b)
            hu.user:activate(a)  levels(a, b)
            hu.user:activate(b)  levels(a, b)
            hu.user:background(b)  levels(a, b)
            hu.user:activate(a)  levels(a, b)
            hu.user:exit(a)  levels(a, b)
            stop(a, b)
            """,
            prints: [
                "NONE NOT_AUDIBLE, NONE NOT_AUDIBLE", "FULL AUDIBLE, NONE NOT_AUDIBLE", "BACKGROUND NOT_AUDIBLE, FULL AUDIBLE",
                "BACKGROUND NOT_AUDIBLE, LIMITED AUDIBLE", "FULL AUDIBLE, BACKGROUND NOT_AUDIBLE",
                "NONE NOT_AUDIBLE, BACKGROUND NOT_AUDIBLE",
            ])
    }

    @Test func `three apps: media, navigation and another one share screen and loudspeakers`() throws {
        try staged(
            """
            local a, b, c = new("A", "MEDIA"), new("B", "NAVIGATION"), new("C")
            hu.user:activate(a)  hu.user:activate(b)  levels(a, b, c)
            hu.user:activate(c)  levels(a, b, c)
            hu.user:phoneCall(true)  levels(a, b, c)
            hu.user:phoneCall(false)  levels(a, b, c)
            hu.user:voice(true)  levels(a, b, c)
            hu.user:voice(false)  levels(a, b, c)
            stop(a, b, c)
            """,
            prints: [
                "LIMITED AUDIBLE, FULL AUDIBLE, NONE NOT_AUDIBLE", "LIMITED AUDIBLE, LIMITED AUDIBLE, FULL NOT_AUDIBLE",
                "LIMITED NOT_AUDIBLE, LIMITED NOT_AUDIBLE, FULL NOT_AUDIBLE",
                "LIMITED AUDIBLE, LIMITED AUDIBLE, FULL NOT_AUDIBLE", "LIMITED NOT_AUDIBLE, LIMITED NOT_AUDIBLE, FULL NOT_AUDIBLE",
                "LIMITED AUDIBLE, LIMITED AUDIBLE, FULL NOT_AUDIBLE",
            ])
    }

    @Test func `an app is named by the script's object, the head unit's, its id or its name`() throws {
        try staged(
            """
            local a = new("A", "MEDIA")
            for _, name in ipairs { a, hu.apps[1], "id-A", "A" } do
              hu.user:activate(name)  levels(a)
              hu.user:exit(name)  levels(a)
            end
            fails(hu.user.activate, hu.user, "B")
            stop(a)
            """,
            prints: Array(repeating: ["FULL AUDIBLE", "NONE NOT_AUDIBLE"], count: 4).flatMap { $0 } + [
                "no app `B` is registered on this head unit; registered: A (id-A)"
            ])
    }

    @Test func `buttons: short, long, and for one app alone`() throws {
        try staged(
            """
            local a, b = new("A", "MEDIA"), new("B", "MEDIA")
            for _, app in ipairs { a, b } do
              app:onButton("OK", function(press) print(app.appName, press.buttonName, press.buttonPressMode) end)
            end
            hu.user:activate(a)  a:waitForHMI { hmiLevel = "FULL" }
            hu.user:activate(b)  b:waitForHMI { hmiLevel = "FULL" }
            sdl.sleep "10ms"
            hu.user:press "OK"
            hu.user:press("OK", "LONG")
            hu.user:press("OK", nil, a)
            sdl.sleep "10ms"
            print((select(2, pcall(hu.user.press, hu.user, "PLAY_PAUS"))).message:match "^[^(]*")
            fails(hu.user.press, hu.user, "OK", "MIDDLE")
            stop(a, b)
            """,
            prints: [
                "B\tOK\tSHORT", "B\tOK\tLONG", "A\tOK\tSHORT",
                "\"PLAY_PAUS\" is not a ButtonName; did you mean \"PLAY_PAUSE\"? ",
                "bad argument `mode` to `press`: expected \"SHORT\" or \"LONG\", got \"MIDDLE\"",
            ])
    }

    @Test func `menu, commands, choices, soft buttons, keyboard, slider, alerts`() throws {
        try staged(
            """
            local a = new("A", "MEDIA")
            hu.user:activate(a)  a:waitForHMI { hmiLevel = "FULL" }
            a:onHMI(function(now, was)
              if now.systemContext ~= was.systemContext then print("context " .. now.systemContext) end
            end)
            a:on("OnCommand", function(params) print("command " .. params.cmdID, params.triggerSource) end)
            a:on("OnButtonPress", function(press) print("soft button " .. press.customButtonID, press.buttonPressMode) end)
            a.rpc.AddCommand { cmdID = 7, menuParams = { menuName = "Seven" } }
            hu.user:menu(true)  sdl.sleep "1ms"
            hu.user:command(a, 7)  sdl.sleep "1ms"
            a.rpc.Show { softButtons = { { softButtonID = 3, type = "TEXT", text = "Go", systemAction = "DEFAULT_ACTION" } } }
            hu.user:pressSoftButton(a, 3, "LONG")
            a.rpc.CreateInteractionChoiceSet { interactionChoiceSetID = 1, choiceSet = { { choiceID = 5, menuName = "Five" } } }
            local function asked(rpc, params, act)
              sdl.after("100ms", act)
              local answer = a.try[rpc](params)
              sdl.sleep "1ms"
              print(rpc, answer.resultCode, answer.choiceID or answer.sliderPosition or answer.manualTextEntry)
            end
            local question = { initialText = "?", interactionMode = "MANUAL_ONLY", interactionChoiceSetIDList = { 1 } }
            asked("PerformInteraction", question, function() hu.user:choose(a, 5) end)
            question.interactionLayout, question.interactionChoiceSetIDList = "KEYBOARD", {}
            asked("PerformInteraction", question, function() hu.user:enterText(a, "Ulm") end)
            asked("Slider", { numTicks = 9, position = 1, sliderHeader = "!" }, function() hu.user:choose(a, 4) end)
            asked("Alert", { alertText1 = "Hi" }, function() hu.user:dismiss(a) end)
            asked("SubtleAlert", { alertText1 = "Hi" }, function() hu.user:pressSubtleAlert(a) end)
            stop(a)
            """,
            prints: [
                "context MENU", "command 7\tMENU", "context MAIN", "soft button 3\tLONG", "context HMI_OBSCURED",
                "context MAIN", "PerformInteraction\tSUCCESS\t5", "context HMI_OBSCURED", "context MAIN",
                "PerformInteraction\tSUCCESS\tUlm", "Slider\tSUCCESS\t4",
                "context ALERT", "context MAIN", "Alert\tABORTED\tnil", "context ALERT", "context MAIN",
                "SubtleAlert\tSUCCESS\tnil",
            ])
    }

    @Test func `submenus, widgets, touches and consent reach the app`() throws {
        try staged(
            """
            local a = new("A", "NAVIGATION")
            hu.user:activate(a)  a:waitForHMI { hmiLevel = "FULL" }
            a.rpc.AddSubMenu { menuID = 9, menuName = "More" }
            a:on("OnUpdateSubMenu", function(params) print("fill " .. params.menuID) end)
            a:on("OnTouchEvent", function(params) print(params.type, params.event[1].c[1].x) end)
            a:on("OnPermissionsChange", function() print "permissions" end)
            hu.policy:allow(a, "OnTouchEvent")  sdl.sleep "1ms"
            hu.user:openSubMenu(a, 9)  sdl.sleep "1ms"
            hu.user:touch(a, "BEGIN", { id = 0, ts = { 0 }, c = { { x = 12, y = 20 } } })  sdl.sleep "1ms"
            fails(hu.user.touch, hu.user, a, "POKE", {})
            fails(hu.user.consent, hu.user, a, "No such group")
            stop(a)
            """,
            prints: [
                "permissions", "fill 9", "BEGIN\t12",
                "bad argument `type` to `touch`: expected one of BEGIN, MOVE, END, CANCEL, got \"POKE\"",
                "the policy has no group `No such group`",
            ])
    }

    @Test func `ignition, language, distraction and master reset`() throws {
        try staged(
            """
            local a = new("A", "MEDIA", { reconnect = { interval = "1s" } })
            a:on("OnDriverDistraction", function(params) print(params.state) end)
            a:on("OnLanguageChange", function(params) print(params.language) end)
            a:on("OnAppInterfaceUnregistered", function(params) print(params.reason) end)
            hu.user:activate(a)  a:waitForHMI { hmiLevel = "FULL" }
            hu.user:driverDistraction(true)  sdl.sleep "1ms"
            hu.user:driverDistraction(false)  sdl.sleep "1ms"
            fails(hu.user.language, hu.user, "DE-D")
            hu.user:ignition "off"
            sdl.sleep "3s"
            print(#hu.apps)
            fails(hu.user.ignition, hu.user, "of")
            hu.user:ignition "on"
            sdl.sleep "5s"
            print(#hu.apps)
            hu.user:masterReset()
            sdl.sleep "1ms"
            stop(a)
            """,
            prints: [
                "DD_ON", "DD_OFF", "`DE-D` is not a language of the RPC spec; did you mean `DE-DE`?", "IGNITION_OFF",
                "0", "the ignition is \"on\" or \"off\", not \"of\"", "DD_OFF", "1", "MASTER_RESET",
            ])
    }

    @Test func `what the driver does is told`() throws {
        let rig = ScriptRig()
        let outcome = try rig.run(
            HeadUnitStage.script + """
                local a = new("A", "MEDIA")
                hu.user:activate(a)
                hu.user:press "OK"
                hu.user:press("OK", "LONG")
                hu.user:background(a)
                hu.user:exit(a)
                hu.user:phoneCall(true)
                hu.user:voice(true)
                stop(a)
                """)
        #expect(outcome == .finished)
        #expect(
            rig.texts("driver") == [
                "the driver opens A", "the driver presses OK", "the driver presses OK for long", "the driver leaves A for another place",
                "the driver closes A", "the driver takes a phone call", "the driver presses push-to-talk",
            ])
    }
}
