// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// A policy that comes with the head unit.
public enum PolicyProfile: String, CaseIterable, Sendable {
    /// What a production head unit grants an unknown application.
    case core
    /// What the SDL guides promise: nothing in BACKGROUND, and in NONE only to unregister.
    case seedStrict

    var table: PolicyTable {
        switch self {
        case .core: Self.builtIn
        case .seedStrict: Self.strict
        }
    }

    private static let builtIn: PolicyTable = {
        do {
            return try PolicyTable(json: JSONValue.parse("\(Embedded.defaultPolicy)"))
        } catch {
            assertionFailure("the built-in policy does not load: \(error)")
            return PolicyTable()
        }
    }()

    private static let strict: PolicyTable = {
        var table = builtIn
        for (name, group) in table.groups {
            for (rpc, rule) in group.rules {
                let levels: LevelSet = rpc == "UnregisterAppInterface" ? [.full, .limited, .none] : [.full, .limited]
                table.groups[name]?.rules[rpc]?.levels = rule.levels.intersection(levels)
            }
        }
        return table
    }()
}
