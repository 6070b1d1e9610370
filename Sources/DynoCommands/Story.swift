// SPDX-License-Identifier: Apache-2.0
import DynoWorld

/// Tells a world's events to a person, a line each, or as JSON lines to a program.
struct Story: Sendable {
    enum Form { case text, json, silent }

    var form: Form
    var output: Output
    /// Tells what happens in a world from now on.
    func follow(_ world: World) {
        world.observe(from: threshold, tell)
    }

    /// Less important events are left out.
    private var threshold: Event.Severity {
        switch form {
        case .text: .info
        case .json: .debug
        case .silent: .warning
        }
    }

    private func tell(_ event: Event) {
        output.line(form == .json ? Self.json(event) : text(event))
    }

    /// `   0.251s  Hello      registered …`
    func text(_ event: Event) -> String {
        let time = Self.seconds(event.time)
        let head = "\(String(repeating: " ", count: max(0, 8 - time.count)))\(time)s  "
        let source = event.source + String(repeating: " ", count: max(1, 11 - event.source.count))
        let body = event.text.split(separator: "\n", omittingEmptySubsequences: false)
            .joined(separator: "\n" + String(repeating: " ", count: head.count))
        guard output.isTerminal else { return head + source + body }
        let colour =
            switch event.severity {
            case .debug: "\u{1B}[2m"
            case .info: ""
            case .warning: "\u{1B}[33m"
            case .error: "\u{1B}[31m"
            }
        return "\u{1B}[2m\(head)\u{1B}[0m\u{1B}[36m\(source)\u{1B}[0m\(colour)\(body)\u{1B}[0m"
    }

    static func json(_ event: Event) -> String {
        var fields = [
            "\"time\":\(seconds(event.time))", "\"event\":\(Event.Field.quoted(event.name))",
            "\"source\":\(Event.Field.quoted(event.source))",
        ]
        fields += event.fields.map { "\(Event.Field.quoted($0.key)):\($0.json)" }
        fields.append("\"text\":\(Event.Field.quoted(event.text))")
        return "{\(fields.joined(separator: ","))}"
    }

    /// Seconds with exactly three decimals.
    static func seconds(_ time: Duration) -> String {
        let milliseconds = time.milliseconds
        let fraction = String(milliseconds % 1000)
        return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
    }
}
