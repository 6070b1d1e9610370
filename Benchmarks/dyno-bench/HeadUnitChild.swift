// SPDX-License-Identifier: Apache-2.0

/// A head unit in a process of its own.
struct HeadUnitChild {
    let url: String
    let process: RunningChild

    init(_ bench: Bench) throws {
        process = try RunningChild(bench.run("headunit.lua"))
        url = try process.line(after: "listening on ")
    }
}
