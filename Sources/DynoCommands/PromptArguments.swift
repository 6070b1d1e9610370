// SPDX-License-Identifier: Apache-2.0
import SDLHeadUnit
import SDLRPC

/// The words after a command of the prompt, and what they mean on this head unit.
struct PromptArguments {
    let headUnit: HeadUnit
    private let words: [String]
    private let command: PromptCommand

    init(_ words: [String], of command: PromptCommand, _ headUnit: HeadUnit) {
        self.words = words
        self.command = command
        self.headUnit = headUnit
    }

    private var misuse: HeadUnitError { HeadUnitError("say '\(command.call)'") }

    /// That nothing follows the command.
    func end() throws(HeadUnitError) {
        guard words.isEmpty else { throw misuse }
    }

    /// The only word.
    func word() throws(HeadUnitError) -> String {
        guard words.count == 1 else { throw misuse }
        return words[0]
    }

    func toggle() throws(HeadUnitError) -> Bool {
        switch words.map({ $0.lowercased() }) {
        case ["on"]: return true
        case ["off"]: return false
        default: throw misuse
        }
    }

    /// A button in any case of letters, and how long it is held.
    func press() throws(HeadUnitError) -> (String, ButtonPressMode) {
        switch words.dropFirst().map({ $0.lowercased() }) {
        case [] where !words.isEmpty: return (words[0].uppercased(), .short)
        case ["long"]: return (words[0].uppercased(), .long)
        default: throw misuse
        }
    }

    /// An app by its name, which may be of several words, or by its id.
    func app() throws(HeadUnitError) -> HeadUnitApp {
        try app(words[...])
    }

    /// An app, or the one in FULL when none is named.
    func appOrFull() throws(HeadUnitError) -> HeadUnitApp {
        if !words.isEmpty { return try app() }
        guard let app = headUnit.apps.first(where: { $0.hmiLevel == .full }) else {
            throw HeadUnitError("no app is in FULL; say which one: '\(command.call)'")
        }
        return app
    }

    /// An app, and a number after it.
    func appAndNumber() throws(HeadUnitError) -> (HeadUnitApp, Int) {
        guard words.count > 1, let number = words.last.flatMap({ Int($0) }) else { throw misuse }
        return (try app(words.dropLast()), number)
    }

    private func app(_ words: ArraySlice<String>) throws(HeadUnitError) -> HeadUnitApp {
        guard !words.isEmpty else { throw misuse }
        let name = words.joined(separator: " ")
        if let app = headUnit.app(named: name) { return app }
        let names = headUnit.apps.flatMap { [$0.appName, $0.fullAppID] }
        guard !names.isEmpty else { throw HeadUnitError("no app '\(name)' is registered, nor any other") }
        let hint = Nearest.name(to: name, among: names).map { "did you mean '\($0)'?" }
        throw HeadUnitError(
            "no app '\(name)' is registered; \(hint ?? "there are \(headUnit.apps.map(\.appName).joined(separator: ", "))")")
    }
}
