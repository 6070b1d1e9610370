// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import SDLRPC

/// How a head unit's power is switched, as `power` of a head unit in `dyno.json` says it.
enum PowerSwitch: Equatable, Sendable {
    /// A shell command or an http URL each way: `{ "on": "relay 3 on", "off": "http://relay/3/off" }`.
    case acts(on: Act, off: Act)
    /// A socket of a hub that `uhubctl` can switch: `{ "hub": "1-1", "socket": 2 }`.
    case hub(location: String, socket: Int)

    /// What switches.
    enum Act: Equatable, Sendable, CustomStringConvertible {
        case command(String)
        case request(String)

        init(_ text: String) {
            self = text.hasPrefix("http://") ? .request(text) : .command(text)
        }

        var description: String {
            switch self {
            case .command(let command): "`\(command)`"
            case .request(let url): url
            }
        }

        /// Completes with what went wrong, or nil.
        func run(in world: World, completion: @escaping (String?) -> Void) {
            switch self {
            case .command(let command):
                ShellCommand.run(command, in: world) { status in
                    completion(
                        status == 0
                            ? nil : "`\(command)` " + (status == ShellCommand.tookTooLong ? "took too long" : "ended with \(status)"))
                }
            case .request(let url): HTTPRequest.get(url, in: world, completion: completion)
            }
        }
    }

    private static let sockets = 1...32

    init(_ json: JSONValue, at place: String) throws(ProjectError) {
        guard let fields = json.object else {
            throw ProjectError("`\(place)` must be an object with `on` and `off`, or with `hub` and `socket`")
        }
        if let hub = fields["hub"] {
            try ProjectError.check(fields, keys: ["hub", "socket"], in: "`\(place)`")
            guard let location = hub.string, !location.isEmpty, location.allSatisfy({ "0123456789-.".contains($0) }) else {
                throw ProjectError("`\(place).hub` is a hub as uhubctl lists it, such as \"1-1\", not \(hub)")
            }
            guard let socket = fields["socket"]?.integer, Self.sockets.contains(Int(socket)) else {
                throw ProjectError("`\(place).socket` is a number of the hub's sockets, from 1 on")
            }
            self = .hub(location: location, socket: Int(socket))
            return
        }
        try ProjectError.check(fields, keys: ["on", "off"], in: "`\(place)`")
        guard let on = fields["on"]?.string, let off = fields["off"]?.string else {
            throw ProjectError("`\(place)` takes two shell commands or http URLs, `on` and `off`")
        }
        for act in [on, off] where act.hasPrefix("https://") {
            throw ProjectError("`\(place)` requests http URLs only; for \(act) use a command: \"curl -fsS \(act)\"")
        }
        self = .acts(on: Act(on), off: Act(off))
    }

    func act(isOn: Bool) -> Act {
        switch self {
        case .acts(let on, let off): isOn ? on : off
        case .hub(let location, let socket): .command("uhubctl -l \(location) -p \(socket) -a \(isOn ? "on" : "off")")
        }
    }
}
