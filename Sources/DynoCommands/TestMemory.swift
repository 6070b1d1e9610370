// SPDX-License-Identifier: Apache-2.0
import DynoIO
import DynoTest
import DynoWorld
import NIOCore
import SDLRPC

/// What runs of tests leave for the next one: what failed, and how long everything took. Kept in `.dyno` beside `dyno.json`, else
/// in the working directory.
struct TestMemory: Sendable {
    private let path: String
    private(set) var failed: Set<String> = []
    private(set) var durations: [String: Double] = [:]

    /// - Parameter folder: where `.dyno` is.
    init(folder: String) {
        path = "\(folder)/.dyno/tests.json"
        guard let bytes = try? LocalFileSystem().read(path, limit: 64 << 20), let json = try? JSONValue.parse(bytes) else { return }
        failed = Set(json["failed"]?.array?.compactMap(\.string) ?? [])
        for member in json["durations"]?.object ?? [:] { durations[member.key] = member.value.number }
    }

    /// Remembers a run. Tests that did not run keep what was known of them.
    ///
    /// - Parameter isShard: whether it was a part of a run. All parts must come to the same split, so the durations they are balanced
    ///   by do not change until the whole is merged.
    mutating func note(_ results: [TestResult], isShard: Bool = false) {
        for result in results {
            if result.status.isBad { failed.insert(result.title) } else { failed.remove(result.title) }
            guard !isShard, result.status != .skipped else { continue }
            durations[result.title] = Double(result.machineTime.microseconds) / 1_000_000
        }
    }

    /// What can't be written is not remembered; a run does not fail for it.
    func save() {
        let durations = JSONObject(durations.sorted { $0.key < $1.key }.map { ($0.key, .number($0.value)) })
        let json: JSONValue = ["failed": .array(failed.sorted().map(JSONValue.string)), "durations": .object(durations)]
        var bytes = ByteBuffer()
        json.write(into: &bytes)
        try? LocalFileSystem().write(bytes, to: path)
    }
}
