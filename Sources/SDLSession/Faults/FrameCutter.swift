// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLWire

/// Cuts a stream of bytes between its frames, whatever the frames say.
///
/// It judges nothing but the size. A size that no end accepts, or a stream that never was one of frames, is not followed any more:
/// from there on bytes pass as they come.
struct FrameCutter {
    /// A whole frame, or bytes that are passed on without being one.
    struct Piece: Equatable {
        var bytes: ByteBuffer
        var isFrame: Bool
    }

    /// The first bytes of the frame that is coming, which say how long it is.
    private var head = ByteBuffer()
    /// What of it has not been passed on.
    private var held = ByteBuffer()
    /// Bytes of it that are still to come; nil while its header is incomplete.
    private var missing: Int?
    private var isPartlyGone = false
    private(set) var isLost = false

    /// Whether bytes begin and end between frames, so that nothing of them has to be remembered.
    func isWhole(_ bytes: ByteBuffer) -> Bool {
        guard !isLost, head.readableBytes == 0, held.readableBytes == 0 else { return false }
        var rest = bytes
        while let header = FrameHeader(decoding: &rest), header.dataSize <= rest.readableBytes {
            rest.moveReaderIndex(forwardBy: Int(header.dataSize))
            if rest.readableBytes == 0 { return true }
        }
        return false
    }

    /// Takes bytes and gives out what can be passed on.
    /// - Parameter holds: Whether to keep an unfinished frame back until it is whole.
    mutating func cut(_ bytes: ByteBuffer, holds: Bool) -> [Piece] {
        var rest = bytes
        var pieces: [Piece] = []
        while !isLost, rest.readableBytes > 0 {
            take(&rest)
            guard missing == 0 else { continue }
            pieces.append(Piece(bytes: held, isFrame: !isPartlyGone))
            (head, held, missing, isPartlyGone) = (ByteBuffer(), ByteBuffer(), nil, false)
        }
        if isLost { held.writeImmutableBuffer(rest) }
        if isLost || !holds { pieces += release() }
        return pieces
    }

    /// Gives out what is held back of an unfinished frame.
    mutating func release() -> [Piece] {
        guard held.readableBytes > 0 else { return [] }
        let piece = Piece(bytes: held, isFrame: false)
        held = ByteBuffer()
        isPartlyGone = true
        return [piece]
    }

    /// Moves the next part of the current frame: of its header, or of its payload.
    private mutating func take(_ rest: inout ByteBuffer) {
        let wanted = missing ?? (headerSize(rest) - head.readableBytes)
        guard let part = rest.readSlice(length: min(max(wanted, 1), rest.readableBytes)) else { return }
        held.writeImmutableBuffer(part)
        if let missing {
            self.missing = missing - part.readableBytes
            return
        }
        head.writeImmutableBuffer(part)
        var copy = head
        guard let header = FrameHeader(decoding: &copy) else { return }
        guard header.dataSize <= UInt32(FrameLimits.largestMTU) else { return isLost = true }
        missing = Int(header.dataSize)
    }

    private func headerSize(_ rest: ByteBuffer) -> Int {
        let first = head.getInteger(at: head.readerIndex, as: UInt8.self) ?? rest.getInteger(at: rest.readerIndex, as: UInt8.self) ?? 0
        return FrameHeader.encodedSize(version: first >> 4)
    }
}
