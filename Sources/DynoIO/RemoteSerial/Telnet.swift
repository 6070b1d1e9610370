// SPDX-License-Identifier: Apache-2.0

/// The bytes of Telnet (RFC 854, RFC 855) that RFC 2217 is made of.
enum Telnet {
    enum Verb: UInt8 { case will = 251, wont, `do`, dont }

    enum Option {
        static let binary: UInt8 = 0
        static let suppressGoAhead: UInt8 = 3
        /// RFC 2217.
        static let comPort: UInt8 = 44
    }

    /// Stands before every command; as data it is sent twice.
    static let escape: UInt8 = 255
    static let begin: UInt8 = 250
    static let end: UInt8 = 240

    static func command(_ verb: Verb, _ option: UInt8) -> [UInt8] {
        [escape, verb.rawValue, option]
    }

    static func subnegotiation(_ option: UInt8, _ bytes: [UInt8]) -> [UInt8] {
        [escape, begin, option] + escaped(bytes) + [escape, end]
    }

    static func escaped(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var escaped: [UInt8] = []
        escaped.reserveCapacity(bytes.underestimatedCount)
        for byte in bytes {
            if byte == escape { escaped.append(byte) }
            escaped.append(byte)
        }
        return escaped
    }
}
