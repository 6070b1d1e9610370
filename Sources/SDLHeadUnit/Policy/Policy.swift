// SPDX-License-Identifier: Apache-2.0
public import SDLRPC

/// Decides what applications may do, and can be changed while they run: every change is told to them in
/// OnPermissionsChange at once.
///
///     try headUnit.policy.set("trip-1", ["GetVehicleData": ["levels": ["FULL"], "parameters": ["speed"]]])
///
/// Applications are named by their full id, while they are registered also by id or name. An application without a
/// policy of its own has the default one.
public final class Policy {
    /// All groups and policies as they are now.
    public private(set) var table: PolicyTable
    /// Whether groups with a consent prompt stay closed until the user agrees (`Driver.consent`).
    public var asksForConsent = true {
        didSet { changed() }
    }
    /// The user's answers: application, group, answer.
    private var consents: [String: [String: Bool]] = [:]
    private var resolved: [String: Permissions] = [:]
    private let spec: RPCSpec
    /// The identity of a registered application that is named in another way.
    var identity: (String) -> String? = { _ in nil }
    /// Called after every change, with the identity of the only application it is about, or nil.
    var onChange: (String?) -> Void = { _ in }

    init(table: PolicyTable, spec: RPCSpec) {
        self.table = table
        self.spec = spec
    }

    // MARK: Changes

    /// Replaces what an application may do: RPC → `{ "levels": [...], "parameters": [...] }`, both optional. It can still
    /// unregister.
    public func set(_ appID: String, _ rules: JSONValue) throws(HeadUnitError) {
        guard let members = rules.object else { throw HeadUnitError("a policy maps the names of RPCs to rules, got \(rules)") }
        var own: [String: PolicyRule] = ["UnregisterAppInterface": PolicyRule(levels: .all)]
        for member in members {
            try requireKnown(member.key)
            own[member.key] = try PolicyRule(json: member.value, of: member.key)
        }
        edit(appID) {
            $0.groups = []
            $0.ownRules = own
            $0.revokedRPCs = []
            $0.isRevoked = false
        }
    }

    /// Allows one RPC to an application, in place of whatever its groups say about that RPC; or a system action of soft buttons.
    public func allow(_ appID: String, _ rpc: String, _ rule: PolicyRule = PolicyRule()) throws(HeadUnitError) {
        if let action = AppPolicy.grant(ofSystemAction: rpc) { return edit(appID) { $0[keyPath: action] = true } }
        try requireKnown(rpc)
        edit(appID) { $0.ownRules[rpc] = rule }
    }

    /// Takes one RPC, or a system action of soft buttons, away from an application.
    public func revoke(_ appID: String, _ rpc: String) throws(HeadUnitError) {
        if let action = AppPolicy.grant(ofSystemAction: rpc) { return edit(appID) { $0[keyPath: action] = false } }
        try requireKnown(rpc)
        edit(appID) {
            $0.ownRules[rpc] = nil
            $0.revokedRPCs.insert(rpc)
        }
    }

    /// Takes everything away from an application, which is put to NONE, or gives it back.
    public func setRevoked(_ isRevoked: Bool, _ appID: String) {
        edit(appID) { $0.isRevoked = isRevoked }
    }

    /// Changes any part of an application's policy; an unlisted application starts from the default.
    public func edit(_ appID: String, _ body: (inout AppPolicy) -> Void) {
        let identity = key(appID)
        var policy = table.policy(for: identity)
        body(&policy)
        table.apps[identity] = policy
        changed(identity)
    }

    /// Replaces the whole policy by one that comes with the head unit.
    public func use(_ profile: PolicyProfile) {
        table = profile.table
        changed()
    }

    /// Replaces the whole policy by an SDL policy table.
    public func load(_ json: JSONValue) throws(HeadUnitError) {
        table = try PolicyTable(json: json)
        changed()
    }

    /// Records the user's answer about a group, named by itself or by its consent prompt. Nil takes the answer back.
    public func consent(_ appID: String, to group: String, _ answer: Bool?) throws(HeadUnitError) {
        let names = table.groups.filter { $0.key == group || $0.value.consentPrompt == group }.map(\.key)
        guard !names.isEmpty else {
            let nearest = Nearest.name(to: group, among: table.groups.keys.sorted()).map { "; did you mean `\($0)`?" } ?? ""
            throw HeadUnitError("the policy has no group `\(group)`\(nearest)")
        }
        for name in names { consents[key(appID), default: [:]][name] = answer }
        changed(key(appID))
    }

    // MARK: Questions

    /// What the policy says about an application.
    public func policy(for appID: String) -> AppPolicy { table.policy(for: key(appID)) }

    /// What the policy says about a registered application.
    func policy(of app: HeadUnitApp) -> AppPolicy { table.apps[app.identity] ?? table.policy(for: PolicyTable.defaultApp) }

    /// Everything the application of an identity may do. Those the policy does not list share one answer.
    func permissions(for identity: String) -> Permissions {
        let key = table.apps[identity] == nil && consents[identity] == nil ? PolicyTable.defaultApp : identity
        if let known = resolved[key] { return known }
        let answers = asksForConsent ? consents[key] ?? [:] : nil
        let permissions = Permissions(table.policy(for: key), groups: table.groups, consents: answers)
        resolved[key] = permissions
        return permissions
    }

    private func requireKnown(_ rpc: String) throws(HeadUnitError) {
        guard spec.function(named: rpc) == nil else { return }
        throw HeadUnitError(spec.unknownFunction(rpc))
    }

    private func key(_ appID: String) -> String { identity(appID) ?? appID.lowercased() }

    private func changed(_ appID: String? = nil) {
        resolved = [:]
        onChange(appID == PolicyTable.defaultApp ? nil : appID)
    }
}
