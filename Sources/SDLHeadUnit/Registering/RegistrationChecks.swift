// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// Decides whether an application may register, given who is already there.
struct RegistrationChecks {
    /// What the checks need to know of another registered application. An object, because every registration looks at all of them.
    final class Neighbour {
        let fullAppID: String
        /// Without regard to case, like everything below.
        let identity: String
        let name: String
        /// Everything it is called: its name and its vrSynonyms.
        let names: Set<String>
        let ttsTexts: Set<String>

        init(fullAppID: String, name: String, vrSynonyms: [String], ttsTexts: [String]) {
            self.fullAppID = fullAppID
            identity = fullAppID.lowercased()
            self.name = name.lowercased()
            names = Set(vrSynonyms.map { $0.lowercased() }).union([self.name])
            self.ttsTexts = Set(ttsTexts.map { $0.lowercased() })
        }
    }

    var parameters: JSONValue
    var fullAppID: String
    var policy: AppPolicy
    var neighbours: [Neighbour]
    var isBanned: Bool
    var limit: Int
    var minimumRPCVersion: RPCVersion
    var rpcVersion: RPCVersion

    /// All checks in their order; the first that fails decides.
    func refusal() -> Refusal? {
        identityRefusal() ?? policyRefusal() ?? nameRefusal() ?? textRefusal() ?? versionRefusal()
    }

    private var name: String { parameters["appName"]?.string ?? "" }
    private var vrSynonyms: [String] { parameters["vrSynonyms"]?.array?.compactMap(\.string) ?? [] }
    private var ttsTexts: [String] { parameters["ttsName"]?.array?.compactMap { $0["text"]?.string } ?? [] }

    private func identityRefusal() -> Refusal? {
        if isBanned {
            return Refusal(
                .tooManyPendingRequests, "\(fullAppID) sent too many requests before; it is refused until the head unit restarts")
        }
        if neighbours.contains(where: { $0.fullAppID == fullAppID }) {
            return Refusal(.applicationRegisteredAlready, "an application with the id \(fullAppID) is registered already")
        }
        let identity = fullAppID.lowercased()
        if let other = neighbours.first(where: { $0.identity == identity }) {
            return Refusal(.disallowed, "the id \(fullAppID) differs from the registered \(other.fullAppID) only in case")
        }
        if limit > 0, neighbours.count >= limit { return Refusal(.tooManyApplications, "\(limit) applications are registered") }
        return nil
    }

    private func policyRefusal() -> Refusal? {
        guard policy.allows(name: name) else {
            return Refusal(.disallowed, "the policy does not allow \(fullAppID) the name \(name)")
        }
        let types = parameters["appHMIType"]?.array?.compactMap(\.string) ?? []
        guard types.contains("WEB_VIEW"), !policy.appHMITypes.contains("WEB_VIEW") else { return nil }
        return Refusal(.disallowed, "the policy does not allow \(fullAppID) the type WEB_VIEW")
    }

    private func nameRefusal() -> Refusal? {
        let own = Neighbour(fullAppID: fullAppID, name: name, vrSynonyms: vrSynonyms, ttsTexts: ttsTexts)
        for other in neighbours {
            if other.names.contains(own.name) {
                return Refusal(.duplicateName, "the name \(name) is taken by \(other.fullAppID)")
            }
            if own.names.contains(other.name) {
                return Refusal(.duplicateName, "a vrSynonym is the name of \(other.fullAppID)")
            }
            if let text = own.ttsTexts.intersection(other.ttsTexts).min() {
                return Refusal(.duplicateName, "the ttsName \(text) is taken by \(other.fullAppID)")
            }
        }
        return nil
    }

    private func textRefusal() -> Refusal? {
        for key in ["appName", "ngnMediaScreenAppName", "appID", "fullAppID", "hashID", "vrSynonyms", "ttsName"] {
            guard let value = parameters[key], let path = TextRule.violation(in: value, path: key) else { continue }
            return Refusal(.invalidData, "\(path) is blank or has a tab or a line break")
        }
        return nil
    }

    private func versionRefusal() -> Refusal? {
        guard rpcVersion < minimumRPCVersion else { return nil }
        return Refusal(.rejected, "RPC version \(rpcVersion) is below \(minimumRPCVersion), the oldest this head unit talks to")
    }
}
