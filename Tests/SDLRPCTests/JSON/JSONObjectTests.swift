// SPDX-License-Identifier: Apache-2.0

import SDLRPC
import Testing

struct JSONObjectTests {
    @Test(arguments: [3, 23, 24, 25, 200]) func `members keep their order and are found by key`(_ count: Int) {
        var object = JSONObject((0..<count).map { ("k\($0)", JSONValue.integer(Int64($0))) })
        #expect(object.keys == (0..<count).map { "k\($0)" })
        #expect((0..<count).allSatisfy { object["k\($0)"]?.integer == Int64($0) })
        #expect(object["k\(count)"] == nil)
        object["k1"] = nil
        #expect(object.count == count - 1)
        #expect(object["k1"] == nil)
        #expect(object["k\(count - 1)"]?.integer == Int64(count - 1))
        object["k1"] = "back"
        #expect(object.last?.key == "k1")
    }

    @Test func `the last duplicate wins at the first one's place`() {
        let object = JSONObject([("a", 1), ("b", 2), ("a", 3)])
        #expect(object.keys == ["a", "b"])
        #expect(object["a"] == 3)
    }

    @Test func `order carries no meaning for equality`() {
        #expect(JSONObject([("a", 1), ("b", 2)]) == JSONObject([("b", 2), ("a", 1)]))
        #expect(JSONObject([("a", 1)]) != JSONObject([("a", 2)]))
        #expect(JSONObject([("a", 1)]) != JSONObject([("a", 1), ("b", 2)]))
    }
}
