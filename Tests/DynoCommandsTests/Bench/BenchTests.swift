// SPDX-License-Identifier: Apache-2.0
import Foundation
import SerialCable
import Testing

@testable import DynoCommands

@Suite(.timeLimit(.minutes(2))) struct BenchTests {
    private let rig: CommandRig
    private let cable: SerialCable

    init() async throws {
        rig = try CommandRig()
        cable = try await SerialCable(in: rig.folder.path)
        let relay = "\(rig.folder.path)/relay"
        let project = """
            {"headunits":{"left-hu":"serial:\(cable.path(.left))?baud=921600","right-hu":"serial:\(cable.path(.right))",
            "car":"tcp://127.0.0.1:1",
            "relay":{"url":"sim","power":{"on":"echo on >> \(relay)","off":"echo off >> \(relay)"}},
            "broken":{"url":"sim","power":{"on":"exit 3","off":"exit 3"}},
            "gone":{"url":"sim","power":{"on":"http://127.0.0.1:1/on","off":"http://127.0.0.1:1/off"}}}}
            """
        try project.write(to: rig.folder.appending(path: "dyno.json"), atomically: true, encoding: .utf8)
    }

    private func run(_ script: String) async throws -> Int32 {
        await rig.run("run", try rig.script(script), "--for", "60s")
    }

    @Test func `a port is held until it is given back`() async throws {
        let code = try await run(
            """
            local bench = require "sdl.bench"
            local port = bench.acquire "left-hu"
            print(port.name, port.url == "serial:\(cable.path(.left))?baud=921600")
            print(pcall(bench.acquire, "left-hu"))
            port:close()
            local again <close> = bench.acquire "serial:left-hu"
            print "again"
            """)
        #expect(code == 0)
        let lines = rig.output.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.first == "left-hu\ttrue")
        #expect(lines.last == "again")
        #expect(rig.output.contains("\(cable.path(.left)) is in use by `"))
    }

    @Test func `who waits gets the port when it is given back`() async throws {
        let code = try await run(
            """
            local sdl, bench = require "sdl", require "sdl.bench"
            local port = bench.acquire "left-hu"
            sdl.after("300ms", function() print "back" port:close() end)
            local mine = bench.acquire("left-hu", { wait = "30s" })
            print "mine"
            """)
        #expect(code == 0)
        #expect(rig.output == "back\nmine\n")
        #expect(rig.errors.contains("waiting: \(cable.path(.left)) is in use by `"))
    }

    @Test func `a port that can't be had is exit code 5`() async throws {
        #expect(try await run("require('sdl.bench').acquire '/dev/nothing'") == 5)
        #expect(rig.errors.contains("there is no serial port /dev/nothing; plug the device in"))
    }

    @Test func `a head unit on the network is no port`() async throws {
        #expect(try await run("require('sdl.bench').acquire 'car'") == 5)
        #expect(
            rig.errors.contains(
                "car (tcp://127.0.0.1:1) is no serial port; bench.acquire takes a serial port or its name in dyno.json"))
    }

    @Test func `power is switched by the project's commands`() async throws {
        let code = try await run(
            """
            local bench = require "sdl.bench"
            print(bench.power "left-hu")
            bench.power("relay"):cycle { off = "10ms" }
            print(select(2, pcall(function() bench.power("broken"):on() end)).message)
            print(select(2, pcall(function() bench.power("gone"):off() end)).message)
            print(select(2, pcall(function() bench.power("relay"):cycle { of = "1s" } end)).message)
            """)
        #expect(code == 0)
        #expect(
            rig.output == """
                nil
                the power of broken was not switched on: `exit 3` ended with 3
                the power of gone was not switched off: http://127.0.0.1:1/off can't be reached; check the relay's address and that it is on
                `cycle` has no `of`; did you mean `off`?

                """)
        #expect(try String(contentsOf: rig.folder.appending(path: "relay"), encoding: .utf8) == "off\non\n")
    }

    @Test func `a soak counts, measures and stops`() async throws {
        let code = try await run(
            """
            local bench = require "sdl.bench"
            local soak = bench.soak { rounds = 10, stopAfter = 2, seed = 1 }
            soak:round("value", function(round)
              round:measure("n", round.n, { max = 7 })
              local random = round:random(3, 5)
              assert(random >= 3 and random <= 5)
            end)
            local result = soak:run()
            print(result:summary())
            print(result.failures[1].round, result.failures[1].step, result.failures[1].error.message)
            """)
        #expect(code == 0)
        #expect(rig.output == "9 rounds, 7 ok, n p50=5 p95=9 max=9\n8\tvalue\tn is 8, more than 7\n")
    }

    @Test func `percentiles have limits too, and the script's end is no failed round`() async throws {
        let code = try await run(
            """
            local sdl, bench = require "sdl", require "sdl.bench"
            local soak = bench.soak { rounds = 20 }
            soak:round("value", function(round) round:measure("n", round.n, { p95 = 15, p99 = 30 }) end)
            local result = soak:run()
            print(result.passed, result:summary())
            local again = soak:run()
            print(again.rounds, again.measures.n.count, #again.failures)
            for _, wrong in ipairs { { rounds = 0 }, { rounds = 1.5 }, {}, { rounds = 1, keep = 1 }, { rounds = 1, stopAfter = "x" } } do
              print(select(2, pcall(bench.soak, wrong)).message)
            end
            local endless = bench.soak { rounds = 100000 }
            endless:round("sleep", function() sdl.sleep "1s" end)
            local task = sdl.spawn(function() endless:run() end)
            sdl.sleep "1ms"
            task:cancel()
            print(select(2, pcall(task.await, task)).kind)
            """)
        #expect(code == 0)
        #expect(
            rig.output == """
                false	20 rounds, 20 ok, n p50=10 p95=19 max=20, p95 of n is 19, more than 15
                20	20	1
                bad argument `rounds` to `bench.soak`: expected a whole number from 1 on, got 0
                bad argument `rounds` to `bench.soak`: expected a whole number from 1 on, got 1.5
                bad argument `rounds` to `bench.soak`: expected a whole number from 1 on, got nil
                `bench.soak` has no `keep`
                bad argument `stopAfter` to `bench.soak`: expected a whole number from 1 on, got string
                cancelled

                """)
    }

    @Test func `who waits longest is next, and who did not wait is refused`() async throws {
        func take(_ rig: CommandRig) throws -> Task<Int32, Never> {
            let script = try rig.script(
                """
                local port <close> = require("sdl.bench").acquire("\(cable.path(.left))", { wait = "60s" })
                print "mine"
                require("sdl").sleep "60s"
                """)
            return Task { await rig.run("run", script) }
        }
        var tasks: [Task<Int32, Never>] = []
        let rigs = try (0..<3).map { _ in try CommandRig() }
        for (index, rig) in rigs.enumerated() {
            tasks.append(try take(rig))
            try await rig.wait { index == 0 ? rig.output == "mine\n" : rig.errors.contains("waiting: ") }
        }
        #expect(try await run("require('sdl.bench').acquire '\(cable.path(.left))'") == 5)
        #expect(rig.errors.contains("; end that program, or wait: bench.acquire(…, { wait = \"10m\" })"))
        tasks[0].cancel()
        try await rigs[1].waitForOutput { $0 == "mine\n" }
        #expect(rigs[2].output == "")
        tasks[1].cancel()
        try await rigs[2].waitForOutput { $0 == "mine\n" }
        tasks[2].cancel()
        for task in tasks { _ = await task.value }
    }

    @Test func `a held port is kept while nothing is open on it, and both ends work in one script`() async throws {
        let code = try await run(
            """
            local sdl, bench = require "sdl", require "sdl.bench"
            local left <close> = bench.acquire "left-hu"
            local right <close> = bench.acquire "right-hu"
            local hu = sdl.headunit { listen = right.url }
            hu:onApp(function(app) hu.user:activate(app) end)
            local app = sdl.app { appName = "Two", fullAppID = "two-1", headunit = left }
            app:start()
            app:waitForHMI { hmiLevel = "FULL" }
            print "full"
            app:stop()
            hu:close()
            """)
        #expect(code == 0)
        #expect(rig.output == "full\n")
        let holder = try CommandRig()
        let holding = Task { [cable] in
            await holder.run(
                "run", try holder.script("require('sdl.bench').acquire '\(cable.path(.left))' print 'held' require('sdl').sleep '60s'"))
        }
        _ = try await holder.firstLine()
        #expect(await rig.run("run", CommandRig.file("examples/hello.lua"), "--headunit", "serial:\(cable.path(.left))") == 5)
        #expect(rig.errors.contains("\(cable.path(.left)) is in use by `"))
        holding.cancel()
        _ = await holding.result
    }

    @Test func `50 rounds of plugging out and in, each with a new session`() async throws {
        let bench = try CommandRig()
        let headUnit = Task { [cable] in
            await bench.run("run", try bench.script("print(require('sdl').headunit { listen = 'serial:\(cable.path(.right))' }.url)"))
        }
        _ = try await bench.firstLine()
        let code = try await run(
            """
            local sdl, bench = require "sdl", require "sdl.bench"
            local port <close> = bench.acquire "left-hu"
            local app = sdl.app { appName = "Soak", fullAppID = "soak-1", headunit = port, reconnect = { interval = "5ms", max = "50ms" } }
            app:start()
            local soak = bench.soak { rounds = 50, stopAfter = 1, seed = 1 }
            soak:round("reconnect", function(round)
              app.rpc.SetGlobalProperties { helpPrompt = { { text = "round " .. round.n, type = "TEXT" } } }
              assert(port:unplug { forMs = round:random(1, 20) } == "host")
              app:waitFor "ready"
            end)
            print(soak:run():summary())
            app:stop()
            """)
        #expect(code == 0)
        #expect(rig.output == "50 rounds, 50 ok\n")
        headUnit.cancel()
        _ = await headUnit.result
    }
}
