// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLWire
import Testing

@testable import SDLSession

struct SendQueueTests {
    private static func frame(_ service: ServiceType, _ messageID: MessageID) -> SendQueue.Entry {
        .frame(Frame(version: 5, frameType: .single, serviceType: service, sessionID: 1, messageID: messageID), isRaw: false)
    }

    private static func message(_ service: ServiceType, _ messageID: MessageID, size: Int, limit: Int = 10) throws -> SendQueue.Entry {
        let message = Message(
            version: 5, sessionID: 1, serviceType: service, messageID: messageID, payload: ByteBuffer(repeating: 7, count: size))
        return .message(try #require(MessageSplitter(message, limit: limit)), size: size)
    }

    /// Everything that comes out, as "service message type".
    private static func drain(_ queue: inout SendQueue, atMost count: Int = .max) -> [String] {
        var texts: [String] = []
        while texts.count < count, let output = queue.next() {
            switch output {
            case .frame(let frame, _): texts.append("\(frame.header.serviceType) \(frame.header.messageID) \(frame.header.frameType)")
            case .bytes(let bytes): texts.append("\(bytes.readableBytes) bytes")
            }
        }
        return texts
    }

    @Test func `a lower service number goes first, and within a service the order stays`() {
        var queue = SendQueue()
        for (service, id) in [(ServiceType.hybrid, 1), (.video, 2), (.rpc, 3), (.audio, 4), (.rpc, 5), (.control, 6)]
            as [(ServiceType, MessageID)]
        {
            queue.append(Self.frame(service, id))
        }
        #expect(
            Self.drain(&queue) == [
                "Control 6 Single", "RPC 3 Single", "RPC 5 Single", "Audio 4 Single", "Video 2 Single", "Hybrid 1 Single",
            ])
        #expect(queue.isEmpty)
    }

    @Test func `a single frame overtakes a message in pieces, another message in pieces does not`() throws {
        var queue = SendQueue()
        queue.append(try Self.message(.hybrid, 1, size: 25))
        #expect(Self.drain(&queue, atMost: 2) == ["Hybrid 1 First", "Hybrid 1 Consecutive"])
        queue.append(try Self.message(.rpc, 2, size: 15))
        queue.append(Self.frame(.control, 3))
        #expect(
            Self.drain(&queue) == [
                "Control 3 Single", "Hybrid 1 Consecutive", "Hybrid 1 Consecutive", "RPC 2 First", "RPC 2 Consecutive",
                "RPC 2 Consecutive",
            ])
        #expect(queue.isEmpty)
    }

    @Test func `two messages of one service follow each other`() throws {
        var queue = SendQueue()
        queue.append(try Self.message(.rpc, 1, size: 11))
        queue.append(try Self.message(.rpc, 2, size: 5))
        #expect(Self.drain(&queue) == ["RPC 1 First", "RPC 1 Consecutive", "RPC 1 Consecutive", "RPC 2 Single"])
    }

    @Test func `what waits is bounded, but one message of any size fits`() throws {
        var queue = SendQueue()
        let large = try Self.message(.hybrid, 1, size: SendQueue.limit + 1, limit: 100_000)
        #expect(queue.accepts(large))
        queue.append(large)
        #expect(!queue.accepts(Self.frame(.control, 2)))
        while queue.next() != nil {}
        #expect(queue.accepts(Self.frame(.control, 2)))
        #expect(queue.size == 0)
    }

    @Test func `thousands of frames come out in order and leave nothing behind`() {
        var queue = SendQueue()
        var sent: [UInt32] = []
        for round in 0..<100 as Range<UInt32> {
            for index in 0..<50 as Range<UInt32> { queue.append(Self.frame(.rpc, MessageID(rawValue: round * 50 + index))) }
            for _ in 0..<40 {
                if case .frame(let frame, _) = queue.next() { sent.append(frame.header.messageID.rawValue) }
            }
        }
        while case .frame(let frame, _) = queue.next() { sent.append(frame.header.messageID.rawValue) }
        #expect(sent == Array(0..<5000))
        #expect(queue.isEmpty)
    }
}
