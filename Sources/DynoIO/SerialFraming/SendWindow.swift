// SPDX-License-Identifier: Apache-2.0
import DequeModule

/// What one end of a line still has to send: pieces that wait, and pieces under way that were not acknowledged yet.
struct SendWindow {
    private struct Piece {
        var flags: SerialPacket.Flags
        var bytes: [UInt8]
    }

    private var frames: Deque<[UInt8]> = []
    private var pieces: Deque<Piece> = []
    private var underWay: Deque<Piece> = []
    /// The number of the first piece under way.
    private var first: UInt8 = 0
    private var window = ReliableLine.window
    private var largestPayload = SerialPacket.largestPayload
    private var lastResent: UInt8?

    /// Bytes of frames that wait.
    private(set) var backlog = 0

    var isEverythingAcknowledged: Bool { underWay.isEmpty }
    var isEmpty: Bool { underWay.isEmpty && pieces.isEmpty && frames.isEmpty }

    /// What the other end can take.
    mutating func limit(payload: Int, window: UInt8) {
        largestPayload = min(largestPayload, max(payload, 1))
        self.window = max(window, 1)
    }

    mutating func append(_ frame: [UInt8]) {
        guard !frame.isEmpty else { return }
        frames.append(frame)
        backlog += frame.count
    }

    /// The packets that may go out now.
    mutating func takeSendable(ack: UInt8) -> [SerialPacket] {
        var packets: [SerialPacket] = []
        while underWay.count < Int(window), let piece = nextPiece() {
            packets.append(packet(piece, number: first &+ UInt8(truncatingIfNeeded: underWay.count), ack: ack))
            underWay.append(piece)
        }
        return packets
    }

    /// All that is under way once more, from the first.
    mutating func unacknowledged(ack: UInt8) -> [SerialPacket] {
        lastResent = first
        return underWay.enumerated().map { offset, piece in
            packet(piece, number: first &+ UInt8(truncatingIfNeeded: offset), ack: ack)
        }
    }

    /// Forgets what the other end has; false when the number says nothing new or is none that could be.
    mutating func acknowledge(upTo next: UInt8) -> Bool {
        let count = Int(next &- first)
        guard count > 0, count <= underWay.count else { return false }
        underWay.removeFirst(count)
        first = next
        lastResent = nil
        return true
    }

    /// True once for each number that is wanted again.
    func mayResend(from wanted: UInt8) -> Bool {
        wanted == first && !underWay.isEmpty && lastResent != wanted
    }

    private mutating func nextPiece() -> Piece? {
        if pieces.isEmpty, let frame = frames.popFirst() { cut(frame) }
        guard let piece = pieces.popFirst() else { return nil }
        backlog -= piece.bytes.count
        return piece
    }

    private mutating func cut(_ frame: [UInt8]) {
        for start in stride(from: 0, to: frame.count, by: largestPayload) {
            let bytes = frame[start...].prefix(largestPayload)
            var flags: SerialPacket.Flags = start == 0 ? .first : []
            if bytes.endIndex == frame.endIndex { flags.insert(.last) }
            pieces.append(Piece(flags: flags, bytes: Array(bytes)))
        }
    }

    private func packet(_ piece: Piece, number: UInt8, ack: UInt8) -> SerialPacket {
        SerialPacket(kind: .data, seq: number, ack: ack, flags: piece.flags, payload: piece.bytes)
    }
}
