// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import Testing

@testable import DynoIO

@Suite(.timeLimit(.minutes(1))) struct RemoteSerialTransportTests {
    /// Why a port behind something that answers so can't be opened.
    private static func refusal(_ answer: [UInt8], closes: Bool) async throws -> String {
        var system = SerialSystem()
        system.gatewayDeadline = closes ? .seconds(30) : .milliseconds(100)
        return try await live { [system] (live: LiveWorld<String>) in
            let listener = TCPListener(host: "127.0.0.1", port: 0)
            var links: [any Link] = []
            listener.open(in: live.world) { link in
                links.append(link)
                link.onBytes = { _ in
                    link.send(ByteBuffer(bytes: answer))
                    if closes { link.close() }
                }
            } completion: { result in
                guard case .tcp(_, let port)? = expectSuccess(result) else { return }
                let transport = RemoteSerialTransport(host: "127.0.0.1", port: port, settings: .default, system: system)
                transport.open(in: live.world) { result in
                    listener.close()
                    switch result {
                    case .success: live.finish("opened")
                    case .failure(let error): live.finish(error.description.replacing(":\(port)", with: ""))
                    }
                }
            }
        }
    }

    @Test(
        arguments: [
            (
                Array("hu login: ".utf8), false,
                "127.0.0.1 does not speak RFC 2217: it says `hu login: `; for a raw port use tcp://127.0.0.1, otherwise check the address"
            ),
            ([], false, "127.0.0.1 does not speak RFC 2217; for a raw port use tcp://127.0.0.1, otherwise check the address"),
            (
                Array("\r\nPort in use\r\n".utf8), true,
                "127.0.0.1 hung up before its serial port was set: it says `Port in use`; check that the port is there and free"
            ),
            ([], true, "127.0.0.1 hung up before its serial port was set; check that the port is there and free"),
            (
                Telnet.command(.dont, 44), true,
                "127.0.0.1 does not let its serial port be set (RFC 2217); allow it at the gateway (ser2net: telnet(rfc2217)), or let it offer the raw port and use tcp://127.0.0.1"
            ),
        ] as [([UInt8], Bool, String)])
    func `what is no such gateway is told with what to do`(answer: [UInt8], closes: Bool, message: String) async throws {
        #expect(try await Self.refusal(answer, closes: closes) == message)
    }

    @Test func `nobody listens`() async throws {
        let message = try await live { (live: LiveWorld<String>) in
            RemoteSerialTransport(host: "127.0.0.1", port: 1, settings: .default).open(in: live.world) { result in
                if case .failure(let error) = result { live.finish(error.description) }
            }
        }
        #expect(message == "nothing listens on 127.0.0.1:1; start the gateway there, for example ser2net, or check the port")
    }
}
