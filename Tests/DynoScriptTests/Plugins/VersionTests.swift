// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import DynoScript

@Suite struct VersionTests {
    @Test(arguments: [("1.2.3", "1.2.3"), ("1", "1.0.0"), ("0.1", "0.1.0"), ("1.0.0-beta.2", "1.0.0-beta.2"), ("1.2.3+build.5", "1.2.3")])
    func `a version is read`(text: String, read: String) {
        #expect(SemanticVersion(text)?.description == read)
    }

    @Test(arguments: ["", "x", "1.2.3.4", "1..2", "-1", "1.-2", "+1", "1.2.3-", "1.2.3-a..b", "1.2.3-a b", "99999999999999999999"])
    func `what is no version is none`(text: String) {
        #expect(SemanticVersion(text) == nil)
    }

    @Test func `versions are ordered as semver says`() {
        let texts = [
            "0.9.9", "1.0.0-1", "1.0.0-2", "1.0.0-10", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-beta", "1.0.0", "1.0.1", "1.2.0", "2.0.0",
        ]
        let versions = texts.compactMap { SemanticVersion($0) }
        #expect(versions.reversed().sorted() == versions && versions.count == texts.count)
    }

    @Test(
        arguments: [
            (">=0.1 <1", ["0.1.0", "0.9.9"], ["0.0.9", "1.0.0"]), ("^1.2", ["1.2.0", "1.9.0"], ["1.1.9", "2.0.0"]),
            ("^0.2.3", ["0.2.3", "0.2.9"], ["0.3.0", "0.2.2"]), ("^0.0.3", ["0.0.3"], ["0.0.4"]),
            ("~1.2.3", ["1.2.9"], ["1.3.0", "1.2.2"]),
            ("~1", ["1.0.0", "1.9.0"], ["2.0.0"]), ("1.x", ["1.0.0", "1.5.2"], ["2.0.0", "0.9.0"]), ("*", ["0.0.0", "9.9.9"], []),
            ("1.2", ["1.2.0", "1.2.7"], ["1.3.0"]), ("=1.2.3", ["1.2.3"], ["1.2.4", "1.2.2"]), ("1.2.3", ["1.2.3"], ["1.2.4"]),
            (">1.2", ["1.3.0"], ["1.2.5"]), (">1.2.3", ["1.2.4"], ["1.2.3"]), ("<=1.2", ["1.2.9"], ["1.3.0"]),
            ("<=1.2.3", ["1.2.3"], ["1.2.4"]),
            ("^1 || ^3", ["1.1.0", "3.0.0"], ["2.0.0"]), (">= 1.0  < 2", ["1.5.0"], ["2.0.0"]),
        ] as [(String, [String], [String])])
    func `a range holds versions and leaves others out`(text: String, inside: [String], outside: [String]) throws {
        let range = try #require(VersionRange(text))
        for version in inside { #expect(range.contains(try #require(SemanticVersion(version))), "\(version)") }
        for version in outside { #expect(!range.contains(try #require(SemanticVersion(version))), "\(version)") }
    }

    @Test(arguments: ["", " ", "||", "^", ">=", "1.2.3.4", "banana", "=>1", "^^1", "1 ||", "*.1.2.3"]) func `what is no range is none`(
        text: String
    ) {
        #expect(VersionRange(text) == nil)
    }
}
