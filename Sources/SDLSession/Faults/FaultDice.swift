// SPDX-License-Identifier: Apache-2.0
public import DynoWorld

/// Draws the lots of faults: from the world's random numbers, or from a seed of its own. Nothing is drawn for what can't happen, so
/// that a run without faults is the same as before there were any.
public final class FaultDice {
    private let world: World
    private var own: SeededGenerator?

    public init(world: World, seed: UInt64? = nil) {
        self.world = world
        own = seed.map(SeededGenerator.init)
    }

    /// Whether something of this probability happens now.
    func happens(_ probability: Double) -> Bool {
        guard probability > 0 else { return false }
        return Double(next() >> 11) / Double(UInt64(1) << 53) < probability
    }

    /// A time from nothing to `longest`, in whole microseconds.
    func time(upTo longest: Duration) -> Duration {
        guard longest > .zero else { return .zero }
        return .microseconds(Int64(next() % (UInt64(max(0, longest.microseconds)) + 1)))
    }

    /// A number from 0 to `count` − 1; 0 when there is nothing to choose from.
    func index(below count: Int) -> Int {
        count > 1 ? Int(next() % UInt64(count)) : 0
    }

    private func next() -> UInt64 {
        own?.next() ?? world.random.next()
    }
}
