// SPDX-License-Identifier: Apache-2.0
import DynoIO
import DynoWorld
import NIOCore
import SDLRPC
import Testing

@testable import DynoCommands

@Suite(.timeLimit(.minutes(1))) struct PowerSwitchTests {
    @Test func `a switch is two commands, two URLs, or a socket of a hub`() throws {
        let commands = try PowerSwitch(["on": "relay 3 on", "off": "http://relay/3/off"], at: "power")
        #expect(commands.act(isOn: true) == .command("relay 3 on"))
        #expect(commands.act(isOn: false) == .request("http://relay/3/off"))
        let hub = try PowerSwitch(["hub": "1-1.4", "socket": 2], at: "power")
        #expect(hub.act(isOn: true) == .command("uhubctl -l 1-1.4 -p 2 -a on"))
        #expect(hub.act(isOn: false) == .command("uhubctl -l 1-1.4 -p 2 -a off"))
    }

    @Test(
        arguments: [
            ("relay on", "`power` must be an object with `on` and `off`, or with `hub` and `socket`"),
            (["on": "x"], "`power` takes two shell commands or http URLs, `on` and `off`"),
            (["on": "x", "of": "y"], "`power` has no `of`; did you mean `on`?"),
            (
                ["on": "https://relay/on", "off": "y"],
                "`power` requests http URLs only; for https://relay/on use a command: \"curl -fsS https://relay/on\""
            ),
            (["hub": "1-1; reboot", "socket": 1], "`power.hub` is a hub as uhubctl lists it, such as \"1-1\", not \"1-1; reboot\""),
            (["hub": "1-1", "socket": 0], "`power.socket` is a number of the hub's sockets, from 1 on"),
            (["hub": "1-1"], "`power.socket` is a number of the hub's sockets, from 1 on"),
        ] as [(JSONValue, String)])
    func `a mistake is named`(json: JSONValue, problem: String) {
        let error = #expect(throws: ProjectError.self) { try PowerSwitch(json, at: "power") }
        #expect(error?.description == problem)
    }

    /// What a relay that answers so is said to have done, and what it was asked.
    private static func answer(_ answer: String) async throws -> (problem: String?, request: String) {
        try await LiveWorld<(String?, String)>.run(catching: []) { live in
            let listener = TCPListener(host: "127.0.0.1", port: 0)
            var request = ""
            listener.open(in: live.world) { link in
                link.onBytes = { bytes in
                    request += String(buffer: bytes)
                    guard request.hasSuffix("\r\n\r\n") else { return }
                    link.send(ByteBuffer(string: answer))
                    link.close()
                }
            } completion: { result in
                guard case .success(.tcp(_, let port)) = result else { return live.finish(("no listener", "")) }
                HTTPRequest.get("http://127.0.0.1:\(port)/cm?cmnd=Power%20On", in: live.world) { problem in
                    listener.close()
                    live.finish(
                        (problem.map { $0.replacing("http://127.0.0.1:\(port)", with: "RELAY") }, request.replacing(":\(port)", with: "")))
                }
            }
        }
    }

    @Test func `a relay on the network is asked for its URL`() async throws {
        let (problem, request) = try await Self.answer("HTTP/1.1 204 No Content\r\n\r\n")
        #expect(problem == nil)
        #expect(request == "GET /cm?cmnd=Power%20On HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
    }

    @Test(arguments: [
        ("HTTP/1.0 404 Not Found\r\n\r\n", "RELAY/cm?cmnd=Power%20On answered `HTTP/1.0 404 Not Found`"),
        ("SSH-2.0-x\r\n", "RELAY/cm?cmnd=Power%20On answered `SSH-2.0-x`"),
        ("HTTP/1.1", "RELAY/cm?cmnd=Power%20On closed the connection without an answer"),
    ])
    func `a relay that refuses is quoted`(answer: String, problem: String) async throws {
        #expect(try await Self.answer(answer).problem == problem)
    }
}
