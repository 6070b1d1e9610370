// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import DynoScript

@Suite struct ExpectationTests {
    /// A head unit, an app in FULL, and the rest of the script.
    private static let opening = """
        local sdl = require "sdl"
        local hu = sdl.headunit {}
        local app = sdl.app { appName = "Hello", fullAppID = "1", headunit = hu }
        app:start()
        hu:setHMILevel(app, "FULL")
        app:waitForHMI { hmiLevel = "FULL" }

        """

    private func printed(_ script: String) throws -> [String] {
        try output(of: Self.opening + script + "\napp:stop()")
    }

    private func refusal(_ script: String) throws -> String {
        try failure(of: Self.opening + script)
    }

    @Test func `the wire and the screen are two observation points`() throws {
        let lines = try printed(
            """
            local wire, screen = hu:expect("Show"), hu.hmi:expect("UI.Show", { mainField1 = "Hi" })
            app.rpc.Show { mainField1 = "Hi" }
            print(wire:await().params.mainField1, wire:await().kind, wire:await().app.appName)
            print(screen:await().params.mainField1)
            local refused = hu:expect "Alert"
            local unseen = hu.hmi:expect("UI.Alert"):never():within "1s"
            print(app.try.Alert({ alertText1 = ("x"):rep(501) }, { validate = false }).resultCode, refused:await().name)
            unseen:await()
            print(sdl.now() >= 1)
            """)
        #expect(lines == ["Hi\trequest\tHello", "Hi", "INVALID_DATA\tAlert", "true"])
    }

    @Test func `every expectation sees every message and matches by content`() throws {
        let lines = try printed(
            """
            local any, two, last = hu:expect "Show", hu:expect("Show"):times(2), hu:expect("Show", { mainField1 = sdl.match "^B" })
            app.rpc.Show { mainField1 = "A" }
            app.rpc.Show { mainField1 = "B" }
            print(any:await().params.mainField1, two:await().params.mainField1, last:await().params.mainField1)
            print(#any:all(), #two:all(), #last:all())
            """)
        #expect(lines == ["A\tB\tB", "2\t2\t1"])
    }

    @Test func `nothing between an action and its wait is lost, what was before does not count`() throws {
        let lines = try printed(
            """
            app.rpc.Show { mainField1 = "before" }
            local shown = hu:expect "Show"
            app.rpc.Show { mainField1 = "after" }
            sdl.sleep "5s"
            print(shown:await().params.mainField1)
            """)
        #expect(lines == ["after"])
    }

    @Test func `an app sees notifications, events and the answers to its requests`() throws {
        let lines = try printed(
            """
            local status, level = app:expect("OnHMIStatus", { hmiLevel = "BACKGROUND" }), app:expect("hmiLevel", { old = "FULL" })
            local answer = app:expect("Show", { success = true })
            app.rpc.Show { mainField1 = "A" }
            print(answer:await().params.resultCode)
            hu:setHMILevel(app, "BACKGROUND")
            print(status:await().params.hmiLevel, level:await().params.new)
            """)
        #expect(lines == ["SUCCESS", "BACKGROUND\tBACKGROUND"])
    }

    @Test func `run calls a function for each match, and cancelled counts are never lost`() throws {
        let lines = try printed(
            """
            local seen = {}
            local shown = hu:expect("Show"):atLeast(2):run(function(message) seen[#seen + 1] = message.params.mainField1 end)
            for i = 1, 3 do app.rpc.Show { mainField1 = tostring(i) } end
            print(#shown:all(), table.concat(seen, " "))
            """)
        #expect(lines == ["3\t1 2 3"])
    }

