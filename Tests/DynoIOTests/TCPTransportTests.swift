// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import NIOPosix
import Testing

@testable import DynoIO

#if canImport(Darwin)
import Darwin
private let streamSocket = SOCK_STREAM
#else
import Glibc
private let streamSocket = CInt(SOCK_STREAM.rawValue)
#endif

@Suite(.timeLimit(.minutes(1)))
struct TCPTransportTests {
    /// Opens a link and reports its label, or why there is none.
    private static func open(_ transport: TCPTransport, in live: LiveWorld<String>) {
        transport.open(in: live.world) { result in
            switch result {
            case .success(let link): live.finish(link.label)
            case .failure(let error): live.finish(error.description)
            }
        }
    }

    @Test func `a link is labelled with the address it was opened with`() async throws {
        let labels = try await live { (live: LiveWorld<[String]>) in
            TCPPair.open(in: live.world, host: "localhost") { left, right in live.finish([left.label, right.label]) }
        }
        #expect(labels[0].hasPrefix("tcp://localhost:"))
        #expect(labels[1].hasPrefix("tcp://127.0.0.1:") || labels[1].hasPrefix("tcp://[::1]:"))
    }

    @Test func `a refused connection says how to start a head unit there`() async throws {
        // A port that is bound and not listened on refuses, and nobody else can get it.
        let descriptor = socket(AF_INET, streamSocket, 0)
        defer { close(descriptor) }
        let port = try #require(bindToLoopback(descriptor))
        let message = try await live { Self.open(TCPTransport(host: "127.0.0.1", port: port), in: $0) }
        #expect(
            message
                == "nothing listens on 127.0.0.1:\(port); start a head unit there (dyno headunit --listen tcp://127.0.0.1:\(port)) "
                + "or check the port")
    }

    private func bindToLoopback(_ descriptor: CInt) -> Int? {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        return isBound ? Int(UInt16(bigEndian: address.sin_port)) : nil
    }

    @Test func `an unknown host is an error, with or without a network`() async throws {
        let message = try await live { Self.open(TCPTransport(host: "no-such-host.invalid", port: 12345), in: $0) }
        #expect(message.contains("`no-such-host.invalid`"))
        #expect(message.hasPrefix("no host is called") || message.hasPrefix("cannot look up the host"))
    }

    @Test(arguments: [0, -1, 65536])
    func `a port that cannot be is an error`(port: Int) async throws {
        let message = try await live { Self.open(TCPTransport(host: "127.0.0.1", port: port), in: $0) }
        #expect(message == "cannot connect to port \(port): a port is from 1 to 65535, a head unit's usually 12345")
    }

    @Test func `a world whose time jumps has no sockets`() {
        let scheduler = VirtualScheduler()
        let world = World(scheduler: scheduler)
        var messages: [String] = []
        TCPTransport(host: "car", port: 1).open(in: world) { result in
            if case .failure(let error) = result { messages.append(error.description) }
        }
        TCPListener(host: "::", port: 2).open(in: world, onLink: { _ in }) { result in
            if case .failure(let error) = result { messages.append(error.description) }
        }
        #expect(messages.isEmpty)
        scheduler.run()
        #expect(
            messages == [
                "tcp://car:1 needs real time; leave out --virtual-time or use the head unit sim",
                "tcp://[::]:2 needs real time; leave out --virtual-time or use the head unit sim",
            ])
    }

    @Test(arguments: [
        (
            SocketFailure.timedOut,
            "no answer from car:7 within 10.0 seconds; check that the head unit is on, and that no firewall is in between"
        ),
        (.unknownHost, "no host is called `car`; check the spelling or use its address, for example tcp://192.168.1.20:7"),
        (.lookupFailed("try again"), "cannot look up the host `car` (try again); check the network or use its address"),
        (
            .unreachable,
            "no way to car:7 from this machine (no route there; the network is gone); check the address and the network"
        ),
        (.notPermitted, "this machine does not permit a connection to car:7; check its firewall"),
        (.other("odd"), "cannot connect to car:7: odd; check the host and the port"),
    ])
    func `each failure to connect says what to do`(failure: SocketFailure, message: String) {
        #expect(TransportError.connecting(host: "car", port: 7, failure, deadline: .seconds(10)).description == message)
    }

    @Test(arguments: [
        (ECONNREFUSED, SocketFailure.refused), (ETIMEDOUT, .timedOut), (ECONNRESET, .reset), (EPIPE, .reset),
        (ENETUNREACH, .unreachable), (EHOSTUNREACH, .unreachable), (EADDRINUSE, .addressTaken), (EADDRNOTAVAIL, .addressNotHere),
        (EACCES, .notPermitted), (EAFNOSUPPORT, .familyUnsupported), (ENOTDIR, .other("Not a directory")),
    ])
    func `system errors are told apart`(code: CInt, failure: SocketFailure) {
        #expect(SocketFailure(errno: code) == failure)
        #expect(SocketFailure(IOError(errnoCode: code, reason: "test")) == failure)
    }

    @Test func `a time-out is told from a failure`() {
        #expect(SocketFailure(ChannelError.connectTimeout(.seconds(1))) == .timedOut)
    }
}
