// SPDX-License-Identifier: Apache-2.0

/// A head unit in a process of its own.
struct HeadUnitChild {
    let url: String
    let process: RunningChild

    init(_ bench: Bench, listen: String = "tcp://127.0.0.1:0") throws {
        process = try RunningChild(bench.run("headunit.lua", [], listen))
        url = try process.line(after: "listening on ")
    }
}
