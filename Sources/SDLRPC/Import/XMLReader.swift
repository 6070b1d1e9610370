// SPDX-License-Identifier: Apache-2.0

/// Reads an XML document event by event: elements, attributes, text, CDATA, comments, processing instructions, the
/// predefined entities and character references.
///
/// It reads UTF-8 only, skips a document type declaration and expands no entities of its own making, so that a document
/// can't grow; size and depth are bounded.
struct XMLReader {
    /// Bounds on a document. MOBILE_API.xml has half a megabyte and six levels.
    struct Limits {
        var size = 16 << 20
        var depth = 64
        var attributes = 64
    }

    let bytes: [UInt8]
    let limits: Limits
    var offset = 0
    /// Where the element starts that was reported last.
    private(set) var elementOffset = 0
    /// The names of the elements that are open.
    private var open: [String] = []
    private var hasRoot = false
    /// The end of an element written `<a/>`, which is due.
    private var pendingEnd: String?

    init(_ bytes: [UInt8], limits: Limits = Limits()) throws(XMLError) {
        self.bytes = bytes
        self.limits = limits
        guard bytes.count <= limits.size else {
            throw XMLError(line: 1, column: 1, message: "the document has \(bytes.count) bytes; the limit is \(limits.size)")
        }
        if let position = bytes.withUnsafeBytes({ UTF8Text.firstInvalid($0) }) {
            throw error("the document is not UTF-8", at: position)
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    }

    /// Returns the next event; `endOfDocument` for ever at the end.
    mutating func next() throws(XMLError) -> XMLEvent {
        if let name = pendingEnd {
            pendingEnd = nil
            return .end(name: name)
        }
        while offset < bytes.count {
            if let event = try readEvent() { return event }
        }
        if let name = open.last { throw error("the document ends inside <\(name)>") }
        guard hasRoot else { throw error("the document has no element") }
        return .endOfDocument
    }

    /// Reads what stands at `offset`; nil when it is nothing to report.
    private mutating func readEvent() throws(XMLError) -> XMLEvent? {
        guard looksAt("<") else { return try readText() }
        if looksAt("<!--") { return try skip(from: "<!--", to: "-->") }
        if looksAt("<?") { return try skip(from: "<?", to: "?>") }
        if looksAt("<![CDATA[") { return try readCDATA() }
        if looksAt("<!") { return try skipDeclaration() }
        if looksAt("</") { return try readEnd() }
        return try readStart()
    }

    /// Skips a comment or processing instruction.
    private mutating func skip(from start: String, to end: String) throws(XMLError) -> XMLEvent? {
        let place = offset
        offset += start.utf8.count
        guard let found = position(of: end) else { throw error("`\(start)` has no `\(end)`", at: place) }
        offset = found + end.utf8.count
        return nil
    }

    /// Reads a CDATA section, whose content is text as it stands.
    private mutating func readCDATA() throws(XMLError) -> XMLEvent? {
        let place = offset
        offset += "<![CDATA[".utf8.count
        guard let end = position(of: "]]>") else { throw error("`<![CDATA[` has no `]]>`", at: place) }
        guard !open.isEmpty else { throw error("text outside the root element", at: place) }
        let text = String(decoding: bytes[offset..<end], as: UTF8.self)
        offset = end + 3
        return .text(text)
    }

    /// Skips `<!DOCTYPE …>`, with an internal subset in brackets if there is one. What it declares has no effect.
    private mutating func skipDeclaration() throws(XMLError) -> XMLEvent? {
        let place = offset
        guard looksAt("<!DOCTYPE"), !hasRoot else { throw error("expected an element, found `<!`") }
        var brackets = 0
        while let byte = peek() {
            offset += 1
            switch byte {
            case UInt8(ascii: "["): brackets += 1
            case UInt8(ascii: "]"): brackets -= 1
            case UInt8(ascii: ">") where brackets <= 0: return nil
            default: break
            }
        }
        throw error("`<!DOCTYPE` has no `>`", at: place)
    }

    /// Reads text up to the next element. Outside the root element only white space may stand.
    private mutating func readText() throws(XMLError) -> XMLEvent? {
        let start = offset
        let text = try readCharacters(until: UInt8(ascii: "<"))
        guard open.isEmpty else { return .text(text) }
        guard text.allSatisfy(\.isWhitespace) else { throw error("text outside the root element", at: start) }
        return nil
    }

    /// Reads `</name>`, which must be that of the innermost element.
    private mutating func readEnd() throws(XMLError) -> XMLEvent {
        let place = offset
        offset += 2
        let name = try readName()
        skipSpace()
        try expect(">")
        guard let innermost = open.popLast() else { throw error("</\(name)> ends nothing", at: place) }
        guard innermost == name else { throw error("</\(name)> where </\(innermost)> is due", at: place) }
        return .end(name: name)
    }

    /// Reads `<name …>` or `<name …/>`.
    private mutating func readStart() throws(XMLError) -> XMLEvent {
        let place = offset
        guard !(hasRoot && open.isEmpty) else { throw error("a second root element", at: place) }
        guard open.count < limits.depth else { throw error("elements nested deeper than \(limits.depth) levels", at: place) }
        offset += 1
        let name = try readName()
        let attributes = try readAttributes(of: name)
        hasRoot = true
        elementOffset = place
        if looksAt("/>") {
            offset += 2
            pendingEnd = name
        } else {
            try expect(">")
            open.append(name)
        }
        return .start(name: name, attributes: attributes)
    }
}
