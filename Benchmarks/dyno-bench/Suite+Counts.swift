// SPDX-License-Identifier: Apache-2.0
import Foundation

extension Suite {
    /// What does not depend on the machine.
    static let counts = Suite(name: "counts") { bench in
        // Only glibc lets a program's allocations be counted from outside.
        guard FileManager.default.fileExists(atPath: bench.allocationCounter) else { return [] }
        func count(_ name: String, _ few: Int, _ many: Int, _ command: (Int) -> [String]) throws -> Figure {
            let allocations = try bench.perUnit(few: few, many: many, command, bench.allocations)
            return Figure(name: "allocations: \(name)", value: allocations.rounded(), unit: "", better: .less, isCount: true)
        }
        return [
            try count("a scripted round trip, both ends", 1000, 3000) { bench.run("round-trips.lua", ["--virtual-time"], $0, 1) },
            try count("an app that registers and leaves", 100, 300) { bench.run("growth.lua", ["--virtual-time"], "apps", $0) },
            try count("a minute of heartbeats", 60, 600) { bench.run("heartbeat.lua", ["--virtual-time"], "\($0)m") },
        ]
    }
}

extension Bench {
    fileprivate var allocationCounter: String { "\(products)/bench-allocations.so" }

    /// Allocations of a whole run. Hash tables grow at the same places in each.
    fileprivate func allocations(of command: [String]) throws -> Double {
        let file = NSTemporaryDirectory() + "dyno-bench-allocations-\(getpid())"
        defer { try? FileManager.default.removeItem(atPath: file) }
        _ = try Child.run(
            command, environment: ["LD_PRELOAD": allocationCounter, "ALLOCATIONS_FILE": file, "SWIFT_DETERMINISTIC_HASHING": "1"])
        return Double(try String(contentsOfFile: file, encoding: .utf8).filter(\.isNumber)) ?? .nan
    }
}
