// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// What is wrong inside a `dyno.json`.
struct ProjectError: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) {
        self.description = description
    }

    /// Throws for a key that is none of `keys`, and names the nearest one.
    static func check(_ object: JSONObject, keys: [String], in what: String) throws(ProjectError) {
        for key in object.keys where !keys.contains(key) {
            let hint = Nearest.name(to: key, among: keys).map { "did you mean `\($0)`?" }
            throw ProjectError("\(what) has no `\(key)`; \(hint ?? "it takes \(keys.joined(separator: ", "))")")
        }
    }
}
