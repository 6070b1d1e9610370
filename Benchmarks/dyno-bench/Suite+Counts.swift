// SPDX-License-Identifier: Apache-2.0
import Foundation

extension Suite {
    /// What does not depend on the machine, of one scripted round trip.
    static let counts = Suite(name: "counts", isCounting: true) { bench in
        guard let counter = bench.allocationCounter else { return [] }
        let file = NSTemporaryDirectory() + "dyno-bench-allocations-\(getpid())"
        defer { try? FileManager.default.removeItem(atPath: file) }
        let allocations = try bench.perUnit(few: 1000, many: 3000) { count in
            bench.run("round-trips.lua", ["--virtual-time"], count, 1)
        } _: { command in
            // Hash tables grow at the same places in every run.
            let environment = ["LD_PRELOAD": counter, "ALLOCATIONS_FILE": file, "SWIFT_DETERMINISTIC_HASHING": "1"]
            _ = try Child.run(command, environment: environment)
            let text = try String(contentsOfFile: file, encoding: .utf8)
            return Double(text.filter(\.isNumber)) ?? .nan
        }
        return [
            Figure(
                name: "allocations of a scripted round trip, both ends", value: allocations.rounded(), unit: "", better: .less,
                isCount: true)
        ]
    }
}

extension Bench {
    /// The library that counts allocations, where there is one.
    fileprivate var allocationCounter: String? {
        let path = "\(products)/bench-allocations.so"
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }
}
