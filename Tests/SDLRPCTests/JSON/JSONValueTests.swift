// SPDX-License-Identifier: Apache-2.0

import NIOCore
import SDLRPC
import Testing

struct JSONValueTests {
    let value: JSONValue = ["speed": 42, "ratio": 0.5, "name": "x", "on": true, "list": [1, "two"], "nothing": .null]

    @Test func `accessors give a value of their kind or nil`() {
        #expect(value["speed"]?.integer == 42)
        #expect(value["speed"]?.number == 42)
        #expect(value["ratio"]?.number == 0.5)
        #expect(value["ratio"]?.integer == nil)
        #expect(JSONValue.number(3).integer == 3)
        #expect(JSONValue.number(.infinity).integer == nil)
        #expect(value["name"]?.string == "x")
        #expect(value["name"]?.bool == nil)
        #expect(value["on"]?.bool == true)
        #expect(value["list"]?[1]?.string == "two")
        #expect(value["list"]?[2] == nil)
        #expect(value["list"]?[-1] == nil)
        #expect(value["list"]?["a"] == nil)
        #expect(value["nothing"]?.isNull == true)
        #expect(value["absent"] == nil)
        #expect(value["list"]?.array?.count == 2)
    }

    @Test func `writing a member makes an object of anything`() {
        var value: JSONValue = 5
        value["a"] = 1
        value["b"] = 2
        value["a"] = nil
        #expect(value == ["b": 2])
    }

    @Test func `integers and numbers are told apart`() {
        #expect(JSONValue.integer(1) != JSONValue.number(1))
        #expect(JSONValue.integer(1).description == "1")
        #expect(JSONValue.number(1).description == "1.0")
        #expect(JSONValue.number(.nan).description == "null")
    }

    @Test func `writing appends to what the buffer holds`() {
        var buffer = ByteBuffer(string: "head")
        value.write(into: &buffer)
        #expect(
            String(buffer: buffer)
                == #"head{"speed":42,"ratio":0.5,"name":"x","on":true,"list":[1,"two"],"nothing":null}"#)
    }

    @Test(arguments: [Int64.min, -1_000_000, -10, -9, 0, 9, 10, 99, 100, Int64.max])
    func `integers are written in full`(_ value: Int64) {
        #expect(JSONValue.integer(value).description == String(value))
    }

    @Test func `random values survive a round trip`() throws {
        var random = SplitMix(seed: 1)
        for _ in 0..<2000 {
            let value = JSONValue.random(&random, depth: 4)
            #expect(try JSONValue.parse(value.description) == value)
        }
    }

    @Test func `random floating-point numbers round-trip exactly`() throws {
        var random = SplitMix(seed: 2)
        for _ in 0..<5000 {
            let number = Double(bitPattern: random.next())
            guard number.isFinite else { continue }
            #expect(try JSONValue.parse(number.description).number?.bitPattern == number.bitPattern)
        }
    }

    @Test func `mutated texts are parsed or refused, and never trap`() throws {
        var random = SplitMix(seed: 3)
        let seeds = (0..<20).map { _ in JSONValue.random(&random, depth: 5).description } + ["[1e5,-0.25,\"\\ud83d\\ude00é\",{\"a\":null}]"]
        var accepted = 0
        for round in 0..<20_000 {
            var bytes = Array(seeds[round % seeds.count].utf8)
            for _ in 0...random.next(below: 4) { random.mutate(&bytes) }
            guard let value = try? JSONValue.parse(ByteBuffer(bytes: bytes)) else { continue }
            accepted += 1
            #expect(try JSONValue.parse(value.description) == value)
        }
        #expect((1..<20_000).contains(accepted))
    }

    @Test func `long and odd texts are parsed in linear time`() throws {
        let digits = String(repeating: "9", count: 1_000_000)
        #expect(try JSONValue.parse("0.\(digits)").number == 1)
        let many = "{" + (0..<50_000).map { "\"k\($0)\":0" }.joined(separator: ",") + "}"
        #expect(try JSONValue.parse(many).object?.count == 50_000)
    }
}
