// SPDX-License-Identifier: Apache-2.0

/// What is wrong with a link on purpose. The defaults are a sound link.
///
/// On TCP and in memory the probabilities count for each frame, because such links lose no single bytes; on serial they
/// count for each byte.
public struct LinkFaults: Equatable, Sendable {
    /// How long everything takes, in each direction.
    public var latency: Duration = .zero
    /// Up to so much longer, drawn anew each time. The order of what is sent stays.
    public var jitter: Duration = .zero
    /// How likely something is lost, 0…1.
    public var drop = 0.0
    /// How likely it comes twice.
    public var duplicate = 0.0
    /// How likely one of its bits is wrong: of a frame's payload, so that the stream can still be understood; on serial of any byte.
    public var corrupt = 0.0
    /// The most bytes that arrive at once; nil: as they come.
    public var splitWrites: Int?

    public init() {}

    /// Whether each frame or byte has to be looked at.
    var drawsLots: Bool { drop > 0 || duplicate > 0 || corrupt > 0 }

    /// Whether anything is wrong at all.
    var isActive: Bool { drawsLots || latency > .zero || jitter > .zero || splitWrites != nil }
}
