// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// What the last OnPermissionsChange allows, RPC by RPC. An RPC that is not listed is not allowed at any level.
public struct PermissionTable: Equatable, Sendable {
    struct Item: Equatable, Sendable {
        var levels: Set<String>
        var parameters: Set<String>
        var requiresEncryption: Bool
    }

    private(set) var items: [String: Item] = [:]
    public private(set) var requiresEncryption = false

    public init() {}

    /// Replaces the whole table: a head unit always sends the complete list.
    init(notification: JSONValue) {
        for item in notification["permissionItem"]?.array ?? [] {
            guard let name = item["rpcName"]?.string else { continue }
            items[name] = Item(
                levels: Self.allowed(item["hmiPermissions"]), parameters: Self.allowed(item["parameterPermissions"]),
                requiresEncryption: item["requireEncryption"]?.bool ?? false)
        }
        requiresEncryption = notification["requireEncryption"]?.bool ?? items.values.contains(where: \.requiresEncryption)
    }

    /// True until the head unit has said what it allows.
    public var isEmpty: Bool { items.isEmpty }

    /// Allowed means listed as allowed and not disallowed by the user.
    private static func allowed(_ lists: JSONValue?) -> Set<String> {
        Set(lists?["allowed"]?.array?.compactMap(\.string) ?? [])
            .subtracting(lists?["userDisallowed"]?.array?.compactMap(\.string) ?? [])
    }

    /// Whether `rpc` may be sent at `level`; nothing may before the level is known.
    public func isAllowed(_ rpc: String, at level: String?) -> Bool {
        guard let level else { return false }
        return items[rpc]?.levels.contains(level) ?? false
    }

    /// Whether `parameter` of `rpc` may be used at `level`. An RPC without parameter lists allows none of them by name.
    public func isAllowed(_ rpc: String, parameter: String, at level: String?) -> Bool {
        isAllowed(rpc, at: level) && (items[rpc]?.parameters.contains(parameter) ?? false)
    }

    public func requiresEncryption(_ rpc: String) -> Bool {
        items[rpc]?.requiresEncryption ?? false
    }
}
