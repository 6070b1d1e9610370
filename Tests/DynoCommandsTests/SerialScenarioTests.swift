// SPDX-License-Identifier: Apache-2.0
import Foundation
import SerialCable
import Testing

@testable import DynoCommands

/// The command line over two serial ports. With `DYNO_SERIAL_A` and `DYNO_SERIAL_B` set to two connected ports, over those.
@Suite(.timeLimit(.minutes(2))) struct SerialScenarioTests {
    static func ports(_ folder: URL) async throws -> (cable: SerialCable?, app: String, headUnit: String) {
        let environment = ProcessInfo.processInfo.environment
        if let a = environment["DYNO_SERIAL_A"], let b = environment["DYNO_SERIAL_B"] { return (nil, a, b) }
        let cable = try await SerialCable(in: folder.path)
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
        let (cable, app, headUnitPort) = try await Self.ports(bench.folder)
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

    @Test func `a port that is not there is exit code 5 and one line`() async throws {
        let rig = try CommandRig()
        let hello = CommandRig.file("examples/hello.lua")
        #expect(await rig.run("run", hello, "--headunit", "serial:/dev/nothing", "--quiet") == 5)
        #expect(
            rig.errors
                == "dyno: \(hello):10: there is no serial port /dev/nothing; plug the device in, or see `dyno ports` for what is there\n")
    }

    @Test func `a port that another program holds is exit code 5 and names it, at both ends`() async throws {
        let bench = try CommandRig()
        let (cable, app, _) = try await Self.ports(bench.folder)
        let script = try bench.script(
            """
            local hu = require("sdl").headunit { listen = "serial:\(app)" }
            print(hu.url)
            """)
        async let holder = bench.run("run", script, "--for", "5s")
        _ = try await bench.firstLine()
        let rig = try CommandRig()
        #expect(await rig.run("run", CommandRig.file("examples/hello.lua"), "--headunit", "serial:\(app)", "--quiet") == 5)
        #expect(rig.errors.contains(": \(app) is in use by `"))
        #expect(rig.errors.contains("(process \(ProcessInfo.processInfo.processIdentifier)) since "))
        let other = try CommandRig()
        #expect(await other.run("headunit", "--listen", "serial:\(app)") == 5)
        #expect(other.errors.hasPrefix("dyno: \(app) is in use by `"))
        #expect(await holder == 0)
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
