// SPDX-License-Identifier: Apache-2.0

/// Why bytes are not a BSON document of the subset.
public struct BSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where the document breaks.
    public enum Code: Hashable, Sendable {
        case truncated, wrongLength, tooLarge, tooDeep, unsupportedType, malformedValue
    }

    public let code: Code
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
