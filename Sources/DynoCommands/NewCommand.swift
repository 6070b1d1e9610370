// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// `dyno new`: things to start from.
struct NewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Writes something to start from.", subcommands: [NewScriptCommand.self])
}

/// `dyno new script`: a script that runs, and what an editor needs to help with it.
struct NewScriptCommand: DynoSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "script", abstract: "Writes a script that runs, a .luarc.json and the types it points to.",
        discussion: "The last two are written beside the script unless they are there already. Nothing is ever overwritten.")
    static let examples = ["dyno new script hello", "dyno run hello.lua", "dyno new script apps/radio"]

    @Argument(help: "The script's name; .lua is added.") var name: String

    func run(output: Output, errors: Output) async throws -> Int32 {
        let path = name.hasSuffix(".lua") ? name : name + ".lua"
        let folder = UserFiles.folder(of: path)
        let title = String(path.dropFirst(folder.count).dropLast(".lua".count))
        guard !title.isEmpty, title.allSatisfy({ $0.isLetter || $0.isNumber || "-_ .".contains($0) }) else {
            throw UsageError("'\(name)' is no name for a script; use letters, digits, - and _")
        }
        guard try UserFiles.create(Self.script(title), at: path) else {
            throw UsageError("\(path) exists already; choose another name")
        }
        output.line("wrote \(path)")
        for (file, text) in [(".luarc.json", Self.settings)] + EditorTypes.files {
            let file = folder + file
            output.line(try UserFiles.create(text, at: file) ? "wrote \(file)" : "kept \(file)")
        }
        return 0
    }

    /// A whole small app: registers, shows, hears a button, leaves.
    static func script(_ title: String) -> String {
        """
        -- \(title): an SDL app. Run it with: dyno run \(title).lua
        local sdl = require "sdl"

        local app = sdl.app { appName = "\(title.prefix(100))", fullAppID = "\(title.prefix(100))", appHMIType = { "DEFAULT" } }

        app:onButton("OK", function(press)
          print("button pressed: " .. press.buttonName)
        end)

        app:start()
        app:waitForHMI { hmiLevel = "FULL" }
        app.rpc.Show { mainField1 = "\(title.prefix(100))", mainField2 = "press OK" }
        app:waitFor("OnButtonPress", { buttonName = "OK" })
        app:stop()

        """
    }

    static let settings = """
        {
          "runtime.version": "Lua 5.4",
          "workspace.library": [".types"],
          "workspace.checkThirdParty": false
        }

        """
}
