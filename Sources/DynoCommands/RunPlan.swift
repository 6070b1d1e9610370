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

    /// Starts the script in `world`. The host must be kept until `completion` was called.
    func start(
        in world: World, environment: ScriptEnvironment, output: Output, errors: Output,
        completion: @escaping (ScriptOutcome) -> Void
    ) throws -> ScriptHost {
        let story = Story(form: form, output: form == .json ? output : errors)
        story.follow(world)
        let host = try ScriptHost(configuration: configuration, environment: environment, spec: try SpecFile.load(specPath), world: world)
        host.persona = persona
        host.run(completion: completion)
        if let limit { world.after(limit) { [weak host] in host?.endByTime() } }
        return host
    }

    /// `print` writes plain text, or with `--json` a line of its own kind.
    func print(_ text: String, to output: Output, in world: World) {
        guard form == .json else { return output.line(text) }
        output.line("{\"time\":\(Story.seconds(world.now)),\"event\":\"print\",\"text\":\(Event.Field.quoted(text))}")
    }
}
