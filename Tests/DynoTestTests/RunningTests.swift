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

    @Test func `hooks run from the outside in and back, fixtures are taken down the newest first`() throws {
        let found = try results(
            of: """
                local function note(text) return function() print(text) end end
                test.beforeEach(note "before file")
                test.suite("outer", function()
                  test.beforeAll(note "before all")
                  test.afterAll(note "after all")
                  test.beforeEach(note "before")
                  test.afterEach(note "after")
                  test.fixture("bench", function(t) print "bench up" return { volts = 12 }, note "bench down" end)
                  test("one", function(t)
                    t:cleanup(note "first cleanup")
                    expect(t.bench.volts):equals(12)
                    t:cleanup(note "last cleanup")
                    expect(t.bench.volts):equals(12)
                    error "stop"
                  end)
                end)
                test("two", function(t) expect(t):is(t) end)
                """)
        #expect(found.map(\.status) == [.failed, .passed])
        // Teardown comes after what a report shows, so it tells by failing here.
        #expect(found[0].timeline.filter { $0.kind == "print" }.map(\.text) == ["before file", "before", "bench up"])
        #expect(found[1].timeline.filter { $0.kind == "print" }.map(\.text) == ["before file"])
    }

    @Test func `an error that is a plain table is shown as a literal`() throws {
        let found = try results(of: "test('x', function() error { code = 5, list = { true } } end)")
        #expect(found[0].failures.map(\.message) == ["{ code = 5, list = { true } }"])
    }

    @Test func `the story has the lines where the test waits, for its fixtures too`() throws {
        let found = try results(
            of: """
                test("x", { hmiLevel = "FULL" }, function(t)
                  t.app.rpc.Show { mainField1 = "x" }
                  sdl.sleep "1s"
                  t.app:waitForHMI { hmiLevel = "FULL" }
                end)
                """)
        #expect(found[0].timeline.filter { $0.kind == "line" }.map(\.text) == ["a_test.lua:3", "a_test.lua:3", "a_test.lua:4"])
        #expect(FailureText { _, line in "  line \(line)" }.source(of: "a_test.lua:3") == "a_test.lua:3 | line 3")
    }

    @Test func `teardown runs in reverse, whatever fails`() throws {
        let found = try results(
            of: """
                test.suite("s", function()
                  test.afterEach(function() error "afterEach" end)
                  test("one", function(t)
                    for _, name in ipairs { "a", "b" } do t:cleanup(function() error(name, 0) end) end
                    error("body", 0)
                  end)
                end)
                """)
        #expect(found[0].failures.map(\.message) == ["body", "afterEach", "b", "a"])
        #expect(found[0].failures.map(\.phase) == [nil, "afterEach", "teardown", "teardown"])
    }

    @Test func `each test has time, head unit, app and random numbers of its own`() throws {
        let text = """
            local seen = {}
            for _, name in ipairs { "one", "two" } do
              test(name, function(t)
                sdl.every("1s", function() print "a leak" end)
                expect(sdl.now()):equals(0.0)
                expect(#t.hu.apps):equals(0)
                expect(t.app.state):equals "ready"
                expect(#t.hu.apps):equals(1)
                t:measure("random", t.random(1000000))
                sdl.sleep "500ms"
              end)
            end
            """
        let first = try results(of: text)
        let second = try results(of: text)
        #expect(first.map(\.status) == [.passed, .passed])
        #expect(first == second)
        #expect(first[0].measurements[0].values != first[1].measurements[0].values)
        let other = try results(of: text) { $0.settings.seed = 2 }
        #expect(first[0].measurements[0].values != other[0].measurements[0].values)
        #expect(first.flatMap(\.timeline).filter { $0.text == "a leak" }.isEmpty)
    }

    @Test func `a flaky test says at which attempt it passed, and its seed repeats the failure`() throws {
        let text = """
            test("draws", { retries = 50 }, function(t) expect(t.random(10)):equals(3) end)
            """
        let found = try results(of: text) { $0.settings.seed = 4 }
        #expect(found[0].status == .flaky)
        #expect(found[0].attempts > 1)
        let again = try results(of: text.replacing(", { retries = 50 }", with: "")) { $0.settings.seed = found[0].seed }
        #expect(again[0].failures == found[0].failures)
    }

    @Test func `repeats give statistics, and the seed of the first failure repeats it alone`() throws {
        let text = """
            test("draws", function(t) expect(t.random(10)).isNot:equals(3) end)
            """
        let found = try results(of: text) { $0.settings.repeats = 200 }
        let repeats = try #require(found[0].repeats)
        #expect(found[0].status == .failed)
        #expect(repeats.runs == 200)
        #expect((1..<100).contains(repeats.failures))
        let again = try results(of: text) { $0.settings.seed = repeats.firstFailureSeed ?? 0 }
        #expect(again[0].failures == found[0].failures)
        let until = try results(of: text) {
            $0.settings.repeats = 200
            $0.settings.isUntilFail = true
        }
        #expect(until[0].repeats?.failures == 1)
        #expect(until[0].seed == found[0].seed)
    }

    @Test func `what a runaway test does ends with it, and the rest runs`() throws {
        let found = try results(
            of: """
                test("loops", function() while true do end end)
                test("eats", function() local t = {} while true do t[#t + 1] = ("x"):rep(1000) .. #t end end)
                test("ignores its end", { timeout = "1s" }, function()
                  while true do pcall(sdl.sleep, "1h") end
                end)
                test("goes on", function(t) expect(t.app.state):equals "ready" end)
                """
        ) { $0.settings.script.limits.memory = 8 << 20 }
        #expect(found.map(\.status) == [.failed, .failed, .failed, .passed])
        #expect(found[0].failures[0].message.hasPrefix("time budget"))
        #expect(found[0].failures[0].place == "a_test.lua:2")
        #expect(found[1].failures[0].message.contains("not enough memory"))
    }

    @Test func `a file-level mistake names the nearest word`() {
        func problem(_ text: String) -> String? {
            do {
                _ = try results(of: text)
                return nil
            } catch {
                return (error as? TestRig.Unloadable)?.failure.message
            }
        }
        #expect(problem("test('x', { tag = {} }, print)") == "the options of a test has no `tag`; did you mean `tags`?")
        #expect(
            problem("test('x', { timeout = 5 }, print)")
                == "bad argument `timeout` to `test`: a duration needs a unit; write \"5s\" for seconds or \"5ms\" for milliseconds")
        #expect(problem("test.suit('x', print)") == "sdl.test has no `suit`; did you mean `suite`?")
        #expect(problem("test('x', { clock = 'slow' }, print)") == "`clock` of a test is \"virtual\" or \"real\", not \"slow\"")
        #expect(problem("test('x')") == "bad argument `fn` to `test`: expected a function, got nothing")
        #expect(problem("local x = = 1")?.contains("unexpected symbol") == true)
    }

    @Test func `options are inherited, tables field by field`() throws {
        let found = try results(
            of: """
                test.suite("outer", { tags = { "a" }, app = { appName = "Outer", appHMIType = { "MEDIA" } }, hmiLevel = "FULL" }, function()
                  test("inner", { tags = { "b" }, app = { appName = "Inner" }, hmiLevel = "LIMITED" }, function(t)
                    expect(t.app.appName):equals "Inner"
                    expect(t.app.hmi):has { hmiLevel = "LIMITED", audioStreamingState = "AUDIBLE" }
                  end)
                end)
                """)
        #expect(found.map(\.failures) == [[]])
        #expect(found[0].tags == ["a", "b"])
    }

    @Test func `further apps have names and ids of their own, in any order`() throws {
        let found = try results(
            of: """
                test("apps", { app = { fullAppID = "radio" } }, function(t)
                  local second, third = t:newApp(), t:newApp { appName = "Third" }
                  for _, app in ipairs { second, third, t.app } do
                    if app ~= t.app then app:start() end
                    print(app.appName, app.fullAppID)
                  end
                  expect(#t.hu.apps):equals(3)
                  expect.soft(t.hu.apps[1]):is(nil)
                end)
                """)
        #expect(found[0].timeline.filter { $0.kind == "print" }.map(\.text) == ["Test 2\tradio-2", "Third\tradio-3", "Test\tradio"])
        #expect(found[0].failures.map(\.message) == ["expected app Test (radio) to be nil itself"])
    }

    @Test func `cases are named by their fields, or shown whole`() throws {
        let found = try results(
            of: """
                test.each { 1, 2 }("is {}", function(t, case) expect(case):atLeast(1) end)
                test.each { { 1, "a" }, { 2, "b" } }("pair {1} {2}", function(t, case) expect(case[1]):atLeast(1) end)
                test.each { { n = 1 }, { n = 2 } }("plain", function(t, case) expect(case.n):atLeast(1) end)
                test("twin", function(t) expect(t):is(t) end)
                test("twin", function(t) expect(t):is(t) end)
                """)
        #expect(
            found.map(\.name) == ["is 1", "is 2", "pair 1 a", "pair 2 b", "plain ({ n = 1 })", "plain ({ n = 2 })", "twin", "twin #2"])
    }
}
