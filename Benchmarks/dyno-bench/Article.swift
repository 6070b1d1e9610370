// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The page that tells how fast Dyno is.
struct Article {
    let figures: [Figure]

    var text: String {
        """
        # Performance

        Measured by `scripts/benchmark --record` on \(Self.date), on \(Self.machine), load average \(Self.load).
        What a figure is compared to was measured in the same run; times are the best of a few runs. A goal that is not met says NO.

        \(Table(figures: figures).text)

        * A *round trip* is one `app.rpc.Show` of 203 bytes: the Lua table is checked and written, sent, checked by the head unit's schema and
          policy, shown, answered with 63 bytes, checked again, and the script goes on. On the memory link both ends share one core.
        * *Allocations* and *exponents* do not depend on the machine; `scripts/benchmark --short counts` guards the former and fails when there
          are over 5 % more than in `Benchmarks/baseline.json`. A full run also fails when a ratio is worse than there by more than a quarter.
        * What is decoded is a slice of what was received: decoding copies nothing, so that large frames cost no more than small ones.
        * *Growth* compares 100 and 1,000 of a kind, without the start: 1 is linear, less is better.

        """
    }

    private static var date: String {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withFullDate]
        return formatter.string(from: Date())
    }

    /// How busy the machine was: on a busy one whatever is measured by the clock on the wall (TCP, start, tests) is slower than it could be.
    private static var load: String {
        let facts = try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)
        return facts?.split(separator: " ").first.map(String.init) ?? "unknown"
    }

    /// Processors, their name and the system.
    private static var machine: String {
        let facts = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
        let model = facts.split(separator: "\n").first { $0.hasPrefix("model name") }?.split(separator: ":").last ?? "unknown"
        let processors = ProcessInfo.processInfo.processorCount
        return "\(processors) × \(model.trimmingCharacters(in: .whitespaces)), \(ProcessInfo.processInfo.operatingSystemVersionString)"
    }
}
