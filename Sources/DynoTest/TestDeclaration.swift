// SPDX-License-Identifier: Apache-2.0

/// A test as its file declares it.
public struct TestDeclaration: Equatable, Sendable {
    /// Counts from 1 in the order of the file.
    public var index: Int
    /// The file's path, as it was named or found.
    public var file: String
    public var line: Int
    /// The names of the suites around it, outermost first.
    public var suite: [String]
    public var name: String
    public var tags: [String] = []
    /// Nil: the runner's default.
    public var timeout: Duration?
    public var retries: Int?
    /// Why it is not run.
    public var skip: String?
    public var isOnly = false
    /// Why it is expected to fail.
    public var expectedFailure: String?
    public var issue: String?
    public var isRealTime = false
    /// Whether the head unit may send what the RPC spec forbids.
    public var allowsInvalid = false

    public init(index: Int, file: String, line: Int, suite: [String], name: String) {
        self.index = index
        self.file = file
        self.line = line
        self.suite = suite
        self.name = name
    }

    /// `suite › test`: what it is called within its file.
    public var path: String { (suite + [name]).joined(separator: " › ") }
    /// `file › suite › test`: what selection matches, and what it is remembered by.
    public var title: String { "\(file) › \(path)" }
}
