// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import DynoScript

@Suite struct TaskTests {
    @Test func `sleep lets only its own task wait`() throws {
        let printed = try output(
            of: """
                local sdl = require "sdl"
                sdl.spawn(function() sdl.sleep "1s" print("task", sdl.now()) end)
                sdl.sleep "250ms"
                print("main", sdl.now())
                """)
        #expect(printed == ["main\t0.25", "task\t1.0"])
    }

    @Test func `after fires once, every until it is cancelled, also by itself`() throws {
        let printed = try output(
            of: """
                local sdl = require "sdl"
                local n, timer = 0, nil
                timer = sdl.every("2s", function()
                  n = n + 1
                  print("every", sdl.now())
                  if n == 3 then timer:cancel() timer:cancel() end
                end)
                sdl.after("3s", function() print("after", sdl.now()) end)
                local never = sdl.after("1s", function() print "never" end)
                never:cancel()
                """)
        #expect(printed == ["every\t2.0", "after\t3.0", "every\t4.0", "every\t6.0"])
    }

    @Test func `a slow handler of every never meets itself, and the beat is kept`() throws {
        let printed = try output(
            of: """
                local sdl = require "sdl"
                local n, timer = 0, nil
                timer = sdl.every("1s", function()
                  n = n + 1
                  print(sdl.now())
                  if n == 3 then return timer:cancel() end
                  sdl.sleep "300ms"
                end)
                """)
        #expect(printed == ["1.0", "2.0", "3.0"])
    }

    @Test func `await returns the task's values or raises its error again`() throws {
        let printed = try output(
            of: """
                local sdl = require "sdl"
                local task = sdl.spawn(function(a, b) sdl.sleep "1s" return a + b, "two", nil, 4 end, 1, 2)
                print(task:await())
                print(task:await())
                local bad = sdl.spawn(function() sdl.sleep "1s" error { code = 7 } end)
                local ok, problem = pcall(bad.await, bad)
                print(ok, problem.code)
                """)
        #expect(printed == ["3\ttwo\tnil\t4", "3\ttwo\tnil\t4", "false\t7"])
    }

    @Test func `an error in a task nobody waits for is reported with its line and counts`() throws {
        let rig = ScriptRig()
        let outcome = try rig.run(
            """
            local sdl = require "sdl"
            sdl.spawn(function()
              error "broken"
            end)
            sdl.sleep "1s"
            print "still here"
            """)
        #expect(outcome == .handlersFailed(1))
        #expect(outcome?.exitCode == 3)
        #expect(rig.printed == ["still here"])
        #expect(rig.texts("error").first?.hasPrefix("/test/main.lua:3: broken (in a task of /test/main.lua:2)") == true)
    }

    @Test func `all runs together and keeps the order of the results`() throws {
        let printed = try output(
            of: """
                local sdl = require "sdl"
                local results = sdl.all(function() sdl.sleep "2s" return "a" end, function() sdl.sleep "1s" return "b" end)
                print(results[1], results[2], sdl.now())
                print(table.concat(sdl.all(3, function(i) sdl.sleep "1s" return i * i end), ","), sdl.now())
                print(#sdl.all(0, function() end))
                """)
        #expect(printed == ["a\tb\t2.0", "1,4,9\t3.0", "0"])
    }

    @Test func `the first error of all cancels the rest, whose clean-up runs`() throws {
        let printed = try output(
            of: """
                local sdl = require "sdl"
                local function slow()
                  local done <close> = setmetatable({}, { __close = function() print("closed", sdl.now()) end })
                  sdl.sleep "1h"
                end
                print(pcall(sdl.all, slow, function() sdl.sleep "1s" error("boom", 0) end))
                print(sdl.now())
                """)
        #expect(printed == ["closed\t1.0", "false\tboom", "1.0"])
    }

    @Test func `waits work inside pcall, coroutines, iterators and metamethods`() throws {
        let printed = try output(
            of: """
                local sdl = require "sdl"
                print(pcall(function() sdl.sleep "1s" return "pcall" end))
                local co = coroutine.wrap(function() sdl.sleep "1s" coroutine.yield "coroutine" end)
                print(co())
                for i in (function() sdl.sleep "1s" return nil end) do print(i) end
                local t = setmetatable({}, { __index = function(_, key) sdl.sleep "1s" return key end })
                print(t.index, sdl.now())
                """)
        #expect(printed == ["true\tpcall", "coroutine", "index\t4.0"])
    }

    @Test(arguments: [
        ("sdl.sleep(5)", "a duration needs a unit; write \"5s\" for seconds or \"5ms\" for milliseconds"),
        ("sdl.sleep '5 s'", "\"5 s\" is not a duration; write \"250ms\", \"2s\", \"1m\" or \"1h\""),
        ("sdl.sleep()", "expected a string, got nothing"),
        ("sdl.every('0s', print)", "it must be more than nothing, or time could not go on"),
        ("sdl.after('1s')", "bad argument `fn` to `sdl.after`: expected a function, got nothing"),
    ])
    func `a bad duration is an error at the script's line that says what to write`(call: String, message: String) throws {
        let text = try failure(of: "local sdl = require 'sdl'\n\(call)")
        #expect(text.hasPrefix("/test/main.lua:2: "))
        #expect(text.contains(message), "\(text)")
    }

    @Test func `a wait where Lua forbids it says what to do instead`() throws {
        let text = try failure(of: "local sdl = require 'sdl'\ntable.sort({ 1, 2 }, function() sdl.sleep '1s' end)")
        #expect(text.hasPrefix("/test/main.lua:2: "))
        #expect(text.contains("collect first, wait after"), "\(text)")
    }

    @Test func `a script that waits for what cannot happen ends with the line of its wait`() throws {
        let text = try failure(
            of: """
                local sdl = require "sdl"
                local app = sdl.app()
                app:waitFor("OnButtonPress", nil, { timeout = "forever" })
                """)
        #expect(text == "/test/main.lua:3: waiting for OnButtonPress, which cannot happen any more")
    }

    @Test func `each wait that cannot end is told with its line and what it is for`() throws {
        let text = try failure(
            of: """
                local sdl = require "sdl"
                local app = sdl.app()
                local task = sdl.spawn(function()
                  app:waitForHMI({ hmiLevel = "FULL" }, { timeout = "forever" })
                end)
                sdl.all(function() task:await() end)
                """)
        #expect(
            text == """
                /test/main.lua:6: waiting for another task, which cannot happen any more
                /test/main.lua:4: waiting for HMI { hmiLevel = "FULL" }, which cannot happen any more
                /test/main.lua:6: waiting for another task, which cannot happen any more
                """)
    }

    @Test func `a script that ends without stopping its app is told so when nothing can happen any more`() throws {
        let text = try failure(of: "require('sdl').app():start()") { $0.persona = nil }
        #expect(text == "nothing can happen any more, and not stopped is SDL APP; call app:stop() at the end")
    }

    @Test func `the time limit ends a script that would never end`() throws {
        let rig = ScriptRig()
        let outcome = try rig.run("local sdl = require 'sdl'\nsdl.every('1s', function() print(sdl.now()) end)", limit: .milliseconds(3500))
        #expect(outcome == .finished)
        #expect(rig.printed == ["1.0", "2.0", "3.0"])
    }
}
