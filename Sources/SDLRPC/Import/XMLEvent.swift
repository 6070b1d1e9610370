// SPDX-License-Identifier: Apache-2.0

/// What an `XMLReader` comes across.
enum XMLEvent: Equatable {
    /// One attribute of an element, references replaced.
    struct Attribute: Equatable {
        var name: String
        var value: String
    }

    /// An element begins.
    case start(name: String, attributes: [Attribute])
    /// An element ends; one written `<a/>` ends right after its start.
    case end(name: String)
    /// Text with entities replaced, or the content of a CDATA section. White space counts.
    case text(String)
    /// Nothing comes any more.
    case endOfDocument
}
