// SPDX-License-Identifier: Apache-2.0

/// One thing a test failed for.
public struct TestFailure: Error, Equatable, Sendable {
    /// What happened; the first line says it.
    public var message: String
    public var file: String?
    public var line: Int?
    /// The closest miss and the like, a line each.
    public var details: [String]
    /// Where it happened other than in the body: `teardown`, `afterEach`, `a timer` …
    public var phase: String?
    /// The steps it happened in.
    public var step: String?
    public var traceback: String?
    /// The kind of the typed error, when it was one.
    public var kind: String?

    public init(
        message: String, file: String? = nil, line: Int? = nil, details: [String] = [], phase: String? = nil, step: String? = nil,
        traceback: String? = nil, kind: String? = nil
    ) {
        self.message = message
        self.file = file
        self.line = line
        self.details = details
        self.phase = phase
        self.step = step
        self.traceback = traceback
        self.kind = kind
    }

    /// `alert_test.lua:9`, when it is known.
    public var place: String? {
        file.map { file in line.map { "\(file):\($0)" } ?? file }
    }

    /// Takes the place off the front of a message, `file:line: message`, when it is in this file.
    mutating func takePlace(of file: String) {
        guard message.hasPrefix(file + ":") else { return }
        let rest = message.dropFirst(file.count + 1)
        guard let line = Int(rest.prefix { $0.isNumber }), let space = rest.firstIndex(of: " ") else { return }
        self.file = file
        self.line = line
        message = String(rest[rest.index(after: space)...])
    }

    /// Splits `file:line`, as errors carry it.
    mutating func set(place: String) {
        guard let colon = place.lastIndex(of: ":"), let line = Int(place[place.index(after: colon)...]) else { return }
        file = String(place[..<colon])
        self.line = line
    }
}
