// SPDX-License-Identifier: Apache-2.0

import SDLRPC
import Testing

struct NearestTests {
    static let names = ["DEFAULT_ACTION", "STEAL_FOCUS", "KEEP_CONTEXT", "Alert", "Show", "AlertManeuver", "id"]

    @Test(arguments: [
        ("STEAL_FOCU", "STEAL_FOCUS"), ("steal_focus", "STEAL_FOCUS"), ("Alrt", "Alert"), ("Aelrt", "Alert"), ("Shwo", "Show"),
        ("Shows", "Show"),
        ("AlertManuever", "AlertManeuver"), ("ID", "id"), ("if", "id"),
    ]) func `a slip finds what was meant`(_ name: String, _ meant: String) {
        #expect(Nearest.name(to: name, among: Self.names) == meant)
    }

    @Test(arguments: ["", "xyz", "Sleep", "FOCUS", String(repeating: "a", count: 1000)]) func `anything else finds nothing`(_ name: String)
    {
        #expect(Nearest.name(to: name, among: Self.names) == nil)
    }

    @Test func `of equally near names the first counts`() {
        #expect(Nearest.name(to: "mainField5", among: ["mainField1", "mainField2"]) == "mainField1")
        #expect(Nearest.name(to: "mainField2", among: ["mainField1", "mainField2"]) == "mainField2")
    }
}
