// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A program that was run to its end, with what the operating system says it took.
struct Child {
    let output: String
    var wallSeconds = 0.0
    /// User and system time.
    var cpuSeconds = 0.0
    var peakMiB = 0.0

    /// Runs a program by its path or its name. Throws what it wrote when it failed.
    static func run(_ command: [String], environment: [String: String] = [:]) throws -> Child {
        let running = try RunningChild(command, environment: environment)
        return try running.wait()
    }

    /// What a line `key value` of its output says.
    func figure(_ key: String) throws -> Double {
        for line in output.split(separator: "\n") where line.hasPrefix(key + " ") {
            if let value = Double(line.dropFirst(key.count + 1)) { return value }
        }
        throw BenchmarkError("there is no figure `\(key)` in: \(output.prefix(500))")
    }
}

struct BenchmarkError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
