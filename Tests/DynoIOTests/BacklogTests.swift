// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import Testing

@testable import DynoIO

/// What a link tells a sender that sends more than the other end takes.
@Suite(.timeLimit(.minutes(1)))
struct BacklogTests {
    @Test(arguments: LinkPair.allCases)
    func `a sender that minds the backlog gets everything across in little memory`(pair: LinkPair) async throws {
        let total = 20_000_000
        let highest = try await live { (live: LiveWorld<Int>) in
            pair.open(in: live) { left, right in
                var sent = 0
                var received = 0
                var highest = 0
                func sendMore() {
                    while sent < total, left.backlog < 300_000 {
                        left.send(ByteBuffer(repeating: 1, count: 100_000))
                        sent += 100_000
                        highest = max(highest, left.backlog)
                    }
                }
                left.onDrain = { sendMore() }
                // Nobody listens at first, so that the bytes have to wait.
                live.world.after(.milliseconds(20)) {
                    right.onBytes = { bytes in
                        received += bytes.readableBytes
                        if received == total { live.finish(highest) }
                    }
                }
                sendMore()
            }
        }
        #expect(highest >= 300_000)
        #expect(highest <= 400_000)
    }
}
