// SPDX-License-Identifier: Apache-2.0
import DynoScript
import Foundation
import LuaRuntime
import NIOCore
import SDLRPC

extension Suite {
    /// The parameters of a message between Lua and JSON, checked against the RPC spec.
    static let json = Suite(name: "json") { bench in
        let file = bench.script("vehicle-data.json")
        let (decoding, encoding) = try checked(ByteBuffer(string: String(contentsOfFile: file, encoding: .utf8)), bench.amount(100_000))
        let peer = try? Child.run(["lua5.4", bench.script("cjson.lua"), file])
        func beside(_ what: String) -> Figure.Beside? {
            (try? peer?.figure(what)).map { Figure.Beside(name: "lua-cjson, unchecked", value: $0) }
        }
        var spec = ByteBuffer()
        RPCSpec.builtIn.write(into: &spec)
        let loading = try best { try seconds { _ = try RPCSpec(json: spec) } }
        return [
            Figure(
                name: "JSON of 20 fields into Lua, checked", value: decoding, unit: "µs", better: .less, beside: beside("decode"),
                goals: [.ratio(1), .value(6)]),
            Figure(
                name: "20 fields of Lua into JSON, checked", value: encoding, unit: "µs", better: .less, beside: beside("encode"),
                goals: [.ratio(1), .value(5)]),
            Figure(name: "loading the RPC spec", value: loading * 1000, unit: "ms", better: .less, goals: [.value(10)]),
        ]
    }

    /// Microseconds of reading and of writing the parameters.
    private static func checked(_ json: ByteBuffer, _ count: Int) throws -> (Double, Double) {
        guard let message = RPCSpec.builtIn.function(named: "GetVehicleData")?.response else { throw BenchmarkError("no GetVehicleData") }
        let rig = try LuaRig()
        defer { rig.state.close() }
        rig.state.register("decode") { call in
            let validator = Validator(version: RPCSpec.builtIn.version, strictness: .incoming)
            guard validator.validate(json, against: message).isEmpty else { throw BenchmarkError("the message is invalid") }
            try call.stack.decodeJSON(json)
            return .pushed(1)
        }
        rig.state.register("encode") { call in
            var (source, json) = (LuaSource(call.stack, at: 1), ByteBuffer())
            let problems = Validator(version: RPCSpec.builtIn.version).encode(&source, as: message, into: &json)
            guard problems.isEmpty else { throw BenchmarkError("the message is invalid: \(problems[0])") }
            return .none
        }
        func microseconds(_ source: String) throws -> Double { try best { try rig.run(source, count) } / Double(count) * 1e6 }
        return (
            try microseconds("local f = host.decode for i = 1, ... do f() end"),
            try microseconds("local f, value = host.encode, host.decode() for i = 1, ... do f(value) end")
        )
    }
}
