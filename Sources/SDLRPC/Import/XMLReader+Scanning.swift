// SPDX-License-Identifier: Apache-2.0

/// Names, attributes and characters.
extension XMLReader {
    /// The byte at `offset`; nil at the end.
    func peek() -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

    /// Whether a text stands at `offset`.
    func looksAt(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes[offset...].starts(with: $0) }
    }

    /// Returns where a text next occurs from `offset` on.
    func position(of text: String) -> Int? {
        let wanted = Array(text.utf8)
        guard let first = wanted.first, bytes.count - offset >= wanted.count else { return nil }
        return (offset...(bytes.count - wanted.count)).first { bytes[$0] == first && bytes[$0...].starts(with: wanted) }
    }

    /// Makes an error at a place, with its line and column.
    func error(_ message: String, at place: Int? = nil) -> XMLError {
        let before = bytes.prefix(min(place ?? offset, bytes.count))
        let line = before.reduce(1) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let column = before[start...].reduce(1) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
        return XMLError(line: line, column: column, message: message)
    }

    /// Goes to the next character that is not white space.
    mutating func skipSpace() {
        while let byte = peek(), byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { offset += 1 }
    }

    /// Goes past a text that must stand here.
    mutating func expect(_ text: StaticString) throws(XMLError) {
        guard looksAt(text) else { throw error("expected `\(text)`, found \(describePlace())") }
        offset += text.utf8CodeUnitCount
    }

    /// The character at `offset`, for a message.
    private func describePlace() -> String {
        let next = String(decoding: bytes[offset...].prefix(8), as: UTF8.self)
        guard let character = next.first else { return "the end of the document" }
        return character.isNewline ? "the end of the line" : "`\(character)`"
    }

    /// XML names, with the allowances of the fifth edition: all that is not ASCII may stand in one.
    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "."), 0x80...0xFF: true
        default: false
        }
    }

    /// Reads the name of an element or attribute.
    mutating func readName() throws(XMLError) -> String {
        let start = offset
        while let byte = peek(), Self.isNameByte(byte) { offset += 1 }
        let name = bytes[start..<offset]
        // Digits, `-` and `.` may not come first; all of them sort before `:`.
        let isWrong = name.first.map { $0 < UInt8(ascii: ":") } ?? true
        guard !isWrong else {
            offset = start
            throw error("expected a name, found \(describePlace())")
        }
        return String(decoding: name, as: UTF8.self)
    }

    /// Reads attributes up to the end of the tag.
    mutating func readAttributes(of element: String) throws(XMLError) -> [XMLEvent.Attribute] {
        var attributes: [XMLEvent.Attribute] = []
        while true {
            let before = offset
            skipSpace()
            guard let byte = peek(), byte != UInt8(ascii: ">"), byte != UInt8(ascii: "/") else { return attributes }
            guard offset > before else { throw error("expected a space before an attribute, found \(describePlace())") }
            let place = offset
            let attribute = try readAttribute()
            guard !attributes.contains(where: { $0.name == attribute.name }) else {
                throw error("<\(element)> has the attribute `\(attribute.name)` twice", at: place)
            }
            attributes.append(attribute)
            guard attributes.count <= limits.attributes else {
                throw error("<\(element)> has more than \(limits.attributes) attributes", at: place)
            }
        }
    }

    /// Reads `name="value"`.
    private mutating func readAttribute() throws(XMLError) -> XMLEvent.Attribute {
        let name = try readName()
        skipSpace()
        try expect("=")
        skipSpace()
        let place = offset
        guard let quote = peek(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw error("expected a quoted value, found \(describePlace())")
        }
        offset += 1
        let value = try readCharacters(until: quote)
        guard peek() == quote else { throw error("the value of `\(name)` has no end", at: place) }
        offset += 1
        return XMLEvent.Attribute(name: name, value: value)
    }

    /// Reads characters up to a delimiter or the end of the document, with references replaced.
    mutating func readCharacters(until delimiter: UInt8) throws(XMLError) -> String {
        var characters: [UInt8] = []
        while let byte = peek(), byte != delimiter {
            switch byte {
            case UInt8(ascii: "&"):
                characters.append(contentsOf: try readReference().utf8)
            case UInt8(ascii: "<"):
                throw error("`<` in a value; write it as `&lt;`")
            default:
                characters.append(byte)
                offset += 1
            }
        }
        return String(decoding: characters, as: UTF8.self)
    }

    /// Reads `&name;` or `&#number;`.
    private mutating func readReference() throws(XMLError) -> String {
        let place = offset
        offset += 1
        guard let end = bytes[offset...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
            throw error("`&` that begins no entity; write it as `&amp;`", at: place)
        }
        let name = String(decoding: bytes[offset..<end], as: UTF8.self)
        offset = end + 1
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard let scalar = Self.scalar(name) else { throw error("unknown entity `&\(name);`", at: place) }
            return String(scalar)
        }
    }

    /// The character of `#233` or `#xE9`; nil for one that XML 1.0 does not allow.
    private static func scalar(_ reference: String) -> Unicode.Scalar? {
        guard reference.hasPrefix("#") else { return nil }
        let isHexadecimal = reference.hasPrefix("#x")
        let digits = reference.dropFirst(isHexadecimal ? 2 : 1)
        guard digits.first != "+", digits.first != "-", let value = UInt32(digits, radix: isHexadecimal ? 16 : 10) else { return nil }
        let isAllowed = value >= 0x20 || value == 0x09 || value == 0x0A || value == 0x0D
        return isAllowed ? Unicode.Scalar(value) : nil
    }
}
