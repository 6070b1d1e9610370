// SPDX-License-Identifier: Apache-2.0

/// Something that happened in a world, for people (`text`) and for programs (`name` and `fields`).
public struct Event: Equatable, Sendable {
    public enum Severity: Int, Comparable, Sendable {
        case debug, info, warning, error

        public static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }
    }

    /// Since the world began.
    public var time: Duration
    public var severity: Severity
    /// Who speaks: `app`, `head unit`, `script`.
    public var source: String
    /// One word of a small vocabulary: `listening registered request response notification hmi …`.
    public var name: String
    /// One sentence or less, for people.
    public var text: String
    /// Further values in a stable order. A value is JSON text.
    public var fields: [Field]

    public struct Field: Equatable, Sendable {
        public var key: String
        public var json: String

        public init(key: String, json: String) {
            self.key = key
            self.json = json
        }

        /// A text value, quoted for JSON.
        public init(key: String, string: String) {
            self.init(key: key, json: Self.quoted(string))
        }

        /// `text` as a JSON string: quotes, backslashes and control characters escaped.
        public static func quoted(_ text: String) -> String {
            var json = "\""
            for scalar in text.unicodeScalars {
                switch scalar {
                case "\"", "\\": json += "\\\(scalar)"
                case "\n": json += "\\n"
                case "\t": json += "\\t"
                case "\u{0}"..<" ":
                    let digits = String(scalar.value, radix: 16)
                    json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                default: json.unicodeScalars.append(scalar)
                }
            }
            return json + "\""
        }
    }

    public init(
        time: Duration, severity: Severity = .info, source: String, name: String, text: String, fields: [Field] = []
    ) {
        self.time = time
        self.severity = severity
        self.source = source
        self.name = name
        self.text = text
        self.fields = fields
    }
}
