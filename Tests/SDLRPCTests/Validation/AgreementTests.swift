// SPDX-License-Identifier: Apache-2.0

import NIOCore
import SDLRPC
import Testing

/// The validator and the naive check come to the same findings.
struct AgreementTests {
    private static let versions = ["1.0.0", "2.0.0", "3.0.0", "4.5.0", "5.1.0", "6.0.0", "7.0.0", "7.1.0", "8.0.0"]

    @Test func `they agree on 10,000 messages, right and wrong ones`() throws {
        var source = RandomMessage(seed: 2024)
        var (right, rules) = (0, Set<String>())
        for round in 0..<10_000 {
            let (message, value) = source.message()
            // Every second message is of the newest version, or most would be wrong for their age alone.
            let text = round % 2 == 0 ? "8.0.0" : Self.versions[source.random.next(below: Self.versions.count)]
            let expected = NaiveSchema.findings(value, message.name, message.kind.rawValue, version: text)
            let found = try validate(value, message, version: text, asBytes: round % 3 == 0)
            #expect(found == expected, "\(message.name) \(message.kind) \(text) \(value)")
            if expected.isEmpty { right += 1 }
            rules.formUnion(expected.map(\.rule))
        }
        #expect((1500..<8500).contains(right))
        #expect(rules == ["type", "mandatory", "range", "length", "size", "value", "unknownParameter", "version"])
    }

    private func validate(
        _ value: JSONValue, _ message: RPCMessageSpec, version: String, asBytes: Bool
    ) throws -> Set<NaiveSchema.Finding> {
        let validator = Validator(version: try #require(RPCVersion(version)))
        let problems =
            asBytes
            ? validator.validate(ByteBuffer(string: value.description), against: message) : validator.validate(value, against: message)
        return Set(problems.map { NaiveSchema.Finding(path: $0.path, rule: $0.rule.rawValue, isInvalid: $0.severity == .invalid) })
    }
}
