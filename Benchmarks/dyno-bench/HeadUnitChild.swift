// SPDX-License-Identifier: Apache-2.0

/// Head units in a process of their own.
struct HeadUnitChild {
    let urls: [String]
    let process: RunningChild

    init(_ bench: Bench, count: Int = 1, listen: String = "tcp://127.0.0.1:0") throws {
        process = try RunningChild(bench.run("headunit.lua", [], count, listen))
        urls = try process.line(after: "listening on ").split(separator: " ").map(String.init)
    }

    /// The first one's.
    var url: String { urls[0] }
}
