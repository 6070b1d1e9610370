// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLWire

/// The frame decoder finds the same frames however the bytes are split, loses none, and gives back what went in.
enum DecoderCheck {
    private struct Result: Equatable {
        var frames: [Frame] = []
        var runs = 0
        var discarded = 0
        var pending = 0
    }

    static func run(_ input: ByteBuffer, isLossy: Bool) -> String? {
        let whole = decode(input, isLossy, piece: max(input.readableBytes, 1))
        let split = decode(input, isLossy, piece: 1)
        guard whole == split else { return "byte by byte: \(split), at once: \(whole)" }
        let kept = whole.frames.reduce(0) { $0 + $1.encodedSize }
        guard kept + whole.discarded + whole.pending == input.readableBytes else {
            return "\(input.readableBytes) bytes came, \(kept) are in frames, \(whole.discarded) discarded, \(whole.pending) pending"
        }
        return whole.frames.lazy.compactMap(problem).first
    }

    private static func decode(_ input: ByteBuffer, _ isLossy: Bool, piece: Int) -> Result {
        let context = FrameContext(limits: FrameLimits(role: .headUnit, mtu: 4096), sessions: isLossy ? sessions : nil)
        var decoder = FrameDecoder(recovery: isLossy ? .resynchronise : .failStream, context: context)
        var result = Result()
        var rest = input
        while let bytes = rest.readSlice(length: min(piece, rest.readableBytes)), bytes.readableBytes > 0 {
            decoder.append(bytes)
            while let output = decoder.next() {
                if case .frame(let frame) = output { result.frames.append(frame) }
            }
        }
        result.runs = decoder.malformedRuns
        result.discarded = decoder.discardedBytes
        result.pending = decoder.pendingBytes.readableBytes
        return result
    }

    private static var sessions: [SessionID: ExpectedFrames] {
        [1: ExpectedFrames(versions: 5...5, services: [.rpc, .hybrid, .video])]
    }

    private static func problem(_ frame: Frame) -> String? {
        var bytes = frame.encoded()
        guard let header = FrameHeader(decoding: &bytes) else { return "\(frame) does not decode again" }
        return header == frame.header && bytes == frame.payload ? nil : "\(frame) became \(header)"
    }
}
