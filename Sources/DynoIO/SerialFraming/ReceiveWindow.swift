// SPDX-License-Identifier: Apache-2.0

/// What one end of a line has of the frame that is coming in.
struct ReceiveWindow {
    enum Outcome: Equatable {
        case incomplete
        /// A frame is whole.
        case frame([UInt8])
        /// It came before: its acknowledgement was lost.
        case again
        /// One before it was lost.
        case gap
        /// It can't belong where it came.
        case broken
    }

    /// More than the largest SDL frame takes, which is below 128 KiB on every link.
    static let largestFrame = 1 << 20

    /// The number that is expected.
    private(set) var next: UInt8 = 0
    /// Pieces taken since the last acknowledgement.
    var unacknowledged = 0
    private var frame: [UInt8]?
    private var hasAskedAgain = false

    mutating func receive(_ packet: SerialPacket) -> Outcome {
        guard packet.seq == next else { return packet.seq &- next >= 128 ? .again : .gap }
        next &+= 1
        unacknowledged += 1
        hasAskedAgain = false
        guard packet.flags.contains(.first) == (frame == nil), (frame?.count ?? 0) <= Self.largestFrame else { return .broken }
        let bytes = (frame ?? []) + packet.payload
        guard packet.flags.contains(.last) else {
            frame = bytes
            return .incomplete
        }
        frame = nil
        return .frame(bytes)
    }

    /// True once until the number that is wanted has come.
    mutating func mayAskAgain() -> Bool {
        defer { hasAskedAgain = true }
        return !hasAskedAgain
    }
}
