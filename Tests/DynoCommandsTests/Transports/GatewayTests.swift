// SPDX-License-Identifier: Apache-2.0
import Foundation
import SerialCable
import Testing

@testable import DynoCommands

/// Serial ports on the network, with Debian's ser2net between the app and the head unit's cable.
@Suite(.timeLimit(.minutes(2)), .enabled(if: Gateway.program != nil, "ser2net is not installed"))
struct GatewayTests {
    private let bench: CommandRig
    private let cable: SerialCable

    init() async throws {
        bench = try CommandRig()
        cable = try await SerialCable(in: bench.folder.path)
    }

    /// Tries until the gateway listens, sends every byte there is, and says the speed of the port when it is done.
    private static let app = """
        local sdl = require "sdl"
        local app = sdl.app { appName = "Far", fullAppID = "far-1", reconnect = { interval = "20ms", max = "20ms" } }
        app:start()
        local all = {}
        for byte = 0, 255 do all[#all + 1] = string.char(byte) end
        app.rpc.PutFile({ syncFileName = "all", fileType = "BINARY" }, { bulk = table.concat(all):rep(40), timeout = "60s" })
        print(app.link.stats.malformed)
        sdl.sleep "60s"
        """

    private static func headUnit(_ port: String) -> String {
        """
        local sdl = require "sdl"
        local hu = sdl.headunit { listen = "serial:\(port)" }
        print(hu.url)
        hu:on("PutFile", function(request) print(#request.bulk) end)
        """
    }

    @Test(arguments: [
        ("telnet(rfc2217),tcp", "rfc2217", "?baud=921600"), ("telnet(rfc2217),tcp", "rfc2217", "?baud=921600&framed=on"),
        ("tcp", "tcp", ""),
    ])
    func `an app reaches a head unit behind a gateway`(accepter: String, scheme: String, options: String) async throws {
        let gateway = try await Gateway(offering: cable.path(.left), as: accepter, in: bench.folder)
        let headUnit = Task { [bench, cable] in await bench.run("run", try bench.script(Self.headUnit(cable.path(.right)))) }
        _ = try await bench.firstLine()
        let rig = try CommandRig()
        let running = Task {
            await rig.run("run", try rig.script(Self.app), "--headunit", "\(scheme)://127.0.0.1:\(gateway.port)\(options)")
        }
        #expect(try await rig.firstLine() == "0")
        #expect(cable.baud(.left) == (options.isEmpty ? 9600 : 921_600))
        #expect(bench.output.hasSuffix("\n10240\n"))
        running.cancel()
        _ = try await running.value
        headUnit.cancel()
        _ = try await headUnit.value
        withExtendedLifetime(gateway) {}
    }

    @Test func `a port that somebody else uses is said in the gateway's words`() async throws {
        let gateway = try await Gateway(offering: cable.path(.left), as: "telnet(rfc2217),tcp", in: bench.folder)
        let headUnit = Task { [bench, cable] in await bench.run("run", try bench.script(Self.headUnit(cable.path(.right)))) }
        _ = try await bench.firstLine()
        let url = "rfc2217://127.0.0.1:\(gateway.port)"
        let first = try CommandRig()
        let running = Task { await first.run("run", try first.script(Self.app), "--headunit", url) }
        _ = try await first.firstLine()
        let second = try CommandRig()
        #expect(await second.run("run", CommandRig.file("examples/hello.lua"), "--headunit", url, "--quiet") == 5)
        #expect(
            second.errors.contains(
                ": 127.0.0.1:\(gateway.port) hung up before its serial port was set: it says `Port already in use`; check that the port is "
                    + "there and free\n    10 | app:start()\n"))
        running.cancel()
        _ = try await running.value
        headUnit.cancel()
        _ = try await headUnit.value
    }
}
