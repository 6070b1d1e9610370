// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import SDLWire

/// The other end of a link, played by hand: takes frames apart and sends whatever it is told.
final class RawPeer {
    let link: MemoryLink
    var frames: [Frame] = []
    var closure: LinkClosure?
    private var decoder = FrameDecoder(recovery: .resynchronise, context: FrameContext(limits: FrameLimits(role: .application)))

    init(_ link: MemoryLink) {
        self.link = link
        link.onBytes = { [unowned self] bytes in
            decoder.append(bytes)
            while let output = decoder.next() {
                if case .frame(let frame) = output { frames.append(frame) }
            }
        }
        link.onClose = { [unowned self] in closure = $0 }
    }

    func send(_ frame: Frame) {
        link.send(frame.encoded())
    }

    func send(hex: String) {
        link.send(ByteBuffer(hex: hex))
    }

    /// Takes the frames that came since the last call.
    func take() -> [Frame] {
        defer { frames = [] }
        return frames
    }

    /// The same as ``take()``, in words.
    func takeText() -> [String] {
        take().map { "v\($0.header.version) \($0.header.frameInfo)(\($0.header.serviceType)) session \($0.header.sessionID)" }
    }
}

extension ByteBuffer {
    /// Bytes from hexadecimal digits; spaces are ignored.
    init(hex: String) {
        let digits = hex.compactMap(\.hexDigitValue)
        self.init(bytes: stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) })
    }
}
