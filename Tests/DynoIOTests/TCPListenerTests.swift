// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import NIOPosix
import Testing

@testable import DynoIO

@Suite(.timeLimit(.minutes(1)))
struct TCPListenerTests {
    static let hasIPv6 = {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        defer { try? group.syncShutdownGracefully() }
        return (try? ServerBootstrap(group: group).bind(host: "::1", port: 0).wait()) != nil
    }()

    /// Listens on `host` and connects to every address of `peers`; reports what the peers' links were labelled with.
    private static func connect(_ peers: [String], to host: String) async throws -> [String] {
        try await live { (live: LiveWorld<[String]>) in
            var labels: [String] = []
            let accepted: (any Link) -> Void = { link in
                labels.append(link.label)
                if labels.count == peers.count { live.finish(labels.sorted()) }
            }
            TCPListener(host: host, port: 0).open(in: live.world, onLink: accepted) { result in
                guard case .tcp(let boundHost, let port) = expectSuccess(result) else { return }
                #expect(boundHost == host)
                #expect(port != 0)
                for peer in peers {
                    TCPTransport(host: peer, port: port).open(in: live.world) { _ = expectSuccess($0) }
                }
            }
        }
    }

    @Test func `an IPv4 address is listened on`() async throws {
        let labels = try await Self.connect(["127.0.0.1", "127.0.0.1"], to: "127.0.0.1")
        #expect(labels.count == 2)
        #expect(labels.allSatisfy { $0.hasPrefix("tcp://127.0.0.1:") })
    }

    @Test(.enabled(if: hasIPv6)) func `localhost is listened on in IPv4 and IPv6`() async throws {
        let labels = try await Self.connect(["127.0.0.1", "::1"], to: "localhost")
        #expect(labels[0].hasPrefix("tcp://127.0.0.1:"))
        #expect(labels[1].hasPrefix("tcp://[::1]:"))
    }

    @Test(.enabled(if: hasIPv6)) func `every address is listened on in IPv4 and IPv6`() async throws {
        #expect(try await Self.connect(["127.0.0.1", "::1"], to: "::").count == 2)
    }

    @Test func `every IPv4 address is listened on`() async throws {
        #expect(try await Self.connect(["127.0.0.1"], to: "0.0.0.0").count == 1)
    }

    @Test(arguments: ["127.0.0.1", "localhost"])
    func `a taken port is an error that offers another`(host: String) async throws {
        let (port, message) = try await live { (live: LiveWorld<(Int, String)>) in
            TCPListener(host: "127.0.0.1", port: 0).open(in: live.world, onLink: { _ in }) { result in
                guard case .tcp(_, let port) = expectSuccess(result) else { return }
                TCPListener(host: host, port: port).open(in: live.world, onLink: { _ in }) { result in
                    if case .failure(let error) = result { live.finish((port, error.description)) }
                }
            }
        }
        let next = port < 65535 ? port + 1 : 0
        #expect(
            message
                == "port \(port) is taken; stop the program that listens there, or listen on another one, for example tcp://\(host):\(next)"
        )
    }

    @Test(arguments: [
        (
            "car", 7,
            "cannot listen on `car`: it is not an address of this machine; use tcp://localhost:7 for programs on this machine, "
                + "tcp://0.0.0.0:7 for the network"
        ),
        (
            "192.0.2.1", 7,
            "cannot listen on `192.0.2.1`: it is not an address of this machine; use tcp://localhost:7 for programs on this machine, "
                + "tcp://0.0.0.0:7 for the network"
        ),
        ("127.0.0.1", 65536, "cannot listen on port 65536: a port is from 0 to 65535"),
        ("127.0.0.1", -1, "cannot listen on port -1: a port is from 0 to 65535"),
    ])
    func `a place that cannot be listened on is an error`(host: String, port: Int, message: String) async throws {
        let actual = try await live { (live: LiveWorld<String>) in
            TCPListener(host: host, port: port).open(in: live.world, onLink: { _ in }) { result in
                if case .failure(let error) = result { live.finish(error.description) }
            }
        }
        #expect(actual == message)
    }

    @Test(arguments: [
        (SocketFailure.notPermitted, 80, "port 80 needs root's rights; listen on one above 1023, for example 12345"),
        (.other("odd"), 7, "cannot listen on tcp://[::]:7: odd; try another port"),
    ])
    func `each failure to listen says what to do`(failure: SocketFailure, port: Int, message: String) {
        #expect(TransportError.listening(host: "::", port: port, failure).description == message)
    }

    @Test func `a closed listener accepts no more and leaves its links open`() async throws {
        let log = try await live { (live: LiveWorld<[String]>) in
            let listener = TCPListener(host: "127.0.0.1", port: 0)
            var port = 0
            func accept(_ link: any Link) {
                listener.close()
                link.onBytes = { bytes in
                    let text = String(buffer: bytes)
                    live.world.soon {
                        TCPTransport(host: "127.0.0.1", port: port).open(in: live.world) { result in
                            if case .failure = result { live.finish([text, "refused"]) }
                        }
                    }
                }
            }
            listener.open(in: live.world, onLink: accept) { result in
                guard case .tcp(_, let bound) = expectSuccess(result) else { return }
                port = bound
                TCPTransport(host: "127.0.0.1", port: bound).open(in: live.world) { expectSuccess($0)?.send(ByteBuffer(string: "hello")) }
            }
        }
        #expect(log == ["hello", "refused"])
    }

    @Test func `a listener closed while it opens says so`() async throws {
        let message = try await live { (live: LiveWorld<String>) in
            let listener = TCPListener(host: "127.0.0.1", port: 0)
            listener.open(in: live.world, onLink: { _ in }) { result in
                if case .failure(let error) = result { live.finish(error.description) } else { live.finish("listens") }
            }
            listener.close()
        }
        #expect(message == "the listener on 127.0.0.1 was closed before it listened")
    }
}
