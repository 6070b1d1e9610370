// SPDX-License-Identifier: Apache-2.0
public import NIOCore
import SDLRPC

/// What a plugin says about itself: `plugin.json`, read and checked without running any of its code.
public struct PluginManifest: Equatable, Sendable {
    public static let fileName = "plugin.json"
    /// Larger files are no manifests.
    public static let sizeLimit = 1 << 20

    public var name: String
    public var version: SemanticVersion
    public var text = ""
    /// Which versions of Dyno it works with.
    public var host: VersionRange
    /// The file that is run, seen from the plugin's folder.
    public var entry = "init.lua"
    /// What it may watch, such as `rpc:observe`.
    public var observes: Set<String> = []
    /// What it asks of the system, as for `--allow`; it gets what the run grants, too.
    public var grants: [String] = []
    /// The names it registers, by kind: `matchers`, `fixtures`, `commands`, `behaviours`, `reporters`,
    /// `powerControls`.
    public var provides: [String: [String]] = [:]
    /// Other plugins it builds upon.
    public var dependencies: [String: VersionRange] = [:]

    /// Whose events a plugin can ask to watch.
    static let observable = ["rpc", "hmi", "app", "permissions", "frame", "test"]
    /// What plugins can register.
    public static let kinds = ["matchers", "fixtures", "commands", "behaviours", "reporters", "powerControls"]
    private static let keys = [
        "name", "version", "description", "author", "license", "host", "entry", "capabilities", "provides", "dependencies",
    ]

    /// Reads a manifest.
    public init(parsing text: ByteBuffer) throws(PluginManifestError) {
        let json: JSONValue
        do { json = try JSONValue.parse(text) } catch { throw PluginManifestError("it is no JSON: \(error)") }
        guard let fields = json.object else { throw PluginManifestError("it must be an object with `name`, `version` and `host`") }
        try Self.check(fields.keys, among: Self.keys, in: "a manifest")
        name = try Self.name(in: fields)
        let version = try Self.text("version", in: fields)
        guard let version = SemanticVersion(version) else {
            throw PluginManifestError("`version` is \"\(version)\"; write it like \"1.2.0\"")
        }
        self.version = version
        host = try Self.range(try Self.text("host", in: fields), "host")
        if fields["description"] != nil { self.text = try Self.text("description", in: fields) }
        if fields["entry"] != nil { entry = try Self.entry(in: fields) }
        try readCapabilities(fields["capabilities"])
        try readProvides(fields["provides"])
        try readDependencies(fields["dependencies"])
    }

    private static func name(in fields: JSONObject) throws(PluginManifestError) -> String {
        let name = try text("name", in: fields)
        guard isName(name) else {
            throw PluginManifestError("`name` is \"\(name)\"; use small letters, digits and dashes, with a letter first")
        }
        return name
    }

    /// Whether a text can be the name of a plugin.
    public static func isName(_ text: String) -> Bool {
        let isWord = text.utf8.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "-")
        }
        return isWord && text.count <= 64 && text.first?.isLetter == true
    }

    private static func entry(in fields: JSONObject) throws(PluginManifestError) -> String {
        let entry = try text("entry", in: fields)
        let parts = entry.split(separator: "/", omittingEmptySubsequences: false)
        guard entry.hasSuffix(".lua"), !parts.contains(where: { $0.isEmpty || $0 == ".." }) else {
            throw PluginManifestError("`entry` is \"\(entry)\"; name a Lua file inside the plugin's folder, such as \"init.lua\"")
        }
        return entry
    }

    private mutating func readCapabilities(_ value: JSONValue?) throws(PluginManifestError) {
        let known = Self.observable.map { "\($0):observe" } + Grants.Capability.allCases.map(\.rawValue)
        for capability in try Self.list(value, "capabilities") {
            var grants = Grants()
            if capability.hasSuffix(":observe"), known.contains(capability) {
                observes.insert(capability)
            } else if grants.allow(capability) {
                self.grants.append(capability)
            } else {
                throw Self.unknown(capability, among: known, in: "`capabilities`")
            }
        }
    }

    private mutating func readProvides(_ value: JSONValue?) throws(PluginManifestError) {
        guard let value else { return }
        guard let object = value.object else {
            throw PluginManifestError("`provides` must be an object such as { \"commands\": [\"loudness\"] }")
        }
        try Self.check(object.keys, among: Self.kinds, in: "`provides`")
        for member in object { provides[member.key] = try Self.list(member.value, "provides.\(member.key)") }
    }

    private mutating func readDependencies(_ value: JSONValue?) throws(PluginManifestError) {
        guard let value else { return }
        guard let object = value.object else {
            throw PluginManifestError("`dependencies` must be an object such as { \"metrics\": \"^1.2\" }")
        }
        for member in object {
            guard let range = member.value.string else {
                throw PluginManifestError("`dependencies.\(member.key)` must be a range of versions such as \"^1.2\"")
            }
            dependencies[member.key] = try Self.range(range, "dependencies.\(member.key)")
        }
    }

    // MARK: Reading

    private static func text(_ key: String, in fields: JSONObject) throws(PluginManifestError) -> String {
        guard let text = fields[key]?.string, !text.isEmpty else {
            throw PluginManifestError("`\(key)` must be there and be a text\(key == "host" ? ", such as \">=0.1 <1\"" : "")")
        }
        return text
    }

    private static func list(_ value: JSONValue?, _ key: String) throws(PluginManifestError) -> [String] {
        guard let value else { return [] }
        guard let items = value.array, items.allSatisfy({ $0.string?.isEmpty == false }) else {
            throw PluginManifestError("`\(key)` must be a list of texts")
        }
        return items.compactMap(\.string)
    }

    private static func range(_ text: String, _ key: String) throws(PluginManifestError) -> VersionRange {
        guard let range = VersionRange(text) else {
            throw PluginManifestError("`\(key)` is \"\(text)\"; write a range of versions such as \">=0.1 <1\" or \"^1.2\"")
        }
        return range
    }

    private static func check(_ keys: [String], among known: [String], in what: String) throws(PluginManifestError) {
        for key in keys where !known.contains(key) { throw unknown(key, among: known, in: what) }
    }

    private static func unknown(_ key: String, among known: [String], in what: String) -> PluginManifestError {
        let hint = Nearest.name(to: key, among: known).map { "did you mean `\($0)`?" }
        return PluginManifestError("\(what) has no `\(key)`; \(hint ?? "it takes \(known.joined(separator: ", "))")")
    }
}

/// What is wrong in a `plugin.json`.
public struct PluginManifestError: Error, Equatable, CustomStringConvertible, Sendable {
    public var description: String

    init(_ description: String) {
        self.description = description
    }
}
