// SPDX-License-Identifier: Apache-2.0

/// How much of the head unit an application has, best first (RPC spec 8.0.0, HMILevel).
public enum HMILevel: String, CaseIterable, Comparable, Sendable {
    case full = "FULL"
    case limited = "LIMITED"
    case background = "BACKGROUND"
    case none = "NONE"

    private var rank: Int {
        switch self {
        case .full: 0
        case .limited: 1
        case .background: 2
        case .none: 3
        }
    }

    /// A lesser level is a worse one: the larger of two levels is the stricter.
    public static func < (left: HMILevel, right: HMILevel) -> Bool { left.rank < right.rank }

    /// Whether the application is in use: FULL or LIMITED.
    var isInUse: Bool { self <= .limited }
}
