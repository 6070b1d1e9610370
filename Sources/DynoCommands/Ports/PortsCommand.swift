// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import DynoIO
import DynoWorld
import SDLRPC

/// `dyno ports`: which serial ports are there, and who uses them.
struct PortsCommand: DynoSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "ports", abstract: "Lists the serial ports: device, stable id, adapter, driver, who uses it.",
        discussion: "The id stays with an adapter, the path with the socket it is plugged into; `serial:` takes either.")
    static let examples = ["dyno ports", "dyno ports --json", "dyno ports --suggest", "dyno ports --watch"]
    /// How often `--watch` looks.
    static let interval = Duration.milliseconds(250)

    @Flag(help: "A list as JSON; with --watch a line for each change.") var json = false
    @Flag(help: "A block for dyno.json that gives each port a name.") var suggest = false
    @Flag(help: "Go on and tell what is plugged in and out, until Ctrl-C.") var watch = false
    @Option(help: ArgumentHelp("Look for devices below this folder.", visibility: .hidden)) var root = ""

    func run(output: Output, errors: Output) async throws -> Int32 {
        guard !(suggest && (json || watch)) else { throw UsageError("--suggest writes JSON for dyno.json; leave out --json and --watch") }
        var system = SerialSystem()
        system.tree = DeviceTree(root: root)
        guard watch else {
            output.line(page(SerialPortList.current(system)))
            return 0
        }
        return try await watch(system, output)
    }

    private func page(_ ports: [SerialPortDescription]) -> String {
        if suggest { return PortSuggestion(ports).text }
        if json { return JSONValue.array(ports.map(\.json)).description }
        return ports.isEmpty ? "no serial ports; plug one in, or wait for it with --watch" : ports.map(\.page).joined(separator: "\n")
    }

    private func watch(_ system: SerialSystem, _ output: Output) async throws -> Int32 {
        let isJSON = json
        return try await LiveWorld<Int32>.run { live in
            live.onInterrupt = { live.finish($0.exitCode) }
            let world = live.world
            var known: [SerialPortDescription] = []
            func look() {
                let now = SerialPortList.current(system)
                for change in PortChange.between(known, now) { output.line(isJSON ? change.json.description : change.text) }
                known = now
                world.after(Self.interval, look)
            }
            look()
        }
    }
}
