// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLRPC

/// What kind of a head unit it is, and who drives it: a Lua file that returns `function(hu) … end`.
public struct Persona: Equatable, Sendable {
    /// A shipped one's name, or the file's path.
    public var name: String
    public var isShipped: Bool

    private static let shipped: [(name: String, source: StaticString)] = [
        ("default", Embedded.personaDefault), ("flaky", Embedded.personaFlaky), ("legacy-3", Embedded.personaLegacy3),
        ("slow", Embedded.personaSlow), ("strict", Embedded.personaStrict),
    ]

    /// A driver who opens each application 200 ms after it registered, and presses each button once, 1 s after the application first
    /// subscribed to it.
    public static let standard = Persona(name: "default", isShipped: true)

    /// The names of those that come with Dyno.
    public static var names: [String] { shipped.map(\.name) }

    /// A persona by its name or its file's path.
    public init(name: String, isShipped: Bool) {
        self.name = name
        self.isShipped = isShipped
    }

    /// Reads what a user wrote: the name of a shipped persona, a Lua file, or `none` for nobody.
    ///
    /// A text that ends with `.lua` or has a slash in it is a file.
    public static func parse(_ text: String) throws(PersonaError) -> Persona? {
        if text == "none" { return nil }
        if text.hasSuffix(".lua") || text.contains("/") { return Persona(name: text, isShipped: false) }
        if names.contains(text) { return Persona(name: text, isShipped: true) }
        let hint = Nearest.name(to: text, among: names + ["none"]).map { "did you mean '\($0)'?" }
        throw PersonaError(
            "there is no persona '\(text)'; \(hint ?? "use \(names.joined(separator: ", ")), none or a Lua file such as ./\(text).lua")")
    }

    /// What messages call its file.
    var path: String { isShipped ? "personas/\(name).lua" : name }

    var shippedSource: ByteBuffer? { isShipped ? Self.shippedSource(name) : nil }

    /// The source of a shipped persona, also for `require "sdl.personas.NAME"`.
    static func shippedSource(_ name: String) -> ByteBuffer? {
        shipped.first { $0.name == name }.map { ByteBuffer(staticString: $0.source) }
    }
}

/// Somebody asked for a persona that does not exist.
public struct PersonaError: Error, Equatable, CustomStringConvertible, Sendable {
    /// What is wrong, and what there is.
    public var description: String

    init(_ description: String) {
        self.description = description
    }
}
