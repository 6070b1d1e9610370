// SPDX-License-Identifier: Apache-2.0

import SDLRPC
import Testing

struct RPCVersionTests {
    @Test(arguments: [
        ("8.0.0", RPCVersion(8)), ("8.0", RPCVersion(8)), ("8", RPCVersion(8)), ("4.2.2", RPCVersion(4, 2, 2)),
        ("10.20.30", RPCVersion(10, 20, 30)),
    ])
    func `a version is parsed`(_ text: String, _ version: RPCVersion) {
        #expect(RPCVersion(text) == version)
    }

    @Test(arguments: ["", ".", "8.", ".8", "8.0.0.0", "8.x", "-1", "+1", "8 .0", "99999999999999999999", "٨.0"])
    func `anything else is no version`(_ text: String) {
        #expect(RPCVersion(text) == nil)
    }

    @Test func `versions are ordered number by number`() {
        #expect(RPCVersion(4, 10) > RPCVersion(4, 9, 9))
        #expect(RPCVersion(5) > RPCVersion(4, 99))
        #expect(RPCVersion(7, 1).description == "7.1.0")
        #expect(RPCVersion(7, 1).shortDescription == "7.1")
        #expect(RPCVersion(4, 2, 2).shortDescription == "4.2.2")
    }

    @Test func `a thing exists from since until before until`() {
        let availability = Availability(since: RPCVersion(2), until: RPCVersion(7))
        #expect(!availability.includes(RPCVersion(1, 9)))
        #expect(availability.includes(RPCVersion(2)))
        #expect(availability.includes(RPCVersion(6, 9, 9)))
        #expect(!availability.includes(RPCVersion(7)))
    }
}
