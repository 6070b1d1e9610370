// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import SDLRPC

/// A JSON object for each test, a line each: what `dyno report merge` joins.
public struct JSONReporter: TestReporter {
    public init() {}

    public mutating func finished(_ result: TestResult) -> String {
        var json = ByteBuffer()
        Self.value(of: result).write(into: &json)
        return String(buffer: json) + "\n"
    }

    public mutating func ended(_ run: RunSummary) -> String { "" }

    static func value(of result: TestResult) -> JSONValue {
        var object: JSONObject = [
            "name": .string(result.name), "suite": .array(result.suite.map(JSONValue.string)), "file": .string(result.file),
            "line": .integer(Int64(result.line)), "status": .string(result.status.rawValue), "seconds": seconds(result.time),
            "message": result.message.map(JSONValue.string) ?? .null, "seed": .integer(Int64(bitPattern: result.seed)),
            "attempts": .integer(Int64(result.attempts)), "machineSeconds": seconds(result.machineTime),
        ]
        if !result.options.isEmpty { object["options"] = .string(result.options) }
        if !result.tags.isEmpty { object["tags"] = .array(result.tags.map(JSONValue.string)) }
        if let issue = result.issue { object["issue"] = .string(issue) }
        if let reason = result.reason { object["reason"] = .string(reason) }
        if !result.warnings.isEmpty { object["warnings"] = .array(result.warnings.map(JSONValue.string)) }
        if !result.failures.isEmpty { object["failures"] = .array(result.failures.map(value)) }
        if !result.measurements.isEmpty { object["measurements"] = .array(result.measurements.map(value)) }
        if !result.attachments.isEmpty {
            object["attachments"] = .array(result.attachments.map { ["name": .string($0.name), "text": .string($0.text)] })
        }
        if !result.coverage.items.isEmpty { object["coverage"] = .array(result.coverage.items.sorted().map(JSONValue.string)) }
        if let repeats = result.repeats { object["repeats"] = value(of: repeats) }
        // What a passed test did would make the file large, and nobody asks.
        guard !result.failures.isEmpty else { return .object(object) }
        object["state"] = .array(result.state.map(JSONValue.string))
        object["timeline"] = .array(result.timeline.map(value))
        return .object(object)
    }

    private static func value(of repeats: TestRepeats) -> JSONValue {
        var object: JSONObject = ["runs": .integer(Int64(repeats.runs)), "failures": .integer(Int64(repeats.failures))]
        if let seed = repeats.firstFailureSeed { object["firstFailureSeed"] = .integer(Int64(bitPattern: seed)) }
        return .object(object)
    }

    private static func value(_ failure: TestFailure) -> JSONValue {
        var object: JSONObject = ["message": .string(failure.message)]
        if let file = failure.file { object["file"] = .string(file) }
        if let line = failure.line { object["line"] = .integer(Int64(line)) }
        if !failure.details.isEmpty { object["details"] = .array(failure.details.map(JSONValue.string)) }
        for (key, text) in [("phase", failure.phase), ("step", failure.step), ("kind", failure.kind), ("traceback", failure.traceback)] {
            if let text { object[key] = .string(text) }
        }
        return .object(object)
    }

    private static func value(_ measurement: TestMeasurement) -> JSONValue {
        var object: JSONObject = ["name": .string(measurement.name), "values": .array(measurement.values.map(JSONValue.number))]
        if let unit = measurement.unit { object["unit"] = .string(unit) }
        return .object(object)
    }

    private static func value(_ entry: TimelineEntry) -> JSONValue {
        [
            "time": seconds(entry.time), "source": .string(entry.source), "event": .string(entry.kind), "text": .string(entry.text),
        ]
    }

    private static func seconds(_ time: Duration) -> JSONValue { .number(Double(time.microseconds) / 1_000_000) }
}
