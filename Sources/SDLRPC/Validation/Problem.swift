// SPDX-License-Identifier: Apache-2.0

/// One thing that is wrong with a message.
public struct Problem: Equatable, Sendable {
    /// How bad it is.
    public enum Severity: Sendable {
        /// The specification forbids it.
        case invalid
        /// This specification does not know it, but a newer one may: no reason to refuse a peer's message.
        case unknown
    }

    /// The rule that is broken.
    public enum Rule: String, Sendable {
        /// A value of another type, or a list where one value belongs.
        case type
        /// A mandatory parameter is missing.
        case mandatory
        /// A number below or above its bounds.
        case range
        /// A string too short or too long.
        case length
        /// A list with too few or too many elements.
        case size
        /// A string that is none of its enum's values, or none of those listed for the parameter.
        case value
        /// A name the message or struct does not have.
        case unknownParameter
        /// Something the session's version does not have, or not yet.
        case version
        /// The value has no JSON form.
        case encoding
        /// The bytes are not JSON.
        case json
        /// Too deep or too large.
        case limit
    }

    /// How bad it is.
    public var severity: Severity
    /// Which rule it breaks, for programs.
    public var rule: Rule
    /// The way to the value: `softButtons[2].systemAction`. Positions count from 1, as scripts do. Empty when the whole
    /// message is meant.
    public var path: String
    /// What is wrong with the value, with what it is and what it should be.
    public var message: String

    /// Makes a problem; the validator is its usual maker.
    public init(_ severity: Severity, _ rule: Rule, path: String = "", message: String) {
        self.severity = severity
        self.rule = rule
        self.path = path
        self.message = message
    }

    /// Puts the place that holds the path's start in front of it.
    mutating func prefix(_ place: String) {
        let isPosition = path.hasPrefix("[")
        path = path.isEmpty || isPosition ? place + path : "\(place).\(path)"
    }
}

extension Problem: CustomStringConvertible {
    /// `alertText1 has 501 characters; at most 500 are allowed`
    public var description: String {
        if path.isEmpty { return message }
        return rule == .type ? "\(path): \(message)" : "\(path) \(message)"
    }
}

extension Problem {
    /// Words all problems of one message: a single one on one line, several as a list.
    ///
    ///     invalid parameters for `Speak`: ttsChunks: expected a list of TTSChunk, got a string
    public static func describe(_ problems: [Problem], for name: String) -> String {
        let start = "invalid parameters for `\(name)`:"
        if problems.count == 1 { return "\(start) \(problems[0])" }
        return problems.reduce(start) { "\($0)\n- \($1)" }
    }
}
