// SPDX-License-Identifier: Apache-2.0
import NIOCore

extension ByteBuffer {
    /// Bytes from hexadecimal digits; spaces are ignored.
    init(hex: String) {
        let digits = hex.compactMap(\.hexDigitValue)
        self.init(bytes: stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) })
    }

    var hex: String {
        readableBytesView.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The same bytes cut into pieces of the given sizes; the last size repeats.
    func pieces(_ sizes: [Int]) -> [ByteBuffer] {
        var rest = self
        var pieces: [ByteBuffer] = []
        var sizes = sizes[...]
        while rest.readableBytes > 0 {
            let size = sizes.count > 1 ? sizes.removeFirst() : sizes.first ?? rest.readableBytes
            pieces.append(rest.readSlice(length: min(max(size, 1), rest.readableBytes)) ?? ByteBuffer())
        }
        return pieces
    }
}
