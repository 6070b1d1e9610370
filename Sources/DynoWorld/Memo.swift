// SPDX-License-Identifier: Apache-2.0

/// What work came to for the newest few inputs: for work that is done again and again with the same ones.
public final class Memo<Input: Equatable, Output> {
    private var known: [(input: Input, output: Output)] = []
    private let limit: Int

    public init(limit: Int = 8) {
        self.limit = limit
    }

    /// Does the work, unless its input is known.
    public func output<Failure>(for input: Input, make: () throws(Failure) -> Output) throws(Failure) -> Output {
        if let found = known.first(where: { $0.input == input }) { return found.output }
        let output = try make()
        if known.count >= limit { known.removeFirst() }
        known.append((input, output))
        return output
    }
}
