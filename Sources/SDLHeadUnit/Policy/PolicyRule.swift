// SPDX-License-Identifier: Apache-2.0
public import SDLRPC

/// Where one RPC is allowed, and with which parameters.
public struct PolicyRule: Equatable, Sendable {
    /// The HMI levels at which the RPC may be used.
    public var levels: LevelSet
    /// The parameters that may be used. Nil means all; an empty list blocks the RPC.
    public var parameters: [String]?

    public init(levels: LevelSet = .opened, parameters: [String]? = nil) {
        self.levels = levels
        self.parameters = parameters
    }

    /// Reads `{ hmi_levels, parameters }` of a policy table, or `{ levels, parameters }` of a script. Both are optional.
    ///
    /// - Parameter rpc: the RPC the rule is about, for the error.
    public init(json: JSONValue, of rpc: String? = nil) throws(HeadUnitError) {
        let place = rpc.map { "the rule of `\($0)`" } ?? "the rule"
        guard json.object != nil else {
            throw HeadUnitError("\(place) must be an object with `levels` and `parameters`, got \(json)")
        }
        self.init()
        if let names = json["hmi_levels"] ?? json["levels"] { levels = try Self.levels(names, place) }
        guard let names = json["parameters"] else { return }
        guard let list = names.array else { throw HeadUnitError("\(place): `parameters` is a list of names, got \(names)") }
        parameters = list.compactMap(\.string)
    }

    private static func levels(_ json: JSONValue, _ place: String) throws(HeadUnitError) -> LevelSet {
        guard let names = json.array else { throw HeadUnitError("\(place): `levels` is a list of HMI levels, got \(json)") }
        var levels: LevelSet = []
        for name in names {
            guard let level = name.string.flatMap(HMILevel.init(rawValue:)) else {
                throw HeadUnitError("\(place): \(name) is not an HMI level (one of FULL, LIMITED, BACKGROUND, NONE)")
            }
            levels.insert(LevelSet(level))
        }
        return levels
    }
}
