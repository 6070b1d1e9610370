// SPDX-License-Identifier: Apache-2.0

import NIOCore
import SDLRPC
import Testing

/// What goes on the wire: shapes from the specification, order, and what can't go.
struct EncodingTests {
    struct Case: CustomStringConvertible, Sendable {
        var rpc: String?
        var value: @Sendable () -> Table
        var json: String
        var description: String { json }
    }

    static let cases: [Case] = [
        // An empty table is a list or a record as the specification says; outside it a record
        Case(rpc: "Show", value: { ["softButtons": .empty] }, json: #"{"softButtons":[]}"#),
        Case(rpc: "Show", value: { ["metadataTags": .empty] }, json: #"{"metadataTags":{}}"#),
        Case(rpc: "Show", value: { ["metadataTags": ["mainField1": .empty]] }, json: #"{"metadataTags":{"mainField1":[]}}"#),
        Case(rpc: "Show", value: { .empty }, json: "{}"),
        Case(rpc: nil, value: { .empty }, json: "{}"),
        Case(rpc: nil, value: { ["a": .empty, "b": .list([])] }, json: #"{"a":{},"b":[]}"#),
        Case(rpc: "Show", value: { ["unheard": ["of": .empty]] }, json: #"{"unheard":{"of":{}}}"#),
        // An integer parameter has no fraction, whatever the script holds; a float keeps what it is
        Case(rpc: "Alert", value: { ["duration": 3000.0] }, json: #"{"duration":3000}"#),
        Case(rpc: "SetMediaClockTimer", value: { ["countRate": 2.0] }, json: #"{"countRate":2.0}"#),
        Case(rpc: "SetMediaClockTimer", value: { ["countRate": 2] }, json: #"{"countRate":2}"#),
        Case(rpc: nil, value: { ["a": 3.0, "b": 9_007_199_254_740_993] }, json: #"{"a":3.0,"b":9007199254740993}"#),
        // The specification's order, then unknown ones by name; also inside structs and outside the specification
        Case(
            rpc: "Alert", value: { ["zoo": 1, "duration": 3000, "ape": 2, "alertText2": "b", "alertText1": "a"] },
            json: #"{"alertText1":"a","alertText2":"b","duration":3000,"ape":2,"zoo":1}"#),
        Case(
            rpc: "Alert", value: { ["softButtons": [["softButtonID": 1, "type": "TEXT", "odd": ["b": 1, "a": 2], "text": "x"]]] },
            json: #"{"softButtons":[{"type":"TEXT","text":"x","softButtonID":1,"odd":{"a":2,"b":1}}]}"#),
        Case(
            rpc: nil, value: { ["b": ["d": 1, "c": [["f": 1, "e": 2]]], "a": true] }, json: #"{"a":true,"b":{"c":[{"e":2,"f":1}],"d":1}}"#),
        // Of two members with one name the last wins
        Case(
            rpc: "Alert", value: { ["duration": 1, "progressIndicator": true, "duration": 3000] },
            json: #"{"duration":3000,"progressIndicator":true}"#),
        Case(rpc: nil, value: { ["a": 1, "b": 2, "a": 3] }, json: #"{"a":3,"b":2}"#),
        // Text
        Case(rpc: nil, value: { ["q\"": "a\\\n\u{1}é😀"] }, json: #"{"q\"":"a\\\n\u0001é😀"}"#),
        // A value of the wrong type keeps its own shape
        Case(
            rpc: "Alert", value: { ["alertText1": ["a": 1.0], "duration": 1.5, "softButtons": "x"] },
            json: #"{"alertText1":{"a":1.0},"duration":1.5,"softButtons":"x"}"#),
        Case(rpc: nil, value: { [1, "two"] }, json: #"[1,"two"]"#),
        Case(rpc: "Alert", value: { 5 }, json: "5"),
    ]

    @Test(arguments: cases) func `values are written in the specification's shape`(_ example: Case) throws {
        let message = example.rpc.flatMap { RPCSpec.builtIn.function(named: $0)?.request }
        var source = TableSource(example.value())
        var buffer = ByteBuffer(string: ">")
        let problems = Validator(version: RPCVersion(8), strictness: .shapeOnly).encode(&source, as: message, into: &buffer)
        #expect(problems == [])
        #expect(String(buffer: buffer) == ">" + example.json)
    }

    @Test func `an invalid message leaves the buffer as it was`() throws {
        let alert = try #require(RPCSpec.builtIn.function(named: "Alert")?.request)
        var buffer = ByteBuffer(string: ">")
        let problems = Validator(version: RPCVersion(8)).encode(["duration": 1], as: alert, into: &buffer)
        #expect(problems.map(\.rule) == [.range])
        #expect(String(buffer: buffer) == ">")
    }

    @Test func `the order a table gives its entries in does not show`() throws {
        let message = try #require(RPCSpec.builtIn.function(named: "RegisterAppInterface")?.request)
        let value = Sample().full(message.parameters)
        var random = SplitMix(seed: 4)
        for _ in 0..<50 {
            var buffer = ByteBuffer()
            #expect(Validator(version: RPCVersion(8)).encode(shuffled(value, &random), as: message, into: &buffer) == [])
            #expect(String(buffer: buffer) == value.description)
        }
    }

    private func shuffled(_ value: JSONValue, _ random: inout SplitMix) -> JSONValue {
        switch value {
        case .object(let members):
            let pairs = members.map { member in (member.key, shuffled(member.value, &random)) }
            return .object(JSONObject(pairs.shuffled(using: &random)))
        case .array(let elements): return .array(elements.map { shuffled($0, &random) })
        case .null, .bool, .integer, .number, .string: return value
        }
    }

    static let unencodable: [(String, @Sendable () -> Table, String)] = [
        ("a function", { ["softButtons": [["image": .function]]] }, "softButtons[1].image is a function, which has no place in an RPC"),
        ("an unknown function", { ["x": ["y": [1, .function]]] }, "x.y[2] is a function, which has no place in an RPC"),
        ("not a number", { ["duration": .number(.nan)] }, "duration is nan, which has no place in an RPC"),
        ("infinity", { ["x": .number(.infinity)] }, "x is inf, which has no place in an RPC"),
        ("bytes", { ["alertText1": .bytes([0x61, 0xFF])] }, "alertText1 is not UTF-8 text: byte 2 is 0xFF"),
        ("bytes in a name", { .rawRecord([([0xC3], 1)]) }, "\u{FFFD} is not UTF-8 text: byte 1 is 0xC3"),
        (
            "a table in itself", { ["x": .endless(width: 1)] },
            "x" + String(repeating: "[1]", count: 63) + " is nested deeper than 64 levels"
        ),
    ]

    @Test(arguments: unencodable)
    func `what has no JSON form is refused even when nothing is checked`(_ name: String, _ value: @Sendable () -> Table, _ text: String)
        throws
    {
        let alert = try #require(RPCSpec.builtIn.function(named: "Alert")?.request)
        for strictness in [Validator.Strictness.shapeOnly, .incoming] {
            var source = TableSource(value())
            var buffer = ByteBuffer()
            let problems = Validator(version: RPCVersion(8), strictness: strictness).encode(&source, as: alert, into: &buffer)
            #expect(problems.filter { [.encoding, .limit].contains($0.rule) }.map(\.description) == [text])
            #expect(buffer.readableBytes == 0)
        }
    }

    @Test func `a table that holds itself many times over ends at the size limit`() {
        let validator = Validator(version: RPCVersion(8), strictness: .shapeOnly, limits: JSONLimits(size: 1000))
        var source = TableSource(["x": .endless(width: 10)])
        var buffer = ByteBuffer()
        let problems = validator.encode(&source, as: nil, into: &buffer)
        #expect(problems.map(\.rule) == [.limit])
        #expect(problems.first?.description.hasSuffix("is nested deeper than 64 levels") == true)
        var wide = TableSource(.list(Array(repeating: .list(Array(repeating: 1, count: 50)), count: 50)))
        #expect(validator.encode(&wide, as: nil, into: &buffer).map(\.message) == ["is too large: the limit is 1000 bytes"])
    }
}
