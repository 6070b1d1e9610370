// SPDX-License-Identifier: Apache-2.0

/// JSON bytes, walked in place (RFC 8259, strictly): no tree, and texts without escapes are lent as they stand.
///
/// The bytes must outlive the source. Where RFC 8259 leaves a choice, this source: keeps integers that fit 64 bits and
/// turns larger ones into floating-point numbers; refuses numbers too large for those, lone surrogates and a
/// byte-order mark.
public struct JSONSource: ValueSource {
    public static var isTextChecked: Bool { true }

    public internal(set) var failure: JSONError?

    /// The whole text.
    let bytes: UnsafeRawBufferPointer
    /// Where the walk stands: all before is read.
    var offset = 0
    /// The text read last: a range of `bytes`, or `unescaped` when it had escapes.
    var text = 0..<0
    /// The text read last with its escapes replaced. Kept from text to text, so that it grows only once.
    var unescaped: [UInt8] = []
    /// Which of the two holds it.
    var isTextEscaped = false

    /// How many lists and records may be open at a time.
    private let depthLimit: Int
    /// How many are open.
    private var depth = 0
    /// Whether a list or record was entered and nothing of it read yet.
    private var isAtStart = false

    /// Makes a source of bytes; the limits are checked before anything is read.
    public init(_ bytes: UnsafeRawBufferPointer, limits: JSONLimits = JSONLimits()) {
        self.bytes = bytes
        depthLimit = limits.depth
        if bytes.count > limits.size {
            fail("the text has \(bytes.count) bytes; the limit is \(limits.size)", at: limits.size)
        }
    }

    public mutating func read() -> ValueToken {
        skipSpace()
        guard failure == nil, offset < bytes.count else {
            fail("the text ends where a value should be")
            return .null
        }
        switch bytes[offset] {
        case UInt8(ascii: "\""):
            readText()
            return .string
        case UInt8(ascii: "{"): return enter(.record)
        case UInt8(ascii: "["): return enter(.list)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return readNumber()
        case UInt8(ascii: "t"): return readWord("true", .boolean(true))
        case UInt8(ascii: "f"): return readWord("false", .boolean(false))
        case UInt8(ascii: "n"): return readWord("null", .null)
        default:
            fail("expected a value, found \(describeByte())")
            return .null
        }
    }

    public mutating func nextElement() -> Bool {
        advance(closing: UInt8(ascii: "]"))
    }

    public mutating func nextEntry() -> Bool {
        guard advance(closing: UInt8(ascii: "}")) else { return false }
        skipSpace()
        guard peek() == UInt8(ascii: "\"") else {
            fail("expected a name in quotes, found \(describeByte())")
            return false
        }
        readText()
        skipSpace()
        guard failure == nil, peek() == UInt8(ascii: ":") else {
            fail("expected `:` after a name, found \(describeByte())")
            return false
        }
        offset += 1
        return true
    }

    public mutating func finish() {
        skipSpace()
        if offset < bytes.count { fail("expected the end of the text, found \(describeByte())") }
    }

    public func withText<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        guard isTextEscaped else { return body(UnsafeRawBufferPointer(rebasing: bytes[text])) }
        return unescaped.withUnsafeBytes(body)
    }

    /// Notes the first thing that is wrong; what follows it is a consequence.
    mutating func fail(_ message: String, at position: Int? = nil) {
        guard failure == nil else { return }
        failure = JSONError(offset: position ?? offset, message: message)
    }

    /// The byte at `offset`; nil at the end.
    func peek() -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

    /// Goes to the next byte that is not white space (RFC 8259 section 2).
    private mutating func skipSpace() {
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x20, 0x0A, 0x0D, 0x09: offset += 1
            default: return
            }
        }
    }

    /// Goes into a list or record, if the depth allows.
    private mutating func enter(_ token: ValueToken) -> ValueToken {
        guard depth < depthLimit else {
            fail("nested deeper than \(depthLimit) levels")
            return .null
        }
        depth += 1
        offset += 1
        isAtStart = true
        return token
    }

    /// Goes on inside a list or record: past its end (false), or past the comma to what comes next.
    private mutating func advance(closing: UInt8) -> Bool {
        guard failure == nil else { return false }
        skipSpace()
        let wasAtStart = isAtStart
        isAtStart = false
        if peek() == closing {
            offset += 1
            depth -= 1
            return false
        }
        if wasAtStart { return true }
        guard peek() == UInt8(ascii: ",") else {
            fail("expected `,` or `\(Character(Unicode.Scalar(closing)))`, found \(describeByte())")
            return false
        }
        offset += 1
        return true
    }

    /// Reads one of the three words.
    private mutating func readWord(_ word: StaticString, _ token: ValueToken) -> ValueToken {
        let end = offset + word.utf8CodeUnitCount
        let matches = end <= bytes.count && word.withUTF8Buffer { $0.elementsEqual(bytes[offset..<end]) }
        guard matches else {
            fail("expected a value, found \(describeByte()); only true, false and null are words")
            return .null
        }
        offset = end
        return token
    }

    /// The byte at `offset` for a message: as a character when it is one.
    func describeByte() -> String {
        guard let byte = peek() else { return "the end of the text" }
        let isVisible = byte > 0x20 && byte < 0x7F
        return isVisible ? "`\(Character(Unicode.Scalar(byte)))`" : "byte 0x\(String(byte, radix: 16, uppercase: true))"
    }
}
