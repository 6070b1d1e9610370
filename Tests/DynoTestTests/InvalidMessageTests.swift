// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import DynoTest

@Suite struct InvalidMessageTests {
    @Test func `an invalid response fails its test, once`() throws {
        let found = try results(
            of: """
                test("answers", { hmiLevel = "FULL" }, function(t)
                  t.hu:on("Show", function() return "SUCCESS", { info = 5 } end)
                  for i = 1, 3 do expect(t.app.rpc.Show {}.invalid):equals { "info: expected a string, got the number 5" } end
                end)
                test("goes on", { hmiLevel = "FULL" }, function(t) expect(t.app.rpc.Show { mainField1 = "x" }.invalid):isNil() end)
                """)
        #expect(found.map(\.status) == [.failed, .passed])
        #expect(
            found[0].failures == [
                TestFailure(
                    message: "Test: invalid response to `Show`: info: expected a string, got the number 5", file: "a_test.lua", line: 4,
                    details: ["the test's option allowInvalid = true lets this pass"], kind: "invalid")
            ])
    }

    @Test(arguments: [
        #"t.hu:notify(t.app, "OnButtonPress", { buttonName = "OK" }, { validate = false }) sdl.sleep "1ms""#,
        #"t.hu:on("Show", function() return "SUCCESS", { info = 5 } end) t.app.try.Show {}"#,
        #"t.hu:on("RegisterAppInterface", function() return "INVALID_DATA", { info = 5 } end) pcall(function() return t.app end)"#,
        #"t.app.link:onFrame("in", function(f) f.payload = f.payload:gsub("{.*", function(s) return ("{"):rep(#s) end) return f end) t.app.try.Show {}"#,
    ])
    func `a test or its suite may allow what is invalid`(act: String) throws {
        let found = try results(
            of: """
                local function act(t) expect(t):is(t) \(act) end
                test("strict", { hmiLevel = "FULL" }, act)
                test("lax", { allowInvalid = true, hmiLevel = "FULL" }, act)
                test.suite("lax", { allowInvalid = true }, function()
                  test("lax too", { hmiLevel = "FULL" }, act)
                  test("strict again", { allowInvalid = false, hmiLevel = "FULL" }, act)
                end)
                """)
        for result in [found[0], found[3]] { #expect(result.failures.contains { $0.kind == "invalid" }, "\(result.failures)") }
        for result in [found[1], found[2]] { #expect(!result.failures.contains { $0.kind == "invalid" }, "\(result.failures)") }
    }
}
