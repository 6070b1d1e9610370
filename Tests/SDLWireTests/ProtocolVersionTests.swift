// SPDX-License-Identifier: Apache-2.0
import SDLWire
import Testing

struct ProtocolVersionTests {
    @Test(arguments: [
        ("5.4.1", ProtocolVersion(5, 4, 1)), ("5.4", ProtocolVersion(5, 4)), ("1.0.0", ProtocolVersion(1)),
        ("99.1.2", ProtocolVersion(99, 1, 2)), ("05.04.01", ProtocolVersion(5, 4, 1)),
    ])
    func `a version is two or three numbers`(text: String, version: ProtocolVersion) {
        #expect(ProtocolVersion(parsing: text) == version)
    }

    @Test(arguments: ["", "5", "5.", ".5", "5.4.1.0", "5.4.x", "-5.4", "5.4.1 ", "5..4", "99999.0", "٥.٤"])
    func `anything else is no version`(text: String) {
        #expect(ProtocolVersion(parsing: text) == nil)
    }

    @Test func `versions compare number by number`() {
        let ordered = ["1.0.0", "2.0.0", "4.9.9", "5.0.0", "5.0.1", "5.4.0", "5.4.1", "5.10.0", "10.0.0"]
        let versions = ordered.compactMap(ProtocolVersion.init(parsing:))
        #expect(versions == versions.sorted())
        #expect(versions.map(\.description) == ordered)
    }
}
