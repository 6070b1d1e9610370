// SPDX-License-Identifier: Apache-2.0
public import NIOCore

/// An ordered list of named values: the payload of control frames since protocol 5.
///
/// ```
/// int32 length of everything, itself included │ elements │ 0x00          all numbers little-endian
/// element = type byte │ name, NUL-terminated │ value
/// ```
/// Decoding is strict: lengths must agree, strings must be UTF-8, and nothing may follow. https://bsonspec.org/spec.html
public struct BSONDocument: Hashable, Sendable {
    /// The most bytes of one document: an `authToken` of 65,535 characters and some room.
    public static let maximumSize = 131_072
    /// How deep documents and arrays may nest. Control payloads nest once.
    public static let maximumDepth = 8

    /// One named value.
    public struct Element: Hashable, Sendable {
        public let name: String
        public let value: BSONValue
    }

    /// The values in the order of the bytes; names may repeat, though none do.
    public private(set) var elements: [Element] = []

    public init() {}

    /// The first value of that name; nil when there is none. Setting replaces it in place or appends.
    public subscript(name: String) -> BSONValue? {
        get { elements.first { $0.name == name }?.value }
        set {
            let index = elements.firstIndex { $0.name == name }
            switch (index, newValue) {
            case (let index?, let value?): elements[index] = Element(name: name, value: value)
            case (let index?, nil): elements.remove(at: index)
            case (nil, let value?): elements.append(Element(name: name, value: value))
            case (nil, nil): break
            }
        }
    }

    /// Decodes a payload that is one document and nothing else.
    public init(decoding payload: ByteBuffer) throws(BSONError) {
        var buffer = payload
        let list = try BSONDecoder.document(from: &buffer, depth: 1)
        guard buffer.readableBytes == 0 else {
            throw BSONError(.wrongLength, "\(buffer.readableBytes) bytes follow the document")
        }
        elements = list
    }

    /// The document's bytes.
    public func encoded() -> ByteBuffer {
        var buffer = ByteBuffer()
        encode(into: &buffer)
        return buffer
    }

    /// Writes the document.
    public func encode(into buffer: inout ByteBuffer) {
        let start = buffer.writerIndex
        buffer.writeInteger(0, endianness: .little, as: Int32.self)
        for element in elements {
            buffer.writeInteger(element.value.typeCode)
            buffer.writeName(element.name)
            element.value.encode(into: &buffer)
        }
        buffer.writeInteger(0, as: UInt8.self)
        buffer.setInteger(Int32(clamping: buffer.writerIndex - start), at: start, endianness: .little)
    }
}

extension BSONValue {
    fileprivate func encode(into buffer: inout ByteBuffer) {
        switch self {
        case .double(let number): buffer.writeInteger(number.bitPattern, endianness: .little)
        case .bool(let flag): buffer.writeInteger(flag ? 1 : 0, as: UInt8.self)
        case .int32(let number): buffer.writeInteger(number, endianness: .little)
        case .int64(let number): buffer.writeInteger(number, endianness: .little)
        case .document(let document): document.encode(into: &buffer)
        case .string(let text):
            buffer.writeInteger(Int32(clamping: text.utf8.count + 1), endianness: .little)
            buffer.writeString(text)
            buffer.writeInteger(0, as: UInt8.self)
        case .array(let values):
            var document = BSONDocument()
            for (index, value) in values.enumerated() { document.append(String(index), value) }
            document.encode(into: &buffer)
        }
    }
}

extension BSONDocument {
    /// Appends without looking for the name.
    mutating func append(_ name: String, _ value: BSONValue) {
        elements.append(Element(name: name, value: value))
    }
}

extension ByteBuffer {
    /// Writes a name up to its first NUL, which would end it early.
    fileprivate mutating func writeName(_ name: String) {
        writeBytes(name.utf8.prefix { $0 != 0 })
        writeInteger(0, as: UInt8.self)
    }
}
