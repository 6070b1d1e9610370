// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// `dyno init`: a project to start from.
struct InitCommand: DynoSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Starts a project: dyno.json, an app, a test of it, and types for the editor.",
        discussion: "In this folder, or in one it makes. Nothing is ever overwritten.")
    static let examples = ["dyno init", "dyno init radio"]

    @Argument(help: "The project's folder.") var folder = "."

    func run(output: Output, errors: Output) async throws -> Int32 {
        let files =
            [
                ("dyno.json", Self.settings), ("hello.lua", NewScriptCommand.script("hello")), ("tests/hello_test.lua", Self.test),
                (".luarc.json", NewScriptCommand.settings),
            ] + EditorTypes.files
        for (name, text) in files {
            let path = folder == "." ? name : "\(folder)/\(name)"
            output.line(try UserFiles.create(text, at: path) ? "wrote \(path)" : "kept \(path)")
        }
        let place = folder == "." ? "" : "\(folder)/"
        output.line("now: dyno run \(place)hello.lua, dyno test \(place)tests")
        return 0
    }

    /// Every setting at its default, so that nobody has to look up what there is.
    private static let settings = """
        {
          "headunit": "sim",
          "persona": "default",
          "allow": [],
          "lib": [],
          "plugins": [],
          "headunits": {}
        }

        """

    private static let test = """
        -- Run it with: dyno test
        local test = require "sdl.test"
        local expect = test.expect

        test.suite("hello", { hmiLevel = "FULL" }, function()
          test("the driver sees what the app shows", function(t)
            t.app.rpc.Show { mainField1 = "hello" }
            expect(t.hu:screen(t.app).fields):has { mainField1 = "hello" }
          end)
        end)

        """
}
