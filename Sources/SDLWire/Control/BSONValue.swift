// SPDX-License-Identifier: Apache-2.0

/// A value of the BSON subset that SDL's control payloads use. Any other element type makes a whole document invalid, as it does in
/// the reference head unit.
public indirect enum BSONValue: Hashable, Sendable {
    case double(Double)
    case string(String)
    case document(BSONDocument)
    case array([BSONValue])
    case bool(Bool)
    case int32(Int32)
    case int64(Int64)

    /// The element type byte on the wire.
    var typeCode: UInt8 {
        switch self {
        case .double: 0x01
        case .string: 0x02
        case .document: 0x03
        case .array: 0x04
        case .bool: 0x08
        case .int32: 0x10
        case .int64: 0x12
        }
    }
}
