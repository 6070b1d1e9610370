// SPDX-License-Identifier: Apache-2.0

/// What an RPC message is. The spec's fourth kind, "erroneous response", is never sent (one real library crashes on it) and read as a
/// response.
public enum RPCType: UInt8, Hashable, Sendable {
    case request = 0
    case response = 1
    case notification = 2

    /// Nil for the reserved values 4…15.
    init?(wireValue: UInt8) {
        switch wireValue {
        case 0: self = .request
        case 1, 3: self = .response
        case 2: self = .notification
        default: return nil
        }
    }
}
