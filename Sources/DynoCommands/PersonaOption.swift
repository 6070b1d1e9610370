// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import DynoScript

/// The option `--persona`, which several subcommands have.
enum PersonaOption {
    static let help: ArgumentHelp = "Who drives and what head unit it is: \(Persona.names.joined(separator: ", ")), none, or a Lua file."

    static func parse(_ text: String) throws -> Persona? {
        do {
            return try Persona.parse(text)
        } catch {
            throw UsageError("\(error)")
        }
    }
}
