// SPDX-License-Identifier: Apache-2.0

/// What one Lua state may use before its script is ended with its own error.
public struct LuaLimits: Sendable, Equatable {
    /// Bytes the Lua heap may hold.
    public var memory: Int
    /// Processor time a task may use between two waits.
    public var budget: Duration
    /// Processor time after which a task makes room for others; `nil` means never, which keeps runs reproducible.
    public var slice: Duration?

    /// - Parameters:
    ///   - memory: bytes, 64 MiB by default; values of 0 or less mean no cap.
    ///   - budget: 2 s by default.
    ///   - slice: never by default.
    public init(memory: Int = 64 << 20, budget: Duration = .seconds(2), slice: Duration? = nil) {
        self.memory = memory
        self.budget = budget
        self.slice = slice
    }
}

extension Duration {
    /// Whole nanoseconds, clamped to what 64 bits hold.
    var nanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        let (product, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, carry) = product.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000))
        return overflow || carry ? .max : sum
    }
}
