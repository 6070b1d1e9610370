// SPDX-License-Identifier: Apache-2.0

/// An element with what is in it, without its text: the specification's meaning is all in attributes and structure.
struct XMLElement {
    let name: String
    let attributes: [XMLEvent.Attribute]
    private(set) var children: [XMLElement] = []
    /// Where it starts, for errors.
    let line: Int
    let column: Int

    /// Reads a whole document.
    static func document(_ bytes: [UInt8], limits: XMLReader.Limits = XMLReader.Limits()) throws(XMLError) -> XMLElement {
        var reader = try XMLReader(bytes, limits: limits)
        var open: [XMLElement] = []
        var root: XMLElement?
        var place = PlaceCounter()
        while true {
            let event = try reader.next()
            switch event {
            case .start(let name, let attributes):
                place.advance(in: reader.bytes, to: reader.elementOffset)
                open.append(XMLElement(name: name, attributes: attributes, line: place.line, column: place.column))
            case .end:
                guard let element = open.popLast() else { continue }
                if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
            case .text:
                continue
            case .endOfDocument:
                guard let root else { throw reader.error("the document has no element") }
                return root
            }
        }
    }

    private init(name: String, attributes: [XMLEvent.Attribute], line: Int, column: Int) {
        self.name = name
        self.attributes = attributes
        self.line = line
        self.column = column
    }

    /// The value of an attribute, or nil.
    subscript(attribute: String) -> String? { attributes.first { $0.name == attribute }?.value }

    /// The elements right inside with a name.
    func children(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

    /// Makes an error at this element.
    func error(_ message: String) -> XMLError { XMLError(line: line, column: column, message: message) }
}

/// Counts lines and columns along with a reader, so that each element's place costs only the way from the last one.
private struct PlaceCounter {
    private(set) var line = 1
    private(set) var column = 1
    private var offset = 0

    mutating func advance(in bytes: [UInt8], to end: Int) {
        for byte in bytes[min(offset, end)..<end] {
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        offset = end
    }
}
