// SPDX-License-Identifier: Apache-2.0

/// Takes the commands out of what comes over Telnet.
struct TelnetReader {
    enum Output: Equatable {
        case data([UInt8])
        case command(Telnet.Verb, option: UInt8)
        case subnegotiation(option: UInt8, [UInt8])
    }

    private enum State {
        case data
        case command
        case option(Telnet.Verb)
        case subnegotiation
        case subnegotiationCommand
    }

    /// Longer ones are cut: nothing of RFC 2217 is.
    private static let longestSubnegotiation = 256

    private var state = State.data
    private var subnegotiation: [UInt8] = []

    mutating func receive(_ bytes: some Sequence<UInt8>) -> [Output] {
        var outputs: [Output] = []
        var data: [UInt8] = []
        for byte in bytes {
            switch (state, byte) {
            case (.data, Telnet.escape): state = .command
            case (.data, _): data.append(byte)
            case (.command, Telnet.escape):
                data.append(byte)
                state = .data
            case (.command, _): state = begin(byte)
            case (.option(let verb), _):
                Self.flush(&data, into: &outputs)
                outputs.append(.command(verb, option: byte))
                state = .data
            case (.subnegotiation, Telnet.escape): state = .subnegotiationCommand
            case (.subnegotiation, _): keep(byte)
            case (.subnegotiationCommand, Telnet.escape):
                keep(byte)
                state = .subnegotiation
            case (.subnegotiationCommand, _):
                Self.flush(&data, into: &outputs)
                if byte == Telnet.end, let option = subnegotiation.first {
                    outputs.append(.subnegotiation(option: option, Array(subnegotiation.dropFirst())))
                }
                state = .data
            }
        }
        Self.flush(&data, into: &outputs)
        return outputs
    }

    private mutating func begin(_ byte: UInt8) -> State {
        if byte == Telnet.begin {
            subnegotiation = []
            return .subnegotiation
        }
        // Commands without an option say nothing that concerns a serial port.
        return Telnet.Verb(rawValue: byte).map { .option($0) } ?? .data
    }

    private mutating func keep(_ byte: UInt8) {
        if subnegotiation.count < Self.longestSubnegotiation { subnegotiation.append(byte) }
    }

    private static func flush(_ data: inout [UInt8], into outputs: inout [Output]) {
        guard !data.isEmpty else { return }
        outputs.append(.data(data))
        data = []
    }
}
