// SPDX-License-Identifier: Apache-2.0
public import SDLRPC

/// One mistake in a script, and where it is.
public struct Finding: Hashable, Sendable {
    /// The script, as it was named.
    public var file: String
    /// Both count from 1; a column is a character.
    public var line: Int
    /// See `line`.
    public var column: Int
    /// What is wrong, with the nearest thing that would be right.
    public var message: String

    /// The finding as one object for programs.
    public var json: JSONValue {
        [
            "file": .string(file), "line": .integer(Int64(line)), "column": .integer(Int64(column)), "message": .string(message),
        ]
    }
}

extension Finding: CustomStringConvertible {
    /// `hello.lua:3:12: no RPC is called `Shwo`; did you mean `Show`?`
    public var description: String { "\(file):\(line):\(column): \(message)" }
}

extension Finding: Comparable {
    /// By file, then by place.
    public static func < (left: Finding, right: Finding) -> Bool {
        (left.file, left.line, left.column, left.message) < (right.file, right.line, right.column, right.message)
    }
}
