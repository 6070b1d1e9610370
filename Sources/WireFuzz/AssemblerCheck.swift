// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLWire

/// The assembler keeps within its limits and forgets everything in time; a message that is cut into pieces comes back.
enum AssemblerCheck {
    static func run(_ input: ByteBuffer) -> String? {
        var limits = MessageAssembler.Limits(role: .application)
        limits.messageSize = 1 << 16
        limits.bufferedBytes = 1 << 17
        var assembler = MessageAssembler(limits: limits)
        var decoder = FrameDecoder(recovery: .failStream, context: FrameContext(limits: FrameLimits(role: .application)))
        decoder.append(input)
        var now = Duration.zero
        while let output = decoder.next() {
            now += .milliseconds(100)
            guard case .frame(let frame) = output, frame.header.frameType != .control else { continue }
            if case .message(let message) = assembler.receive(frame, frameLimit: 131_072, at: now), message.payload.readableBytes == 0 {
                return "an empty message was delivered: \(frame)"
            }
            guard assembler.count <= 4 * 256 else { return "\(assembler.count) messages are unfinished" }
        }
        _ = assembler.expire(at: now + limits.timeout + .seconds(1))
        guard assembler.count == 0 else { return "\(assembler.count) messages are never forgotten" }
        return roundTrip(input)
    }

    /// Cuts the input itself into pieces whose size is its first byte.
    private static func roundTrip(_ input: ByteBuffer) -> String? {
        let limit = 1 + Int(input.getInteger(at: input.readerIndex, as: UInt8.self) ?? 0)
        let message = Message(version: 5, sessionID: 3, serviceType: .hybrid, messageID: 9, payload: input)
        guard let splitter = MessageSplitter(message, limit: limit) else { return nil }
        var assembler = MessageAssembler(limits: MessageAssembler.Limits(role: .application))
        var count = 0
        for frame in splitter {
            count += 1
            switch assembler.receive(frame, frameLimit: limit, at: .zero) {
            case .incomplete: continue
            case .dropped(let fault): return "a piece of our own was dropped: \(fault)"
            case .message(let whole):
                guard whole == message, count == splitter.frameCount else { return "\(count) pieces became \(whole)" }
            }
        }
        return assembler.count == 0 ? nil : "the message is still unfinished"
    }
}
