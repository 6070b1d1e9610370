// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLWire
import Testing

struct MessageSplitterTests {
    private func message(_ size: Int) -> Message {
        let payload = ByteBuffer(bytes: (0..<size).map { UInt8(truncatingIfNeeded: $0 * 7) })
        return Message(version: 5, sessionID: 1, serviceType: .hybrid, messageID: 9, payload: payload)
    }

    /// Frame infos of a message of that many Consecutive frames, by sum and by the last five.
    @Test(arguments: [
        (2, 1, [1, 0]), (255, 32_385, [251, 252, 253, 254, 0]), (256, 32_640, [252, 253, 254, 255, 0]),
        (257, 32_641, [253, 254, 255, 1, 0]), (300, 33_630, [41, 42, 43, 44, 0]), (511, 65_280, [252, 253, 254, 255, 0]),
        (512, 65_281, [253, 254, 255, 1, 0]),
    ])
    func `Consecutive frames count to 255, begin again at 1 and end with 0`(count: Int, sum: Int, lastFive: [UInt8]) throws {
        let frames = Array(try #require(MessageSplitter(message(count), limit: 1)))
        let infos = frames.dropFirst().map(\.header.frameInfo.rawValue)
        #expect(infos.count == count)
        #expect(infos.reduce(0) { $0 + Int($1) } == sum)
        #expect(Array(infos.suffix(5)) == lastFive)
    }

    @Test func `a message that fits is one Single frame`() throws {
        let frames = Array(try #require(MessageSplitter(message(100), limit: 100)))
        #expect(frames.map(\.header.frameType) == [.single])
        #expect(frames.first?.payload == message(100).payload)
    }

    @Test func `the First frame announces what follows`() throws {
        let splitter = try #require(MessageSplitter(message(101), limit: 50))
        let frames = Array(splitter)
        #expect(splitter.frameCount == 4)
        #expect(frames.map(\.header.frameType) == [.first, .consecutive, .consecutive, .consecutive])
        #expect(FirstFramePayload(decoding: frames[0].payload) == FirstFramePayload(totalSize: 101, frameCount: 3))
        #expect(frames.map(\.payload.readableBytes) == [8, 50, 50, 1])
        #expect(frames.allSatisfy { $0.header.messageID == 9 && $0.header.serviceType == .hybrid })
    }

    @Test func `an empty message has no frames`() {
        #expect(MessageSplitter(message(0), limit: 100) == nil)
        #expect(MessageSplitter(message(1), limit: 0) == nil)
    }

    @Test func `what is split is assembled again, whatever the size and the limit`() throws {
        var random = SplitMix(6)
        var assembler = MessageAssembler(limits: .init(role: .headUnit))
        for _ in 0..<200 {
            let original = message(Int.random(in: 1...5000, using: &random))
            let limit = Int.random(in: 1...1500, using: &random)
            var delivered: [Message] = []
            for frame in try #require(MessageSplitter(original, limit: limit)) {
                if case .message(let message) = assembler.receive(frame, frameLimit: limit, at: .zero) { delivered.append(message) }
            }
            #expect(delivered == [original])
        }
    }
}
