// SPDX-License-Identifier: Apache-2.0
import DynoIO
import DynoScript
import SDLRPC

/// The names that a project gives its head units: the block `headunits` of `dyno.json`.
struct HeadUnitNames: Equatable, Sendable {
    struct Entry: Equatable, Sendable {
        var url: String
        /// How its power is switched.
        var power: PowerSwitch?
    }

    private static let keys = ["url", "power"]

    private(set) var entries: [String: Entry] = [:]

    /// No names.
    init() {}

    /// Reads the block: a URL for each name, or an object with the URL and what else is known of the head unit.
    init(_ block: JSONObject) throws(ProjectError) {
        for member in block { entries[member.key] = try Self.entry(member.key, member.value) }
    }

    /// The URL that is meant: `left-hu` and `serial:left-hu` are names; anything else stays what it is. Options behind a name
    /// take the place of the entry's own.
    func resolve(_ text: String) -> String {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts.first.map { $0.hasPrefix("serial:") ? $0.dropFirst("serial:".count) : $0 } ?? ""
        guard let url = entries[String(name)]?.url else { return text }
        guard parts.count > 1 else { return url }
        return (url.split(separator: "?").first ?? "") + "?" + parts[1]
    }

    /// Whether a script may connect there: without a grant only to this machine, and to the head units it was given.
    func mayReach(_ url: HeadUnitURL, _ configuration: ScriptConfiguration) -> Bool {
        if url.staysHere || configuration.grants.covers("net") { return true }
        return ([configuration.headUnitURL].compactMap(\.self) + entries.values.map(\.url)).contains {
            (try? HeadUnitURL(parsing: $0)) == url
        }
    }

    /// Reads what a user wrote: a name or a URL. A slip in a name is told with the names there are.
    func parse(_ text: String) throws(UsageError) -> HeadUnitURL {
        do {
            return try HeadUnitURL(parsing: resolve(text))
        } catch {
            guard let name = Nearest.name(to: text, among: entries.keys.sorted()) else { throw UsageError("\(error)") }
            throw UsageError("there is no head unit '\(text)' in dyno.json; did you mean '\(name)'?")
        }
    }

    private static func entry(_ name: String, _ value: JSONValue) throws(ProjectError) -> Entry {
        let place = "headunits.\(name)"
        var entry = Entry(url: "")
        if let url = value.string {
            entry.url = url
        } else if let fields = value.object {
            try ProjectError.check(fields, keys: keys, in: "`\(place)`")
            guard let url = fields["url"]?.string else {
                throw ProjectError("`\(place)` needs `url`, such as \"tcp://192.168.1.20:12345\"")
            }
            entry.url = url
            if let power = fields["power"] { entry.power = try PowerSwitch(power, at: "\(place).power") }
        } else {
            throw ProjectError("`\(place)` must be a URL, or an object with `url`")
        }
        do { _ = try HeadUnitURL(parsing: entry.url) } catch { throw ProjectError("`\(place)`: \(error)") }
        return entry
    }
}
