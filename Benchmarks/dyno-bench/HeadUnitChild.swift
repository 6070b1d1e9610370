// SPDX-License-Identifier: Apache-2.0

/// A head unit in a process of its own.
struct HeadUnitChild {
    let url: String
    let process: RunningChild

    init(_ bench: Bench) throws {
        process = try RunningChild(bench.dyno("headunit", "--listen", "tcp://127.0.0.1:0"))
        let line = try process.line(after: "tcp://")
        url = "tcp://" + line.prefix { $0 != " " && $0 != ";" && $0 != "," }
    }
}
