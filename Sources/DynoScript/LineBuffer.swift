// SPDX-License-Identifier: Apache-2.0

/// Text that comes in pieces and goes on by whole lines.
struct LineBuffer {
    /// A line that is longer goes on in parts of about this size.
    private static let limit = 1 << 20
    private var rest = ""

    mutating func append(_ text: String, onLine: (String) -> Void) {
        var pieces = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        while let piece = pieces.popFirst() {
            rest += piece
            if pieces.isEmpty, rest.utf8.count < Self.limit { return }
            onLine(take())
        }
    }

    /// What has no end of line yet, to be shown in front of something else or at the end.
    mutating func take() -> String {
        defer { rest = "" }
        return rest
    }
}
