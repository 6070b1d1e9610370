// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLWire
import Testing

@testable import SDLSession

@Suite struct FrameCutterTests {
    private static func frame(_ size: Int, version: UInt8 = 5) -> ByteBuffer {
        Frame(
            version: version, frameType: .single, serviceType: .rpc, sessionID: SessionID(rawValue: 1),
            payload: ByteBuffer(repeating: 7, count: size)
        ).encoded()
    }

    private static let frames = [frame(0), frame(5), frame(30, version: 1), frame(1), frame(0, version: 1)]
    private static var stream: ByteBuffer {
        frames.reduce(into: ByteBuffer()) { $0.writeImmutableBuffer($1) }
    }

    private static func joined(_ pieces: [FrameCutter.Piece]) -> ByteBuffer {
        pieces.reduce(into: ByteBuffer()) { $0.writeImmutableBuffer($1.bytes) }
    }

    @Test func `it finds the frames at every split of the bytes`() {
        let stream = Self.stream
        for split in 0...stream.readableBytes {
            var cutter = FrameCutter()
            var rest = stream
            let start = rest.readSlice(length: split) ?? ByteBuffer()
            let pieces = cutter.cut(start, holds: true) + cutter.cut(rest, holds: true)
            #expect(pieces == Self.frames.map { FrameCutter.Piece(bytes: $0, isFrame: true) }, "split at \(split)")
        }
    }

    @Test func `byte by byte they come out as soon as they are whole`() {
        var cutter = FrameCutter()
        let pieces = Self.stream.readableBytesView.flatMap { cutter.cut(ByteBuffer(bytes: [$0]), holds: true) }
        #expect(pieces == Self.frames.map { FrameCutter.Piece(bytes: $0, isFrame: true) })
    }

    @Test func `without holding back, all bytes pass at once, at every split`() {
        let stream = Self.stream
        for split in 0...stream.readableBytes {
            var cutter = FrameCutter()
            var rest = stream
            let start = rest.readSlice(length: split) ?? ByteBuffer()
            #expect(Self.joined(cutter.cut(start, holds: false)) == start)
            #expect(Self.joined(cutter.cut(rest, holds: false)) == rest)
        }
    }

    @Test func `a frame that began before holding back passes as it is, and the next one is whole`() {
        let (first, second) = (Self.frame(20), Self.frame(3))
        for split in 1..<first.readableBytes {
            var cutter = FrameCutter()
            var rest = first
            let start = rest.readSlice(length: split) ?? ByteBuffer()
            _ = cutter.cut(start, holds: false)
            rest.writeImmutableBuffer(second)
            let pieces = cutter.cut(rest, holds: true)
            #expect(pieces.map(\.isFrame) == [false, true], "split at \(split)")
            #expect(pieces.last?.bytes == second)
        }
    }

    @Test func `what is held back can be let go, and the stream is still followed`() {
        let frame = Self.frame(20)
        var cutter = FrameCutter()
        var rest = frame
        let start = rest.readSlice(length: 15) ?? ByteBuffer()
        #expect(cutter.cut(start, holds: true) == [])
        #expect(cutter.release() == [FrameCutter.Piece(bytes: start, isFrame: false)])
        #expect(cutter.release() == [])
        #expect(cutter.cut(rest, holds: true) == [FrameCutter.Piece(bytes: rest, isFrame: false)])
        #expect(cutter.cut(frame, holds: true) == [FrameCutter.Piece(bytes: frame, isFrame: true)])
    }

    @Test func `a size no end accepts is not waited for`() {
        var header = ByteBuffer()
        FrameHeader(version: 5, frameType: .single, serviceType: .rpc, sessionID: SessionID(rawValue: 1), dataSize: .max).encode(
            into: &header)
        header.writeString("more")
        var cutter = FrameCutter()
        #expect(cutter.cut(header, holds: true) == [FrameCutter.Piece(bytes: header, isFrame: false)])
        #expect(cutter.isLost)
        #expect(Self.joined(cutter.cut(Self.frame(3), holds: true)) == Self.frame(3))
    }
}
