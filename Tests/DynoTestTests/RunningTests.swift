// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import DynoTest

@Suite struct RunningTests {
    @Test func `the contract's example passes`() throws {
        let found = try results(
            of: """
                test.suite("Alert", { tags = { "smoke", "ui" }, hmiLevel = "FULL" }, function()
                  test("is shown and answered", function(t)
                    local shown = t.hu:expect("Alert", { alertText1 = "Hi" }):times(1):within "2s"
                    expect(t.app.rpc.Alert { alertText1 = "Hi", duration = 3000 }):has { resultCode = "SUCCESS" }
                    expect(shown:await().params):has { duration = 3000 }
                  end)
                  test("is refused in BACKGROUND", { issue = "HU-1412" }, function(t)
                    t.hu:setHMILevel(t.app, "BACKGROUND")
                    t.app:waitForHMI { hmiLevel = "BACKGROUND" }
                    t.hu.hmi:expect("UI.Alert"):never()
                    expect(t.app.try.Alert { alertText1 = "Hi" }):has { success = false, resultCode = "DISALLOWED" }
                  end)
                  test.each { { n = 500, code = "SUCCESS" }, { n = 501, code = "INVALID_DATA" } }
                    ("alertText1 of {n} characters gives {code}", function(t, case)
                      local r = t.app.try.Alert({ alertText1 = ("x"):rep(case.n) }, { validate = false })
                      expect(r.resultCode):equals(case.code)
                    end)
                end)
                """)
        #expect(found.map(\.failures) == [[], [], [], []])
        #expect(found.map(\.status) == [.passed, .passed, .passed, .passed])
        #expect(
            found.map(\.path) == [
                "Alert › is shown and answered", "Alert › is refused in BACKGROUND",
                "Alert › alertText1 of 500 characters gives SUCCESS", "Alert › alertText1 of 501 characters gives INVALID_DATA",
            ])
        #expect(found[0].tags == ["smoke", "ui"])
        #expect(found[1].issue == "HU-1412")
        #expect(found.map(\.warnings) == [[], [], [], []])
    }

    @Test func `an error fails its test alone, with its place`() throws {
        let found = try results(
            of: """
                test("breaks", function() error "broken" end)
                test("goes on", function(t) expect(1):equals(1) end)
                """)
        #expect(found.map(\.status) == [.failed, .passed])
        #expect(found[0].failures.map(\.message) == ["broken"])
        #expect(found[0].failures[0].place == "a_test.lua:2")
    }
}
