// SPDX-License-Identifier: Apache-2.0

import NIOCore
import SDLRPC
import Testing

/// What a newer or a careless peer may do.
struct StrictnessTests {
    private func problems(
        _ rpc: String, _ kind: MessageKind, _ json: String, _ strictness: Validator.Strictness = .incoming,
        version: RPCVersion = RPCVersion(8)
    ) throws -> [Problem] {
        let message = try #require(RPCSpec.builtIn.function(named: rpc)?[kind])
        return Validator(version: version, strictness: strictness).validate(ByteBuffer(string: json), against: message)
    }

    @Test func `what a newer peer may send is unknown and not invalid`() throws {
        let json = #"{"hmiLevel":"HUGE","audioStreamingState":"AUDIBLE","systemContext":"MAIN","mood":"fine"}"#
        #expect(try problems("OnHMIStatus", .notification, json).map(\.severity) == [.unknown, .unknown])
        #expect(try problems("OnHMIStatus", .notification, json, .outgoing).map(\.severity) == [.invalid, .invalid])
        #expect(try problems("OnHMIStatus", .notification, json, .shapeOnly) == [])
    }

    @Test func `a broken rule from a peer is invalid`() throws {
        let json = #"{"hmiLevel":5,"audioStreamingState":"AUDIBLE","systemContext":"MAIN"}"#
        let found = try problems("OnHMIStatus", .notification, json)
        #expect(
            found == [
                Problem(.invalid, .type, path: "hmiLevel", message: "expected one of FULL, LIMITED, BACKGROUND, NONE, got the number 5")
            ])
    }

    @Test func `a parameter of a newer version is unknown from a peer`() throws {
        let json = #"{"cancelID":1}"#
        #expect(try problems("Alert", .request, json, version: RPCVersion(5)).map(\.severity) == [.unknown])
        #expect(try problems("Alert", .request, json, version: RPCVersion(6)) == [])
    }

    @Test func `an enum value outside its versions is named`() throws {
        let json = #"{"language":"EN-US","hmiDisplayLanguage":"EN-IN"}"#
        let found = try problems("OnLanguageChange", .notification, json, .outgoing, version: RPCVersion(4))
        #expect(found.map(\.description) == ["hmiDisplayLanguage is \"EN-IN\", which needs RPC 4.5; this session speaks 4.0.0"])
        let removed = #"{"success":true,"resultCode":"SUCCESS","prndl":{"dataType":"VEHICLEDATA_PRNDL","resultCode":"SUCCESS"}}"#
        let later = try problems("SubscribeVehicleData", .response, removed, .outgoing)
        #expect(
            later.map(\.description) == ["prndl.dataType is \"VEHICLEDATA_PRNDL\", which was removed in RPC 7.0; this session speaks 8.0.0"]
        )
        #expect(try problems("SubscribeVehicleData", .response, removed, .outgoing, version: RPCVersion(6)) == [])
    }

    @Test func `a mandatory parameter of a newer version is not missed`() throws {
        var json = Sample().minimal(try #require(RPCSpec.builtIn.function(named: "RegisterAppInterface")?.request).parameters)
        json["hmiDisplayLanguageDesired"] = nil
        json["appID"] = nil
        #expect(try problems("RegisterAppInterface", .request, json.description, version: RPCVersion(1)) == [])
        #expect(
            try problems("RegisterAppInterface", .request, json.description, version: RPCVersion(2)).map(\.path) == [
                "hmiDisplayLanguageDesired", "appID",
            ])
    }

    @Test func `a result code beyond a response's list is only unknown`() throws {
        let json = #"{"success":false,"resultCode":"TIMED_OUT"}"#
        let found = try problems("Alert", .response, json, .outgoing)
        #expect(found.map(\.severity) == [.unknown])
        #expect(
            found.map(\.description) == [
                "resultCode is \"TIMED_OUT\", which is not listed here (one of SUCCESS, INVALID_DATA, OUT_OF_MEMORY, "
                    + "TOO_MANY_PENDING_REQUESTS, APPLICATION_NOT_REGISTERED, GENERIC_ERROR, REJECTED, ABORTED, DISALLOWED, "
                    + "USER_DISALLOWED, UNSUPPORTED_RESOURCE, WARNINGS)"
            ])
    }

    @Test func `of duplicates only the last one's problems count`() throws {
        #expect(try problems("Alert", .request, #"{"duration":1,"duration":3000}"#) == [])
        #expect(try problems("Alert", .request, #"{"duration":3000,"duration":1}"#).count == 1)
        #expect(try problems("Alert", .request, #"{"softButtons":[{}],"softButtons":[]}"#) == [])
        #expect(try problems("Alert", .request, #"{"odd":1,"odd":2}"#).map(\.path) == ["odd"])
    }

    @Test func `no bytes are no parameters`() throws {
        #expect(try problems("OnAudioPassThru", .notification, "") == [])
        #expect(try problems("Speak", .request, "").map(\.rule) == [.mandatory])
    }

    @Test(arguments: [
        ("{", "not valid JSON: expected a name in quotes, found the end of the text (byte 1)"),
        ("{\"ttsChunks\":[{\"text\":", "not valid JSON: the text ends where a value should be (byte 22)"),
        ("{} x", "not valid JSON: expected the end of the text, found `x` (byte 3)"),
        ("{\"ttsChunks\":\"\u{1}\"}", "not valid JSON: control character 0x1 in a string; write it as an escape (byte 14)"),
    ]) func `malformed JSON is the only problem reported`(_ json: String, _ expected: String) throws {
        let found = try problems("Speak", .request, json)
        #expect(found == [Problem(.invalid, .json, message: expected)])
        #expect(Problem.describe(found, for: "Speak") == "invalid parameters for `Speak`: \(expected)")
    }

    @Test func `more problems than anybody reads are counted`() throws {
        let json = "{" + (0..<250).map { "\"k\($0)\":1" }.joined(separator: ",") + "}"
        let found = try problems("Show", .request, json)
        #expect(found.count == 101)
        #expect(found.last?.description == "… and 150 more problems")
    }

    @Test func `mutated messages are judged, and never trap`() throws {
        var random = SplitMix(seed: 5)
        let messages = SystematicTests.messages
        var judged: Set<Problem.Rule> = []
        for round in 0..<4000 {
            let message = messages[round % messages.count]
            var bytes = Array(Sample().full(message.parameters).description.utf8)
            for _ in 0...random.next(below: 3) { random.mutate(&bytes) }
            var buffer = ByteBuffer()
            bytes.withUnsafeBytes { bytes in
                var source = JSONSource(bytes)
                let problems = Validator(version: RPCVersion(8), strictness: .incoming).encode(&source, as: message, into: &buffer)
                judged.formUnion(problems.map(\.rule))
                if !problems.contains(where: { $0.severity == .invalid }) { #expect((try? JSONValue.parse(buffer)) != nil) }
            }
        }
        #expect(judged.isSuperset(of: [.json, .type, .unknownParameter, .value, .mandatory]))
    }
}
