// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import Testing

@testable import DynoIO

/// What every link promises, whatever it runs over.
@Suite(.timeLimit(.minutes(1)))
struct LinkConformanceTests {
    @Test(arguments: LinkPair.allCases, [1, 2, 3] as [UInt64])
    func `bytes come back in order however they are split`(pair: LinkPair, seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let sent = (0..<100_000).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        let received = try await live { (live: LiveWorld<[UInt8]>) in
            pair.open(in: live) { left, right in
                right.onBytes = { right.send($0) }
                var echo: [UInt8] = []
                left.onBytes = { bytes in
                    echo += bytes.readableBytesView
                    if echo.count == sent.count { live.finish(echo) }
                }
                var generator = SeededGenerator(seed: seed)
                var rest = sent[...]
                while !rest.isEmpty {
                    let size = Int.random(in: 1...3000, using: &generator)
                    left.send(ByteBuffer(bytes: rest.prefix(size)))
                    rest = rest.dropFirst(size)
                }
            }
        }
        #expect(received == sent)
    }

    @Test(arguments: LinkPair.allCases)
    func `order holds both ways at once, under load`(pair: LinkPair) async throws {
        let count: UInt32 = 5000
        let received = try await live { (live: LiveWorld<[[UInt32]]>) in
            pair.open(in: live) { left, right in
                var waiting = [ByteBuffer(), ByteBuffer()]
                var numbers: [[UInt32]] = [[], []]
                func receive(_ bytes: ByteBuffer, at end: Int) {
                    waiting[end].writeImmutableBuffer(bytes)
                    while let number = waiting[end].readInteger(as: UInt32.self) { numbers[end].append(number) }
                    if numbers.allSatisfy({ $0.count == count }) { live.finish(numbers) }
                }
                left.onBytes = { receive($0, at: 0) }
                right.onBytes = { receive($0, at: 1) }
                for number in 0..<count {
                    left.send(ByteBuffer(integer: number))
                    right.send(ByteBuffer(integer: number))
                }
            }
        }
        #expect(received == [Array(0..<count), Array(0..<count)])
    }

    @Test(arguments: LinkPair.allCases)
    func `bytes that come before anybody listens are kept`(pair: LinkPair) async throws {
        let received = try await live { (live: LiveWorld<String>) in
            pair.open(in: live) { left, right in
                right.onBytes = { _ in
                    // The greeting was sent before this answer was asked for, so it is here by now.
                    var text = ""
                    left.onBytes = { bytes in
                        text += String(buffer: bytes)
                        if text.count == 10 { live.finish(text) }
                    }
                }
                right.send(ByteBuffer(string: "hello"))
                right.send(ByteBuffer(string: "world"))
                left.send(ByteBuffer(string: "?"))
            }
        }
        #expect(received == "helloworld")
    }

    @Test(arguments: LinkPair.allCases)
    func `what was sent before a close arrives before the close`(pair: LinkPair) async throws {
        let size = 3_000_000
        let log = try await live { (live: LiveWorld<[String]>) in
            pair.open(in: live) { left, right in
                var log: [String] = []
                var received = 0
                var closed = 0
                func note(_ end: String, _ closure: LinkClosure) {
                    log.append("\(end): \(closure.kind)")
                    closed += 1
                    if closed == 2 { live.world.after(.milliseconds(1)) { live.finish(log) } }
                }
                right.onBytes = { bytes in
                    received += bytes.readableBytes
                    if received == size { log.append("right: all bytes") }
                }
                left.onClose = { note("left", $0) }
                right.onClose = { note("right", $0) }
                left.send(ByteBuffer(repeating: 7, count: size))
                left.close()
                left.close()
            }
        }
        #expect(log.sorted() == ["left: closedHere", "right: all bytes", "right: closedByPeer"])
        #expect(log.firstIndex(of: "right: all bytes") ?? 9 < log.firstIndex(of: "right: closedByPeer") ?? 0)
    }

    @Test(arguments: LinkPair.allCases)
    func `a closed end neither sends nor hears`(pair: LinkPair) async throws {
        let received = try await live { (live: LiveWorld<[String]>) in
            pair.open(in: live) { left, right in
                var log: [String] = []
                left.onBytes = { log.append("left heard \(String(buffer: $0))") }
                right.onBytes = { log.append("right heard \(String(buffer: $0))") }
                right.onClose = { _ in
                    right.send(ByteBuffer(string: "too late"))
                    live.world.soon { live.finish(log) }
                }
                left.send(ByteBuffer(string: "last words"))
                left.close()
                left.send(ByteBuffer(string: "afterthought"))
                right.send(ByteBuffer(string: "answer"))
            }
        }
        #expect(received == ["right heard last words"])
    }

    @Test(arguments: LinkPair.allCases)
    func `both ends may close at once, and each hears of it once`(pair: LinkPair) async throws {
        let closures = try await live { (live: LiveWorld<[Int]>) in
            pair.open(in: live) { left, right in
                var closures = [0, 0]
                func note(_ end: Int) {
                    closures[end] += 1
                    if closures.allSatisfy({ $0 > 0 }) { live.world.after(.milliseconds(1)) { live.finish(closures) } }
                }
                left.onClose = { _ in note(0) }
                right.onClose = { _ in note(1) }
                left.close()
                right.close()
            }
        }
        #expect(closures == [1, 1])
    }

    @Test(arguments: LinkPair.allCases)
    func `no call runs inside another`(pair: LinkPair) async throws {
        let log = try await live { (live: LiveWorld<[String]>) in
            pair.open(in: live) { left, right in
                var log: [String] = []
                left.onBytes = { _ in log.append("left bytes") }
                left.onClose = { _ in log.append("left closed") }
                right.onBytes = { _ in
                    log.append("right begins")
                    right.send(ByteBuffer(string: "answer"))
                    left.close()
                    right.close()
                    log.append("right ends")
                }
                right.onClose = { _ in live.world.after(.milliseconds(1)) { live.finish(log) } }
                left.send(ByteBuffer(string: "question"))
            }
        }
        #expect(Array(log.prefix(2)) == ["right begins", "right ends"])
    }
}
