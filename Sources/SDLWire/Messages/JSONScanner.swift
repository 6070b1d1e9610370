// SPDX-License-Identifier: Apache-2.0
import NIOCore

/// Finds the members of one JSON object without building its values: all that a version 1 envelope needs.
///
/// It checks only what it must to find where values end; a number or a literal is any run of characters that could be one.
struct JSONScanner {
    static let maximumDepth = 64
    static let maximumMembers = 64
    private var buffer: ByteBuffer

    init(_ bytes: ByteBuffer) {
        buffer = bytes
    }

    /// The object's members as raw JSON text, names with their escapes; nil when the bytes are not one object.
    mutating func members() -> [String: ByteBuffer]? {
        guard take(UInt8(ascii: "{")) else { return nil }
        var members: [String: ByteBuffer] = [:]
        if take(UInt8(ascii: "}")) { return isAtEnd ? members : nil }
        repeat {
            guard members.count < Self.maximumMembers, let name = value().flatMap(Self.text), take(UInt8(ascii: ":")), let value = value()
            else { return nil }
            members[name] = value
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: "}")) && isAtEnd ? members : nil
    }

    /// A JSON string without its quotes; nil for any other value.
    static func text(_ value: ByteBuffer) -> String? {
        let bytes = value.readableBytesView
        guard bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") else { return nil }
        return String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
    }

    static func integer(_ value: ByteBuffer) -> Int32? {
        Int32(String(decoding: value.readableBytesView, as: UTF8.self))
    }

    private var isAtEnd: Bool {
        buffer.readableBytesView.allSatisfy { $0 == 0 || Self.isSpace($0) }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard peek == byte else { return false }
        buffer.moveReaderIndex(forwardBy: 1)
        return true
    }

    private var peek: UInt8? {
        buffer.getInteger(at: buffer.readerIndex)
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    private mutating func skipSpace() {
        while let byte = peek, Self.isSpace(byte) { buffer.moveReaderIndex(forwardBy: 1) }
    }

    /// One value's bytes.
    private mutating func value() -> ByteBuffer? {
        skipSpace()
        let start = buffer
        let length =
            switch peek {
            case UInt8(ascii: "\"")?: stringLength()
            case UInt8(ascii: "{")?, UInt8(ascii: "[")?: nestedLength()
            default: literalLength()
            }
        guard let length, length > 0 else { return nil }
        buffer.moveReaderIndex(forwardBy: length)
        return start.getSlice(at: start.readerIndex, length: length)
    }

    private func stringLength() -> Int? {
        var state = StringState.outside
        for (offset, byte) in buffer.readableBytesView.enumerated() {
            state.take(byte)
            if state == .outside { return offset + 1 }
        }
        return nil
    }

    private func nestedLength() -> Int? {
        var closers: [UInt8] = []
        var state = StringState.outside
        for (offset, byte) in buffer.readableBytesView.enumerated() {
            state.take(byte)
            guard state == .outside else { continue }
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                guard closers.count < Self.maximumDepth else { return nil }
                // In ASCII a bracket closes two places after where it opens.
                closers.append(byte + 2)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard closers.popLast() == byte else { return nil }
                if closers.isEmpty { return offset + 1 }
            default: break
            }
        }
        return nil
    }

    /// Where in a string a byte stands: quotes count only outside, and inside only without a backslash before them.
    private enum StringState {
        case outside, inside, escaped

        mutating func take(_ byte: UInt8) {
            switch self {
            case .outside: if byte == UInt8(ascii: "\"") { self = .inside }
            case .inside:
                if byte == UInt8(ascii: "\\") { self = .escaped } else if byte == UInt8(ascii: "\"") { self = .outside }
            case .escaped: self = .inside
            }
        }
    }

    private func literalLength() -> Int? {
        buffer.readableBytesView.prefix { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
                true
            default: false
            }
        }.count
    }
}
