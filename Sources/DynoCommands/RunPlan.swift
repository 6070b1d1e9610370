// SPDX-License-Identifier: Apache-2.0
import DynoIO
import DynoScript
import DynoWorld
import SDLHeadUnit
import SDLRPC

/// One script run, read from the command line: what both kinds of time do with it.
struct RunPlan: Sendable {
    var configuration: ScriptConfiguration
    var names = HeadUnitNames()
    var seed: UInt64
    var limit: Duration?
    var specPath: String?
    var persona: Persona?
    var form: Story.Form
    /// Whether the script runs again when its files are saved.
    var watches = false
    /// Where consoles can join the script.
    var socket: ConsoleSocket?

    /// The host of the script in `world`, still to be run.
    func makeHost(in world: World, environment: ScriptEnvironment, output: Output, errors: Output) throws -> ScriptHost {
        let story = Story(form: form, output: form == .json ? output : errors)
        story.follow(world)
        let host = try ScriptHost(configuration: configuration, environment: environment, spec: try SpecFile.load(specPath), world: world)
        host.persona = persona
        return host
    }

    /// Whether the script may connect there.
    func mayReach(_ url: HeadUnitURL) -> Bool { names.mayReach(url, configuration) }

    /// `print` writes plain text, or with `--json` a line of its own kind.
    func print(_ text: String, to output: Output, in world: World) {
        guard form == .json else { return output.line(text) }
        output.line("{\"time\":\(Story.seconds(world.now)),\"event\":\"print\",\"text\":\(Event.Field.quoted(text))}")
    }
}
