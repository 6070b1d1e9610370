// SPDX-License-Identifier: Apache-2.0

/// One parameter of a message or field of a struct, with all that limits its value.
public final class Parameter: Sendable {
    /// What a parameter's values must keep to. A nil bound does not bind.
    ///
    /// The specification puts no bound on some strings and lists; the session's own limits then remain.
    public struct Limits: Equatable, Sendable {
        /// Bounds on a number, both included.
        public var minValue: Double?
        /// See `minValue`.
        public var maxValue: Double?
        /// Bounds on a string's length in Unicode code points.
        public var minLength: Int?
        /// See `minLength`.
        public var maxLength: Int?
        /// Bounds on the number of elements of a list.
        public var minSize: Int?
        /// See `minSize`.
        public var maxSize: Int?

        /// Makes limits that bind nothing.
        public init() {}
    }

    /// The name on the wire: `softButtons`.
    public let name: String
    /// What a value is, or each element when it is a list.
    public let type: ParameterType
    /// The type's name as the specification spells it: `Integer`, `SoftButton`.
    public let typeName: String
    /// Whether a message without it is invalid. The newest version's word: older ones were often stricter.
    public let isMandatory: Bool
    /// Whether the value is a list of `type`.
    public let isArray: Bool
    /// The bounds on its values.
    public let limits: Limits
    /// The value a receiver assumes when the parameter is left out.
    public let defaultValue: JSONValue?
    /// The only values of the enum that are allowed here; nil when all are.
    public let values: [String]?
    /// The versions that have it.
    public let availability: Availability
    /// Whether some version lacks the parameter: the common case, that none does, skips the comparison.
    let isVersioned: Bool
    /// `"name":`, ready to be written.
    let encodedName: [UInt8]

    init(name: String, type: ParameterType, typeName: String, _ draft: ParameterDraft) {
        self.name = name
        self.type = type
        self.typeName = typeName
        isMandatory = draft.isMandatory
        isArray = draft.isArray
        limits = draft.limits
        defaultValue = draft.defaultValue
        values = draft.values
        availability = Availability(since: draft.since, until: draft.until, deprecated: draft.deprecated)
        isVersioned = draft.since != nil || draft.until != nil
        var encodedName: [UInt8] = []
        JSONText.write(name, into: &encodedName)
        encodedName.append(UInt8(ascii: ":"))
        self.encodedName = encodedName
    }
}
