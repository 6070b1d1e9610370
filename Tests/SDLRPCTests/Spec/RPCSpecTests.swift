// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Testing

@testable import SDLRPC

struct RPCSpecTests {
    let spec = RPCSpec.builtIn

    @Test func `the built-in specification is RPC 8.0.0, whole`() {
        #expect(spec.version == RPCVersion(8))
        #expect(spec.enums.count == 111)
        #expect(spec.structs.count == 121)
        #expect(spec.functions.count == 89)
        #expect(spec.functions.compactMap(\.notification).count == 25)
        #expect(spec.enums.reduce(0) { $0 + $1.elements.count } == 900)
    }

    @Test func `functions are found by name and by id`() throws {
        let alert = try #require(spec.function(named: "Alert"))
        #expect(alert.id == 12)
        #expect(spec.function(id: 12) === alert)
        #expect(alert[.notification] == nil)
        #expect(alert[.response]?.parameters["tryAgainTime"]?.limits.maxValue == 2_000_000_000)
        #expect(spec.function(id: 42) == nil)
        #expect(spec.function(id: 32768)?.name == "OnHMIStatus")
    }

    /// The enum FunctionID of the specification lists every function.
    @Test func `function ids agree with the enum FunctionID`() throws {
        let ids = try #require(spec.enumeration(named: "FunctionID"))
        for function in spec.functions { #expect(ids["\(function.name)ID"]?.value == function.id) }
        let others = ids.elements.filter { spec.function(id: $0.value ?? -1) == nil }
        #expect(others.map(\.name) == ["RESERVED", "SyncPDataID", "OnSyncPDataID"])
    }

    @Test func `a parameter has all that limits it`() throws {
        let request = try #require(spec.function(named: "Alert")?.request)
        let duration = try #require(request.parameters["duration"])
        #expect(duration.type == .integer)
        #expect(duration.limits.minValue == 3000)
        #expect(duration.defaultValue == 5000)
        let buttons = try #require(request.parameters["softButtons"])
        #expect(buttons.isArray && !buttons.isMandatory)
        #expect(buttons.limits.maxSize == 4)
        #expect(buttons.availability == Availability(since: RPCVersion(2)))
        guard case .structure(let position) = buttons.type else { return #expect(Bool(false)) }
        #expect(spec.structure(position) === spec.structure(named: "SoftButton"))
    }

    @Test func `a struct may contain itself`() throws {
        let video = try #require(spec.structure(named: "VideoStreamingCapability"))
        let inner = try #require(video.fields.parameters.first { $0.typeName == video.name })
        guard case .structure(let position) = inner.type else { return #expect(Bool(false)) }
        #expect(spec.structure(position) === video)
    }

    @Test func `what was deprecated exists before`() throws {
        let mediaClock = try #require(spec.function(named: "Show")?.request?.parameters["mediaClock"])
        #expect(mediaClock.availability == Availability(deprecated: RPCVersion(7, 1)))
        #expect(spec.function(named: "SetDisplayLayout")?.availability == Availability(since: RPCVersion(3), deprecated: RPCVersion(6)))
    }

    /// Of a parameter that became optional the specification gives the version of the change first; it is older.
    @Test(arguments: [("GPSData", "utcYear"), ("TireStatus", "leftFront"), ("DateTime", "hour"), ("Choice", "vrCommands")])
    func `what became optional later exists before`(_ structure: String, _ field: String) throws {
        #expect(try #require(spec.structure(named: structure)?.fields[field]).availability == Availability())
    }

    @Test func `every struct has a field as old as itself`() {
        for structure in spec.structs {
            let fields = structure.fields.parameters
            #expect(fields.isEmpty || fields.contains { $0.availability.since == nil }, "\(structure.name)")
        }
    }

    @Test func `an unknown function is told with the nearest`() {
        #expect(spec.unknownFunction("Alrt") == "no RPC is called `Alrt`; did you mean `Alert`?")
        #expect(spec.unknownFunction("show") == "no RPC is called `show`; did you mean `Show`?")
        #expect(spec.unknownFunction("Dance") == "no RPC is called `Dance` in RPC spec 8.0.0")
    }

    @Test func `the specification survives a round trip, byte for byte`() throws {
        var written = ByteBuffer()
        spec.write(into: &written)
        let resource = Embedded.rpcSpec.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
        #expect(String(buffer: written) == resource)
        #expect(try RPCSpec(json: written).json() == spec.json())
    }

    static let faulty: [(String, String)] = [
        ("[]", "the specification: expected an object, got []"),
        ("{", "not valid JSON: expected a name in quotes, found the end of the text (byte 1)"),
        (#"{"interface":"x"}"#, "the specification: `version` is missing"),
        (#"{"version":"8"}"#, "the specification: `interface` is missing"),
        (#"{"interface":"x","version":"eight"}"#, #"the specification: `version` is "eight"; expected a version such as "8.0""#),
        (#"{"interface":"x","version":8}"#, #"the specification: `version` is 8; expected a version such as "8.0""#),
        (#"{"enums":{}}"#, "the specification: `enums` is {}; expected a list"),
        (#"{"enums":[{"name":"E","elements":["A","A"]}]}"#, "`E` in the specification: `A` is defined twice"),
        (#"{"enums":[{"name":"E"},{"name":"E"}]}"#, "the type `E` is defined twice"),
        (#"{"enums":[{"elements":[]}]}"#, "the specification: `name` is missing"),
        (#"{"structs":[{"name":"String","params":[]}]}"#, "the type `String` is defined twice"),
        (
            #"{"structs":[{"name":"S","params":[{"name":"a","type":"integer"}]}]}"#,
            "`a` in `S` in the specification: no type is called `integer`; did you mean `Integer`?"
        ),
        (#"{"structs":[{"name":"S","params":[{"name":"a","type":"T"}]}]}"#, "`a` in `S` in the specification: no type is called `T`"),
        (#"{"structs":[{"name":"S","params":[{"type":"Integer"}]}]}"#, "`S` in the specification: `name` is missing"),
        (
            #"{"structs":[{"name":"S","params":[{"name":"a","type":"Integer","minvalue":1}]}]}"#,
            "`a` in `S` in the specification: a parameter has no `minvalue`; did you mean `minValue`?"
        ),
        (
            #"{"structs":[{"name":"S","params":[{"name":"a","type":"Integer","maxSize":1.5}]}]}"#,
            "`a` in `S` in the specification: `maxSize` is 1.5; expected an integer"
        ),
        (
            #"{"structs":[{"name":"S","params":[{"name":"a","type":"Integer"},{"name":"a","type":"Integer"}]}]}"#,
            "`S` in the specification: `a` is defined twice"
        ),
        (#"{"functions":[{"name":"F","request":[]}]}"#, "`F` in the specification: `id` is missing"),
        (#"{"functions":[{"name":"F","id":1},{"name":"F","id":2}]}"#, "the specification: `F` is defined twice"),
        (#"{"functions":[{"name":"F","id":1,"request":[3]}]}"#, "`F` in the specification: expected an object, got 3"),
    ]

    @Test(arguments: faulty) func `a faulty specification is refused with its place`(_ json: String, _ message: String) {
        #expect(throws: SpecError(message: message)) { try RPCSpec(json: ByteBuffer(string: json)) }
    }

    @Test func `a message with more parameters than a word has bits is checked whole`() throws {
        let parameters = (0..<200).map { #"{"name":"p\#($0)","type":"Integer","mandatory":true}"# }.joined(separator: ",")
        let json = #"{"interface":"x","version":"1.0","functions":[{"name":"F","id":1,"request":[\#(parameters)]}]}"#
        let spec = try RPCSpec(json: ByteBuffer(string: json))
        let request = try #require(spec.function(named: "F")?.request)
        let value = JSONValue.object(JSONObject((0..<200).filter { $0 != 130 }.map { ("p\($0)", 1) }))
        let problems = Validator(spec: spec, version: RPCVersion(1)).validate(value, against: request)
        #expect(problems.map(\.description) == ["p130 is missing; it is mandatory (an integer)"])
    }
}
