// SPDX-License-Identifier: Apache-2.0

/// What an `XMLReader` comes across.
enum XMLEvent: Equatable {
    struct Attribute: Equatable {
        var name: String
        var value: String
    }

    case start(name: String, attributes: [Attribute])
    case end(name: String)
    /// Text with entities replaced, or the content of a CDATA section. White space counts.
    case text(String)
    case endOfDocument
}
