// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import NIOPosix
import Testing

@testable import DynoIO

@Suite(.timeLimit(.minutes(1)))
struct TCPLinkTests {
    /// A link to a socket that nobody accepts, so that its peer neither reads nor closes.
    private static func openToDeafPeer(in world: World, settings: TCPSettings, _ use: @escaping (any Link) -> Void) {
        guard let scheduler = world.scheduler as? EventLoopScheduler else { return }
        ServerBootstrap(group: scheduler.eventLoop).serverChannelOption(.autoRead, value: false).bind(host: "127.0.0.1", port: 0)
            .assumeIsolated().whenSuccess { channel in
                TCPTransport(host: "127.0.0.1", port: channel.localAddress?.port ?? 0, settings: settings).open(in: world) { result in
                    if let link = expectSuccess(result) { use(link) }
                }
            }
    }

    @Test func `a peer that never reads costs a bounded backlog and then the link`() async throws {
        let (closure, label) = try await live { (live: LiveWorld<(LinkClosure, String)>) in
            Self.openToDeafPeer(in: live.world, settings: TCPSettings(backlogLimit: 1 << 20)) { link in
                link.onClose = { live.finish(($0, link.label)) }
                func sendMore() {
                    link.send(ByteBuffer(repeating: 1, count: 1 << 18))
                    live.world.soon(sendMore)
                }
                sendMore()
            }
        }
        #expect(closure.kind == .failed)
        #expect(closure.message.hasPrefix("\(label): the peer does not read: "))
        #expect(closure.message.hasSuffix(" bytes wait for it, the limit is 1048576; check that it still works"))
    }

    @Test func `a backlog below the limit arrives once the peer reads`() async throws {
        let size = 16 << 20
        let received = try await live { (live: LiveWorld<Int>) in
            TCPPair.open(in: live.world) { left, right in
                for _ in 0..<64 { left.send(ByteBuffer(repeating: 2, count: size / 64)) }
                live.world.after(.milliseconds(5)) {
                    var received = 0
                    right.onBytes = { bytes in
                        received += bytes.readableBytes
                        if received == size { live.finish(received) }
                    }
                }
            }
        }
        #expect(received == size)
    }

    @Test func `a peer that never closes holds up a close no longer than the deadline`() async throws {
        let closure = try await live { (live: LiveWorld<LinkClosure>) in
            Self.openToDeafPeer(in: live.world, settings: TCPSettings(closeDeadline: .milliseconds(20))) { link in
                link.onClose = { live.finish($0) }
                link.send(ByteBuffer(repeating: 3, count: 1 << 25))
                link.close()
            }
        }
        #expect(closure.kind == .closedHere)
    }

    @Test func `a reset is a failure`() async throws {
        let (closure, label) = try await live { (live: LiveWorld<(LinkClosure, String)>) in
            TCPPair.open(in: live.world) { left, right in
                left.onBytes = { _ in }
                left.onClose = { live.finish(($0, left.label)) }
                guard let channel = (right as? TCPLink)?.channel, let provider = channel as? SocketOptionProvider else { return }
                provider.setSoLinger(linger(l_onoff: 1, l_linger: 0)).assumeIsolated().whenComplete { _ in channel.close(promise: nil) }
            }
        }
        #expect(closure == LinkClosure(kind: .failed, message: "\(label): the connection broke: the peer reset it"))
    }

    @Test func `a closure that nobody was there for is kept, after the bytes`() async throws {
        let log = try await live { (live: LiveWorld<[String]>) in
            TCPPair.open(in: live.world) { left, right in
                right.onClose = { _ in
                    live.world.after(.milliseconds(2)) {
                        var log: [String] = []
                        left.onBytes = { log.append(String(buffer: $0)) }
                        left.onClose = { closure in live.finish(log + ["\(closure.kind)"]) }
                        log.append("set")
                    }
                }
                right.send(ByteBuffer(string: "goodbye"))
                right.close()
            }
        }
        #expect(log == ["goodbye", "set", "closedByPeer"])
    }

    @Test func `the writes of one turn go out together`() async throws {
        let batches = try await live { (live: LiveWorld<[Int]>) in
            TCPPair.open(in: live.world) { left, right in
                var batches: [Int] = []
                right.onBytes = { bytes in
                    batches.append(bytes.readableBytes)
                    if batches.reduce(0, +) == 100 { live.finish(batches) }
                }
                for _ in 0..<100 { left.send(ByteBuffer(string: "x")) }
            }
        }
        #expect(batches == [100])
    }

    @Test func `both sides' sockets are set for small frames and vanishing peers`() async throws {
        let values = try await live { (live: LiveWorld<[[Int]]>) in
            TCPPair.open(in: live.world) { left, right in
                let values = [left, right].map { link in
                    TCPSettings.socketOptions.map { wanted in
                        (try? (link as? TCPLink)?.channel.syncOptions?.getOption(wanted.option)) ?? -1
                    }
                }
                live.finish(values)
            }
        }
        let wanted = TCPSettings.socketOptions.map(\.value)
        #expect(values == [wanted, wanted])
        #if os(Linux)
        #expect(wanted == [1, 1, 3, 1, 5, 7000])
        #endif
    }
}
