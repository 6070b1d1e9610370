// SPDX-License-Identifier: Apache-2.0

/// The opaque 32 bits a head unit hands out with a session and wants back when the application ends it.
///
/// On the wire it is a signed BSON int32 since protocol 5 and four big-endian bytes before. It has nothing to do with the `hashID`
/// string of RegisterAppInterface.
public struct HashID: RawRepresentable, Hashable, Sendable {
    /// The bits as they are; they mean nothing to anybody but the head unit that made them.
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// 0: "not supported". Head units accept it in an EndService without a check.
    public static let unsupported = HashID(rawValue: 0)
}

extension HashID: CustomStringConvertible {
    public var description: String {
        hexadecimal(rawValue)
    }
}
