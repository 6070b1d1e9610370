// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// What OnPermissionsChange allows, RPC by RPC. An RPC that is not listed is not allowed at any level.
public struct PermissionTable: Equatable, Sendable {
    /// What a new OnPermissionsChange does to what was stored.
    public enum Mode: String, CaseIterable, Sendable {
        /// A head unit always sends the complete list, so what is not in it is gone.
        case replace
        /// RPCs that are not in the list keep what they had, as in one of the app libraries.
        case merge
    }

    struct Item: Equatable, Sendable {
        var levels: Set<String>
        var parameters: Set<String>
        var requiresEncryption: Bool
    }

    private(set) var items: [String: Item] = [:]
    public private(set) var requiresEncryption = false

    public init() {}

    init(notification: JSONValue) {
        update(with: notification, mode: .replace)
    }

    /// Stores an OnPermissionsChange. Malformed items are skipped.
    mutating func update(with notification: JSONValue, mode: Mode) {
        if mode == .replace { items = [:] }
        for item in notification["permissionItem"]?.array ?? [] {
            guard let name = item["rpcName"]?.string else { continue }
            items[name] = Item(
                levels: Self.allowed(item["hmiPermissions"]), parameters: Self.allowed(item["parameterPermissions"]),
                requiresEncryption: item["requireEncryption"]?.bool ?? false)
        }
        requiresEncryption = notification["requireEncryption"]?.bool ?? items.values.contains(where: \.requiresEncryption)
    }

    /// Forgets everything the head unit allowed. That it wants encryption holds until it says otherwise.
    mutating func forget() {
        items = [:]
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

    /// The answers for a group. Every RPC counts, and every listed parameter beside it; a group of nothing is disallowed.
    public func status(of elements: [PermissionElement], at level: String?) -> PermissionStatus {
        var rpcs: [PermissionStatus.RPC] = []
        for element in elements {
            let parameters = element.parameters.map {
                PermissionStatus.Parameter(name: $0, isAllowed: isAllowed(element.rpc, parameter: $0, at: level))
            }
            if let known = rpcs.firstIndex(where: { $0.name == element.rpc }) {
                rpcs[known].parameters += parameters
            } else {
                rpcs.append(PermissionStatus.RPC(name: element.rpc, isAllowed: isAllowed(element.rpc, at: level), parameters: parameters))
            }
        }
        return PermissionStatus(group: Self.group(of: rpcs, at: level), rpcs: rpcs)
    }

    private static func group(of rpcs: [PermissionStatus.RPC], at level: String?) -> PermissionStatus.Group {
        guard level != nil else { return .unknown }
        let answers = Set(rpcs.flatMap { [$0.isAllowed] + $0.parameters.map(\.isAllowed) })
        if answers == [true] { return .allowed }
        return answers.contains(true) ? .mixed : .disallowed
    }
}
