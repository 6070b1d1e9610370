// SPDX-License-Identifier: Apache-2.0

/// A parameter while its JSON is read, member by member: there are fourteen hundred of them to read at start-up.
struct ParameterDraft {
    /// Every member a parameter may have.
    private static let keys = [
        "name", "type", "mandatory", "array", "minValue", "maxValue", "minLength", "maxLength", "minSize", "maxSize",
        "default", "values", "since", "until", "deprecated",
    ]

    var name: String?
    var typeName: String?
    var isMandatory = false
    var isArray = false
    var limits = Parameter.Limits()
    var defaultValue: JSONValue?
    var values: [String]?
    var since: RPCVersion?
    var until: RPCVersion?
    var deprecated: RPCVersion?

    /// Takes one member. An unknown one is an error: a misspelt limit would otherwise be no limit.
    mutating func read(_ member: JSONObject.Member, of node: SpecNode) throws(SpecError) {
        switch member.key {
        case "name": name = try node.text(member)
        case "type": typeName = try node.text(member)
        case "mandatory": isMandatory = try node.flag(member)
        case "array": isArray = try node.flag(member)
        case "minValue": limits.minValue = try node.number(member)
        case "maxValue": limits.maxValue = try node.number(member)
        case "minLength": limits.minLength = try node.integer(member)
        case "maxLength": limits.maxLength = try node.integer(member)
        case "minSize": limits.minSize = try node.integer(member)
        case "maxSize": limits.maxSize = try node.integer(member)
        case "default": defaultValue = member.value
        case "values": values = try node.texts(member)
        case "since": since = try node.version(member)
        case "until": until = try node.version(member)
        case "deprecated": deprecated = try node.deprecation(member)
        default:
            let nearest = Nearest.name(to: member.key, among: Self.keys).map { "; did you mean `\($0)`?" } ?? ""
            throw SpecError(message: "\(node.place): a parameter has no `\(member.key)`\(nearest)")
        }
    }
}
