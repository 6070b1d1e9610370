// SPDX-License-Identifier: Apache-2.0

/// Why a text is not the URL of a head unit.
public struct HeadUnitURLError: Error, Equatable, CustomStringConvertible, Sendable {
    /// What is wrong, with the text, and a right example.
    public var description: String

    init(_ text: String, _ problem: String, example: String = "tcp://127.0.0.1:12345") {
        description = "bad head unit URL `\(text)`: \(problem); write for example \(example)"
    }
}
