// SPDX-License-Identifier: Apache-2.0
import NIOCore

/// Reads BSON strictly: every length is checked against what is left before anything is read.
enum BSONDecoder {
    /// The smallest document: its length and the final zero.
    private static let emptySize = 5

    static func document(from buffer: inout ByteBuffer, depth: Int) throws(BSONError) -> [BSONDocument.Element] {
        guard depth <= BSONDocument.maximumDepth else {
            throw BSONError(.tooDeep, "documents nest deeper than \(BSONDocument.maximumDepth)")
        }
        var body = try documentBody(from: &buffer)
        var elements: [BSONDocument.Element] = []
        while body.readableBytes > 0 {
            let type = try read(UInt8.self, from: &body)
            let name = try name(from: &body)
            elements.append(.init(name: name, value: try value(type, named: name, from: &body, depth: depth)))
        }
        return elements
    }

    /// The bytes between the length and the final zero.
    private static func documentBody(from buffer: inout ByteBuffer) throws(BSONError) -> ByteBuffer {
        let available = buffer.readableBytes
        let length = Int(try read(Int32.self, from: &buffer))
        guard length <= BSONDocument.maximumSize else {
            throw BSONError(.tooLarge, "a document of \(length) bytes; at most \(BSONDocument.maximumSize) are read")
        }
        guard length >= emptySize, length <= available, let body = buffer.readSlice(length: length - emptySize) else {
            throw BSONError(.wrongLength, "a document declares \(length) bytes and \(available) are there")
        }
        guard try read(UInt8.self, from: &buffer) == 0 else {
            throw BSONError(.wrongLength, "a document of \(length) bytes does not end with a zero")
        }
        return body
    }

    private static func value(
        _ type: UInt8, named name: String, from body: inout ByteBuffer, depth: Int
    ) throws(BSONError) -> BSONValue {
        switch type {
        case 0x01: return .double(Double(bitPattern: try read(UInt64.self, from: &body)))
        case 0x02: return .string(try string(from: &body))
        case 0x03:
            var document = BSONDocument()
            for element in try self.document(from: &body, depth: depth + 1) { document.append(element.name, element.value) }
            return .document(document)
        // Array elements are named "0", "1", …; their order is what counts.
        case 0x04: return .array(try document(from: &body, depth: depth + 1).map(\.value))
        case 0x08: return .bool(try bool(from: &body))
        case 0x10: return .int32(try read(Int32.self, from: &body))
        case 0x12: return .int64(try read(Int64.self, from: &body))
        default: throw BSONError(.unsupportedType, "`\(name)` has element type \(hexadecimal(type)), which SDL does not use")
        }
    }

    private static func bool(from body: inout ByteBuffer) throws(BSONError) -> Bool {
        let byte = try read(UInt8.self, from: &body)
        guard byte <= 1 else { throw BSONError(.malformedValue, "a boolean is \(byte) instead of 0 or 1") }
        return byte == 1
    }

    private static func string(from body: inout ByteBuffer) throws(BSONError) -> String {
        let length = Int(try read(Int32.self, from: &body))
        guard length >= 1, let bytes = body.readSlice(length: length) else {
            throw BSONError(.truncated, "a string declares \(length) bytes and \(body.readableBytes) are there")
        }
        guard bytes.readableBytesView.last == 0 else { throw BSONError(.malformedValue, "a string does not end with a zero") }
        return try text(bytes.readableBytesView.dropLast())
    }

    private static func name(from body: inout ByteBuffer) throws(BSONError) -> String {
        guard let end = body.readableBytesView.firstIndex(of: 0), let bytes = body.readSlice(length: end - body.readerIndex) else {
            throw BSONError(.truncated, "an element's name does not end")
        }
        body.moveReaderIndex(forwardBy: 1)
        return try text(bytes.readableBytesView)
    }

    private static func text(_ bytes: ByteBufferView) throws(BSONError) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        // Decoding repairs bad sequences, which changes the bytes.
        guard text.utf8.elementsEqual(bytes) else { throw BSONError(.malformedValue, "a string is not UTF-8") }
        return text
    }

    private static func read<T: FixedWidthInteger>(_ type: T.Type, from buffer: inout ByteBuffer) throws(BSONError) -> T {
        guard let number = buffer.readInteger(endianness: .little, as: T.self) else {
            throw BSONError(.truncated, "\(T.bitWidth / 8) bytes expected and \(buffer.readableBytes) are there")
        }
        return number
    }
}
