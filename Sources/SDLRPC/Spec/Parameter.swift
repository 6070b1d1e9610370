// SPDX-License-Identifier: Apache-2.0

/// One parameter of a message or field of a struct, with all that limits its value.
public final class Parameter: Sendable {
    /// What a parameter's values must keep to. A nil bound does not bind.
    public struct Limits: Equatable, Sendable {
        public var minValue: Double?
        public var maxValue: Double?
        /// Bounds on a string's length in Unicode code points.
        public var minLength: Int?
        public var maxLength: Int?
        /// Bounds on the number of elements of a list.
        public var minSize: Int?
        public var maxSize: Int?

        public init() {}
    }

    public let name: String
    public let type: ParameterType
    /// The type's name as the specification spells it: `Integer`, `SoftButton`.
    public let typeName: String
    public let isMandatory: Bool
    /// Whether the value is a list of `type`.
    public let isArray: Bool
    public let limits: Limits
    /// The value a receiver assumes when the parameter is left out.
    public let defaultValue: JSONValue?
    /// The only values of the enum that are allowed here; nil when all are.
    public let values: [String]?
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
