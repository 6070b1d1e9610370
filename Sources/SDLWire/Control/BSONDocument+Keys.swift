// SPDX-License-Identifier: Apache-2.0
import NIOCore

/// Typed access to keys. A value of another type counts as absent, as in the reference head unit.
extension BSONDocument {
    /// Decodes a payload as the reference head unit does: what is not a document has no keys. Nil tells such a payload from `{}`.
    init?(lenient payload: ByteBuffer) {
        guard payload.readableBytes > 0, let document = try? BSONDocument(decoding: payload) else { return nil }
        self = document
    }

    func string(_ name: String) -> String? {
        guard case .string(let text)? = self[name] else { return nil }
        return text
    }

    func int32(_ name: String) -> Int32? {
        guard case .int32(let number)? = self[name] else { return nil }
        return number
    }

    func int64(_ name: String) -> Int64? {
        guard case .int64(let number)? = self[name] else { return nil }
        return number
    }

    /// Nil when absent or when any item is of another type.
    func strings(_ name: String) -> [String]? {
        items(name) { if case .string(let text) = $0 { text } else { nil } }
    }

    /// Nil when absent or when any item is of another type.
    func int32s(_ name: String) -> [Int32]? {
        items(name) { if case .int32(let number) = $0 { number } else { nil } }
    }

    private func items<T>(_ name: String, _ convert: (BSONValue) -> T?) -> [T]? {
        guard case .array(let values)? = self[name] else { return nil }
        let converted = values.compactMap(convert)
        return converted.count == values.count ? converted : nil
    }

    mutating func set(_ name: String, _ text: String?) {
        if let text { append(name, .string(text)) }
    }

    mutating func set(_ name: String, _ number: Int32?) {
        if let number { append(name, .int32(number)) }
    }

    mutating func set(_ name: String, _ number: Int64?) {
        if let number { append(name, .int64(number)) }
    }

    mutating func set(_ name: String, _ texts: [String]?) {
        if let texts { append(name, .array(texts.map { .string($0) })) }
    }

    mutating func set(_ name: String, _ numbers: [Int32]?) {
        if let numbers { append(name, .array(numbers.map { .int32($0) })) }
    }
}
