// SPDX-License-Identifier: Apache-2.0
import Foundation
import SerialCable
import Synchronization
import Testing

@testable import DynoCommands

/// The command line over two serial ports. With `DYNO_SERIAL_A` and `DYNO_SERIAL_B` set to two connected ports, over those.
@Suite(.timeLimit(.minutes(2))) struct SerialScenarioTests {
    static func ports(_ folder: String) async throws -> (cable: SerialCable?, app: String, headUnit: String) {
        let environment = ProcessInfo.processInfo.environment
        if let a = environment["DYNO_SERIAL_A"], let b = environment["DYNO_SERIAL_B"] { return (nil, a, b) }
        let cable = try await SerialCable(in: folder)
        return (cable, cable.path(.left), cable.path(.right))
    }

    private static func headUnit(_ port: String) -> String {
        """
        local sdl = require "sdl"
        local hu = sdl.headunit { listen = "serial:\(port)" }
        print(hu.url)
        hu:on("SubscribeButton", function() sdl.after("20ms", function() hu.user:press "OK" end) end)
        hu:onApp(function(app) hu.user:activate(app) end)
        hu:on("UnregisterAppInterface", function() sdl.after("20ms", function() hu:close() end) end)
        """
    }

    @Test func `hello runs unchanged over a serial line`() async throws {
        let bench = try CommandRig()
        let (cable, app, headUnitPort) = try await Self.ports(bench.folder.path)
        let script = try bench.script(Self.headUnit(headUnitPort))
        async let headUnit = bench.run("run", script, "--for", "60s")
        #expect(try await bench.firstLine() == "serial:\(headUnitPort)")
        let rig = try CommandRig()
        #expect(await rig.run("run", CommandRig.file("examples/hello.lua"), "--headunit", "serial:\(app)?baud=921600") == 0)
        #expect(
            rig.output == "ready: protocol 5.4.1, RPC 8.0.0\nthe driver sees us: FULL, AUDIBLE\nbutton pressed: OK (SHORT)\n")
        #expect(await headUnit == 0)
        #expect(bench.errors.contains("Hello (8675309) registered: protocol 5.4.1, RPC 8.0.0"))
        withExtendedLifetime(cable) {}
    }

    /// An app that fills several frames, asks, and is asked to stay through what happens to its cable.
    private static let busyApp = """
        local sdl = require "sdl"
        local app = sdl.app { appName = "Busy", fullAppID = "busy-1", appHMIType = { "MEDIA" } }
        app:on("managerDidDisconnect", function() print "lost" end)
        app:start()
        print "ready"
        local long = ("x"):rep(500)
        for i = 1, 40 do
          local response = app.rpc.Show { mainField1 = "round " .. i, mainField2 = long, mainField3 = long }
          if response.resultCode ~= "SUCCESS" and response.resultCode ~= "WARNINGS" then error(response.resultCode) end
        end
        print "shown"
        app.rpc.PutFile({ syncFileName = "cover", fileType = "GRAPHIC_PNG" }, { bulk = ("\\0\\17\\19\\255"):rep(20000), timeout = "60s" })
        print "uploaded"
        app:stop()
        """

    private static func standingHeadUnit(_ port: String, _ options: String = "") -> String {
        """
        local sdl = require "sdl"
        local hu = sdl.headunit { listen = "serial:\(port)\(options)" }
        print(hu.url)
        hu:onApp(function(app) hu.user:activate(app) end)
        """
    }

    @Test(arguments: ["", "framed=on"]) func `requests, answers and a file of many frames go through`(options: String) async throws {
        let bench = try CommandRig()
        let (cable, app, headUnitPort) = try await Self.ports(bench.folder.path)
        let script = try bench.script(Self.standingHeadUnit(headUnitPort))
        let headUnit = Task { await bench.run("run", script) }
        _ = try await bench.firstLine()
        let rig = try CommandRig()
        let url = "serial:\(app)?baud=3000000" + (options.isEmpty ? "" : "&\(options)")
        #expect(await rig.run("run", try rig.script(Self.busyApp), "--headunit", url) == 0)
        #expect(rig.output == "ready\nshown\nuploaded\nlost\n")
        headUnit.cancel()
        _ = await headUnit.value
        withExtendedLifetime(cable) {}
    }

    @Test func `in framed mode noise changes nothing that a script can see`() async throws {
        let bench = try CommandRig()
        let cable = try await SerialCable(in: bench.folder.path)
        let count = Mutex(0)
        cable.setNoise { _, bytes in
            // One bit of each 5003rd byte, wherever it falls.
            let first = count.withLock { count in
                count += bytes.count
                return count - bytes.count
            }
            for index in bytes.indices where (first + index) % 5003 == 5002 { bytes[index] ^= 4 }
        }
        let script = try bench.script(Self.standingHeadUnit(cable.path(.right), "?baud=3000000"))
        let headUnit = Task { await bench.run("run", script) }
        _ = try await bench.firstLine()
        let rig = try CommandRig()
        let url = "serial:\(cable.path(.left))?baud=3000000&framed=on"
        #expect(await rig.run("run", try rig.script(Self.busyApp), "--headunit", url) == 0)
        #expect(rig.output == "ready\nshown\nuploaded\nlost\n")
        headUnit.cancel()
        _ = await headUnit.value
    }

    @Test(arguments: ["", "&framed=on"]) func `what is shown does not wait behind a file that is on its way`(options: String) async throws {
        let bench = try CommandRig()
        let cable = try await SerialCable(in: bench.folder.path)
        // The line stands still from the file's first bytes on.
        cable.setNoise { [weak cable] end, bytes in
            if end == .left, bytes.count(where: { $0 == UInt8(ascii: "f") }) > 500 { cable?.setStopped(true) }
        }
        let script = try bench.script(
            Self.standingHeadUnit(cable.path(.right)) + """

                hu:on("PutFile", function() print "file" end)
                hu:on("Show", function() print "show" end)
                """)
        let headUnit = Task { await bench.run("run", script) }
        _ = try await bench.firstLine()
        let rig = try CommandRig()
        let app = try rig.script(
            """
            local sdl = require "sdl"
            local app = sdl.app { appName = "Busy", fullAppID = "busy-1", appHMIType = { "MEDIA" } }
            app:start()
            app:waitForHMI { hmiLevel = "FULL" }
            local put = sdl.spawn(function()
              app.rpc.PutFile({ syncFileName = "f", fileType = "BINARY" }, { bulk = ("f"):rep(1000000), timeout = "60s" })
            end)
            local show = sdl.spawn(function() app.rpc.Show({ mainField1 = "now" }, { timeout = "60s" }) end)
            print "asked"
            show:await() put:await()
            app:stop()
            """)
        let running = Task { await rig.run("run", app, "--headunit", "serial:\(cable.path(.left))?baud=115200\(options)") }
        #expect(try await rig.firstLine() == "asked")
        cable.setNoise(nil)
        cable.setStopped(false)
        #expect(await running.value == 0)
        #expect(bench.output.hasSuffix("\nshow\nfile\n"))
        headUnit.cancel()
        _ = await headUnit.value
    }

    @Test func `an adapter that is pulled out and put in again costs a reconnect`() async throws {
        let bench = try CommandRig()
        let cable = try await SerialCable(in: bench.folder.path)
        let script = try bench.script(Self.standingHeadUnit(cable.path(.right)))
        let headUnit = Task { await bench.run("run", script) }
        _ = try await bench.firstLine()
        let rig = try CommandRig()
        let app = try rig.script(
            """
            local sdl = require "sdl"
            local app = sdl.app { appName = "Back", fullAppID = "back-1", reconnect = { interval = "50ms", max = "1s" } }
            app:on("managerDidDisconnect", function() print "lost" end)
            app:start()
            print "ready"
            app:waitFor "ready"
            print("ready again")
            app.rpc.Show { mainField1 = "still here" }
            app:stop()
            """)
        let running = Task { await rig.run("run", app, "--headunit", "serial:\(cable.path(.left))") }
        #expect(try await rig.firstLine() == "ready")
        cable.unplug(.left)
        try await rig.waitForErrors { $0.contains("waiting for \(cable.path(.left)) to come back") }
        try await cable.plug(.left)
        #expect(await running.value == 0)
        #expect(rig.output == "ready\nlost\nready again\nlost\n")
        #expect(rig.errors.contains("serial     \(cable.path(.left)) is back"))
        #expect(rig.errors.contains("serial:\(cable.path(.left)) is disconnected"))
        headUnit.cancel()
        _ = await headUnit.value
    }

    /// An app that notices quickly that nobody is there, and says what it goes through.
    private static let watchfulApp = """
        local sdl = require "sdl"
        local app = sdl.app {
          appName = "Back", fullAppID = "back-1", heartbeat = "100ms", reconnect = { interval = "50ms", max = "100ms" },
        }
        app:on("managerDidDisconnect", function() print "lost" end)
        app:start()
        print "ready"
        app:waitFor "ready"
        print "ready again"
        app:stop()
        """

    @Test func `a head unit that restarts while its port stays is noticed, and what it says while it boots is told`() async throws {
        let bench = try CommandRig()
        let cable = try await SerialCable(in: bench.folder.path)
        let script = try bench.script(Self.standingHeadUnit(cable.path(.right)))
        let headUnit = Task { await bench.run("run", script) }
        _ = try await bench.firstLine()
        let rig = try CommandRig()
        let running = Task { await rig.run("run", try rig.script(Self.watchfulApp), "--headunit", "serial:\(cable.path(.left))") }
        #expect(try await rig.firstLine() == "ready")
        cable.say("\r\nU-Boot 2023.04\r\n", to: .left)
        try await rig.wait { rig.errors.contains("the other end boots (`U-Boot 2023.04`); its session is gone, and it is waited for") }
        // Nothing of how it ends gets through.
        cable.setNoise { end, bytes in if end == .right { bytes = [] } }
        headUnit.cancel()
        _ = await headUnit.value
        try await rig.waitForOutput { $0.hasSuffix("lost\n") }
        cable.setNoise(nil)
        let restarted = Task { await bench.run("run", script) }
        #expect(try await running.value == 0)
        #expect(rig.output == "ready\nlost\nready again\nlost\n")
        restarted.cancel()
        _ = await restarted.value
    }

    @Test func `an app that restarts while its port stays is a new app to the head unit`() async throws {
        let bench = try CommandRig()
        let cable = try await SerialCable(in: bench.folder.path)
        let script = try bench.script(Self.standingHeadUnit(cable.path(.right)))
        let headUnit = Task { await bench.run("run", script) }
        _ = try await bench.firstLine()
        let first = try CommandRig()
        let running = Task { await first.run("run", try first.script(Self.watchfulApp), "--headunit", "serial:\(cable.path(.left))") }
        #expect(try await first.firstLine() == "ready")
        cable.setNoise { end, bytes in if end == .left { bytes = [] } }
        running.cancel()
        _ = try await running.value
        cable.setNoise(nil)
        let second = try CommandRig()
        let app = try second.script("local app = require('sdl').app { appName = 'New', fullAppID = 'new-1' } app:start() app:stop()")
        #expect(await second.run("run", app, "--headunit", "serial:\(cable.path(.left))") == 0)
        #expect(bench.errors.contains("Back (back-1) is not registered any more: the link is down: the peer began anew"))
        headUnit.cancel()
        _ = await headUnit.value
    }

    @Test func `a port that is not there is exit code 5 and the line that asked`() async throws {
        let rig = try CommandRig()
        let hello = CommandRig.file("examples/hello.lua")
        #expect(await rig.run("run", hello, "--headunit", "serial:/dev/nothing", "--quiet") == 5)
        #expect(
            rig.errors
                == "dyno: \(hello):10: there is no serial port /dev/nothing; plug the device in, or see `dyno ports` for what is there\n"
                + "    10 | app:start()\n")
    }

    @Test func `a port that another program holds is exit code 5 and names it, at both ends`() async throws {
        let bench = try CommandRig()
        let (cable, app, _) = try await Self.ports(bench.folder.path)
        let script = try bench.script(
            """
            local sdl = require "sdl"
            local hu = sdl.headunit { listen = "serial:\(app)" }
            print(hu.url)
            sdl.sleep "1h"
            """)
        let holder = Task { await bench.run("run", script) }
        _ = try await bench.firstLine()
        let rig = try CommandRig()
        #expect(await rig.run("run", CommandRig.file("examples/hello.lua"), "--headunit", "serial:\(app)", "--quiet") == 5)
        #expect(rig.errors.contains(": \(app) is in use by `"))
        #expect(rig.errors.contains("(process \(ProcessInfo.processInfo.processIdentifier)) since "))
        let other = try CommandRig()
        #expect(await other.run("headunit", "--listen", "serial:\(app)") == 5)
        #expect(other.errors.hasPrefix("dyno: \(app) is in use by `"))
        holder.cancel()
        _ = await holder.value
        withExtendedLifetime(cable) {}
    }

    @Test func `a mistake in a serial URL is exit code 2`() async throws {
        let rig = try CommandRig()
        #expect(await rig.run("headunit", "--listen", "serial:x?baud=fast") == 2)
        #expect(
            rig.errors == "dyno: bad head unit URL `serial:x?baud=fast`: `fast` is not a baud rate; "
                + "write for example serial:/dev/ttyUSB0?baud=115200\n")
    }
}
