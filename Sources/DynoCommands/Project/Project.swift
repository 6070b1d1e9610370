// SPDX-License-Identifier: Apache-2.0
import DynoIO
import DynoWorld
import NIOCore
import SDLRPC

/// The settings of a project: the nearest `dyno.json`, from a script's folder upwards. What the command line says wins over them.
///
/// ```json
/// { "headunit": "left-hu", "persona": "slow", "allow": ["io=logs"], "lib": ["shared"], "memory": "128MiB", "budget": "5s",
///   "plugins": ["../plugins/loudness"],
///   "headunits": { "left-hu": "serial:usb-1-3-if02?baud=115200", "right-hu": { "url": "tcp://192.168.1.20:12345" } } }
/// ```
struct Project: Equatable, Sendable {
    static let fileName = "dyno.json"
    private static let keys = ["headunit", "headunits", "persona", "allow", "lib", "plugins", "memory", "budget"]
    private static let sizeLimit = 1 << 20

    /// Where `dyno.json` is; nil when there is none.
    private(set) var folder: String?
    private(set) var headUnit: String?
    private(set) var names = HeadUnitNames()
    private(set) var persona: String?
    private(set) var memory: String?
    private(set) var budget: String?
    /// As for `--allow`, folders seen from where the command runs.
    private(set) var allow: [String] = []
    private(set) var lib: [String] = []
    private(set) var plugins: [String] = []

    /// Reads the nearest file, or is empty when there is none.
    init(near path: String, files: any FileSystem = LocalFileSystem()) throws(UsageError) {
        guard var place = files.resolve(path) else { return }
        while true {
            let file = Self.join(place, Self.fileName)
            if let text = try Self.text(of: file, files) {
                folder = place
                try read(text, file)
                return
            }
            guard place != "/", let slash = place.lastIndex(of: "/") else { return }
            place = slash == place.startIndex ? "/" : String(place[..<slash])
        }
    }

    private static func text(of file: String, _ files: any FileSystem) throws(UsageError) -> ByteBuffer? {
        do {
            return try files.read(file, limit: sizeLimit)
        } catch {
            if error.reason == .notFound { return nil }
            throw UsageError("\(error)")
        }
    }

    private mutating func read(_ text: ByteBuffer, _ path: String) throws(UsageError) {
        do {
            let json: JSONValue
            do { json = try JSONValue.parse(text) } catch { throw ProjectError("it is no JSON: \(error)") }
            guard let settings = json.object else { throw ProjectError("it must be an object such as { \"headunit\": \"sim\" }") }
            try read(settings)
        } catch {
            throw UsageError("\(path): \(error)")
        }
    }

    private mutating func read(_ settings: JSONObject) throws(ProjectError) {
        try ProjectError.check(settings, keys: Self.keys, in: "it")
        headUnit = try Self.text("headunit", settings)
        persona = try Self.text("persona", settings).map { $0.hasSuffix(".lua") || $0.contains("/") ? inside($0) : $0 }
        memory = try Self.text("memory", settings)
        budget = try Self.text("budget", settings)
        lib = try Self.list("lib", settings).map(inside)
        plugins = try Self.list("plugins", settings).map(inside)
        allow = try Self.list("allow", settings).map { $0.hasPrefix("io=") ? "io=\(inside(String($0.dropFirst(3))))" : $0 }
        guard let block = settings["headunits"] else { return }
        guard let entries = block.object else { throw ProjectError("`headunits` must be an object of names and URLs") }
        names = try HeadUnitNames(entries)
    }

    private static func text(_ key: String, _ settings: JSONObject) throws(ProjectError) -> String? {
        guard let value = settings[key] else { return nil }
        guard let text = value.string else { throw ProjectError("`\(key)` must be a text, not \(value)") }
        return text
    }

    private static func list(_ key: String, _ settings: JSONObject) throws(ProjectError) -> [String] {
        guard let value = settings[key] else { return [] }
        guard let items = value.array, items.allSatisfy({ $0.string != nil }) else {
            throw ProjectError("`\(key)` must be a list of texts, not \(value)")
        }
        return items.compactMap(\.string)
    }

    /// A path of the file, seen from where the command runs.
    private func inside(_ path: String) -> String {
        path.hasPrefix("/") ? path : Self.join(folder ?? ".", path)
    }

    private static func join(_ folder: String, _ name: String) -> String {
        folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }
}