    @Test func `a sequence wants its order and lets others pass between`() throws {
        let lines = try printed(
            """
            local order = app:expectSequence { "Show", { "OnHMIStatus", { hmiLevel = "BACKGROUND" } } }
            app.rpc.Show { mainField1 = "1" }
            app.try.Alert { alertText1 = "between", duration = 3000 }
            hu:setHMILevel(app, "BACKGROUND")
            local messages = order:await()
            print(#messages, messages[1].name, messages[2].params.hmiLevel)
            """)
        #expect(lines == ["2\tShow\tBACKGROUND"])
    }

    @Test func `what did not come is told with the closest miss, field by field, at the line that expected it`() throws {
        let message = try refusal(
            """
            local shown = hu:expect("Show", { mainField1 = "Hi", mainField2 = "there", mainField3 = "!" }):within "2s"
            app.rpc.Show { mainField1 = "Hi" }
            app.rpc.Show { mainField1 = "Hi", mainField2 = "where" }
            app.rpc.Show { mainField4 = "?" }
            shown:await()
            """)
        #expect(
            message == """
                /test/main.lua:7: waited 2s for Show { mainField1 = "Hi", mainField2 = "there", mainField3 = "!" }; it came 0 times
                  closest miss: Show at 0.000s
                    ✓ mainField1 = "Hi"
                    ✗ mainField2 = "where", expected "there"
                    ✗ mainField3 is missing, expected "!"
                """)
    }

    @Test func `what came instead is told when nothing of the name came`() throws {
        let message = try refusal(
            """
            local shown = hu:expect("Speak"):times(2)
            app.rpc.Show { mainField1 = "Hi" }
            app.rpc.Show { mainField1 = "Ho" }
            shown:await { timeout = "3s" }
            """)
        #expect(
            message == """
                /test/main.lua:7: waited 3s for Speak exactly twice; it came 0 times
                  came instead: Show ×2
                """)
    }

    @Test func `one too many is told with what it was`() throws {
        let message = try refusal(
            """
            local shown = hu:expect("Show"):atMost(1):within "1s"
            app.rpc.Show { mainField1 = "one" }
            app.rpc.Show { mainField1 = "two" }
            shown:await()
            """)
        #expect(
            message == """
                /test/main.lua:7: Show was expected at most once, but it came twice
                  Show at 0.000s:
                    { mainField1 = "two" }
                """)
    }

    @Test func `a sequence out of order says how far it came`() throws {
        let message = try refusal(
            """
            local order = app:expectSequence { "OnHMIStatus", { "Show", { success = true } } }
            app.rpc.Show { mainField1 = "1" }
            hu:setHMILevel(app, "BACKGROUND")
            order:await { timeout = "1s" }
            """)
        #expect(
            message == """
                /test/main.lua:7: waited 1s for the sequence OnHMIStatus, Show; it came as far as step 1 of 2
                  1. OnHMIStatus came at 0.000s
                  2. Show { success = true } did not come
                  came instead: Show, lockScreenStatus, hmiLevel, didEnterBackground
                """)
    }

    @Test func `a link shows its frames`() throws {
        let lines = try printed(
            """
            local sent = app.link:expect("single", { serviceType = "rpc" })
            local never = app.link:expect("heartbeat"):never():within "1s"
            app.rpc.Show { mainField1 = "A" }
            print(sent:await().direction, sent:await().params.serviceType)
            never:await()
            """)
        #expect(lines == ["out\trpc"])
        #expect(try refusal("app.link:expect \"hartbeat\"").hasSuffix("no frame is called `hartbeat`; did you mean `heartbeat`?"))
    }

    @Test func `names that can never come are refused with the nearest one`() throws {
        #expect(try refusal("hu:expect \"Shoow\"").contains("`Show`"))
        #expect(try refusal("hu.hmi:expect \"UI.Alrt\"").hasSuffix("the HMI has no method `UI.Alrt`; did you mean `UI.Alert`?"))
        #expect(try refusal("app:expect \"OnHMIStatos\"").contains("`OnHMIStatus`"))
        #expect(try refusal("hu:expect(\"Show\"):never():await()").contains("checked at the end of the test"))
    }
}
