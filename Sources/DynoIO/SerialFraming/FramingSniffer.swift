// SPDX-License-Identifier: Apache-2.0

/// Finds out whether an application speaks in packets or in plain SDL, from its first bytes.
struct FramingSniffer {
    enum Finding: Equatable {
        case undecided
        /// From the first StartService on.
        case plain([UInt8])
        case packets([SerialPacket])
    }

    /// The head of a StartService(RPC): version 1, control frame, RPC service, no session. A zero in it, so no packet holds it.
    private static let start: [UInt8] = [0x10, 0x07, 0x01, 0x00]

    private var reader = SerialPacketReader()
    private var recent: [UInt8] = []

    mutating func receive(_ bytes: some Collection<UInt8>) -> Finding {
        let packets = reader.receive(bytes).compactMap { output in
            if case .packet(let packet) = output { packet } else { nil }
        }
        guard packets.isEmpty else { return .packets(packets) }
        recent += bytes
        if let place = firstStart { return .plain(Array(recent[place...])) }
        recent = recent.suffix(Self.start.count - 1)
        return .undecided
    }

    private var firstStart: Int? {
        guard recent.count >= Self.start.count else { return nil }
        return (0...recent.count - Self.start.count).first { recent[$0...].starts(with: Self.start) }
    }
}
