// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// A set of HMI levels.
public struct LevelSet: OptionSet, Hashable, Sendable {
    public var rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    public static let full = LevelSet(.full)
    public static let limited = LevelSet(.limited)
    public static let background = LevelSet(.background)
    public static let none = LevelSet(.none)
    public static let all: LevelSet = [.full, .limited, .background, .none]
    /// What a rule without levels means: every level of an application the user has opened.
    public static let opened: LevelSet = [.full, .limited, .background]

    public init(_ level: HMILevel) {
        rawValue =
            switch level {
            case .full: 1
            case .limited: 2
            case .background: 4
            case .none: 8
            }
    }

    public func contains(_ level: HMILevel) -> Bool { contains(LevelSet(level)) }

    /// The levels from FULL to NONE.
    public var levels: [HMILevel] { HMILevel.allCases.filter { contains($0) } }

    /// The levels as a list of OnPermissionsChange.
    var json: JSONValue { .array(levels.map { .string($0.rawValue) }) }
}
