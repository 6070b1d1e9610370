// SPDX-License-Identifier: Apache-2.0
public import NIOCore

/// `0x0F`: a number as messages show it, in full width.
func hexadecimal(_ number: some FixedWidthInteger & UnsignedInteger) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: max(0, number.bitWidth / 4 - digits.count)) + digits
}

/// Shows bytes to people: hexadecimal, and as text when all of them are printable ASCII.
public enum ByteText {
    /// The most bytes a message shows.
    public static let shownBytes = 32

    /// `48 54 54 50 "HTTP"`, at most ``shownBytes`` of them, then `…`.
    public static func describe(_ bytes: ByteBuffer) -> String {
        let shown = bytes.readableBytesView.prefix(shownBytes)
        let digits = shown.map { String(hexadecimal($0).dropFirst(2)) }.joined(separator: " ")
        let more = bytes.readableBytes > shownBytes ? " …" : ""
        guard !shown.isEmpty, shown.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }) else {
            return digits + more
        }
        let text = String(decoding: shown.map { $0 < 0x20 ? 0x20 : $0 }, as: UTF8.self)
        return "\(digits)\(more) \"\(text)\""
    }
}
