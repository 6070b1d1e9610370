// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import LuaRuntime
import SDLRPC
import SDLSession

extension HeartbeatPolicy {
    /// `false`, `true`, an interval, or `{ interval =, send =, answer = }`.
    /// - Parameter owner: The function that was given the value, for messages.
    init(script value: JSONValue, of owner: String) throws {
        switch value {
        case .bool(false): self = .silent
        case .bool(true): self = .answering
        case .string(let text): self.init(interval: try Self.interval(text, "heartbeat", owner), sends: true, answers: true)
        case .object(let fields):
            let known = ["interval", "send", "answer"]
            for key in fields.keys where !known.contains(key) {
                let hint =
                    Nearest.name(to: key, among: known).map { "; did you mean `\($0)`?" } ?? " (one of \(known.joined(separator: ", ")))"
                throw Self.failure("`heartbeat` of \(owner) has no `\(key)`\(hint)")
            }
            let interval = try fields["interval"].map { try Self.interval($0.string ?? "", "heartbeat.interval", owner) }
            self.init(interval: interval, sends: fields["send"]?.bool ?? (interval != nil), answers: fields["answer"]?.bool ?? true)
        case .null, .integer, .number, .array:
            throw Self.failure(
                "`heartbeat` of \(owner) is false, a duration such as \"5s\", or { interval = \"5s\", send = true, answer = true }")
        }
    }

    private static func interval(_ text: String, _ key: String, _ owner: String) throws -> Duration {
        guard let duration = Duration(text: text), duration > .zero else {
            throw failure("`\(key)` of \(owner) must be a duration with a unit, such as \"500ms\", \"5s\" or \"1m\"")
        }
        return duration
    }

    private static func failure(_ message: String) -> LuaFailure {
        LuaFailure(kind: "invalidParameters", message: message)
    }
}
