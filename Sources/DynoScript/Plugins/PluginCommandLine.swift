// SPDX-License-Identifier: Apache-2.0
import DynoWorld

/// A line of the console that runs a plugin's command: `:metrics`, `:record start "my file"`.
enum PluginCommandLine {
    /// The Lua that does it; nil when the line is none.
    ///
    /// Words are separated by spaces; quotes keep them together. What the command returns is shown, a text as it is.
    static func lua(_ line: String) -> String? {
        guard line.first == ":", line.dropFirst().first != ":" else { return nil }
        let words = words(of: line.dropFirst())
        guard !words.isEmpty else { return nil }
        let arguments = words.map(Event.Field.quoted).joined(separator: ", ")
        return "local shown = require(\"sdl\").command(\(arguments)) if type(shown) == \"string\" then print(shown) else return shown end"
    }

    private static func words(of text: Substring) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        for character in text {
            switch character {
            case quote: quote = nil
            case "\"" where quote == nil, "'" where quote == nil: (quote, word) = (character, word ?? "")
            case " " where quote == nil, "\t" where quote == nil:
                if let finished = word { words.append(finished) }
                word = nil
            default: word = (word ?? "") + String(character)
            }
        }
        return words + [word].compactMap(\.self)
    }
}
