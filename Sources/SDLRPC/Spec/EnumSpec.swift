// SPDX-License-Identifier: Apache-2.0

/// An enum of the RPC specification: a closed set of names.
public final class EnumSpec: Sendable {
    /// One value of an enum.
    public struct Element: Equatable, Sendable {
        /// The string on the wire: `STEAL_FOCUS`.
        public let name: String
        /// The number the specification gives it, which is not on the wire.
        public let value: Int?
        /// The versions that have it.
        public let availability: Availability
    }

    /// The enum's name: `SystemAction`.
    public let name: String
    /// All values, of all versions, in the document's order.
    public let elements: [Element]
    /// The versions that have it.
    public let availability: Availability
    private let index: NameIndex

    init(name: String, elements: [Element], availability: Availability) {
        self.name = name
        self.elements = elements
        self.availability = availability
        index = NameIndex(elements.map(\.name))
    }

    /// A name that two elements have.
    var duplicate: String? { index.duplicate }

    /// The element with a name, or nil.
    public subscript(name: String) -> Element? { index.position(of: name).map { elements[$0] } }

    /// The names that exist in a version.
    public func names(in version: RPCVersion) -> [String] {
        elements.filter { $0.availability.includes(version) }.map(\.name)
    }

    /// The names no version has removed.
    var currentNames: [String] { elements.filter { $0.availability.until == nil }.map(\.name) }

    /// Returns the position in `elements` of a name given as UTF-8.
    func position(of name: UnsafeRawBufferPointer) -> Int? { index.position(of: name) }
}
