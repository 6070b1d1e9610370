// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLWire
import Testing

struct V1EnvelopeTests {
    @Test func `a request is taken apart and put together again`() throws {
        let vector = FrameVector.named("v1 rpc show request")
        let envelope = try V1Envelope(decoding: vector.payload)
        #expect(envelope.type == .request)
        #expect(envelope.name == "Show")
        #expect(envelope.correlationID == 3)
        #expect(String(buffer: envelope.parameters) == #"{"mainField1":"Hi"}"#)
        #expect(envelope.encoded() == vector.payload)
    }

    @Test func `the answer is UNSUPPORTED_VERSION with the request's name and id`() throws {
        let request = try V1Envelope(decoding: FrameVector.named("v1 rpc show request").payload)
        let response = try #require(request.unsupportedVersionResponse)
        #expect(
            String(buffer: response.encoded())
                == #"{"response":{"name":"Show","correlationID":3,"parameters":{"success":false,"resultCode":"UNSUPPORTED_VERSION"}}}"#)
        #expect(response.unsupportedVersionResponse == nil)
    }

    @Test(arguments: [
        "{ \"notification\" :\n{\t\"parameters\" : [ \"}\\\"\", {} ] , \"name\":\"OnHMIStatus\" } }\u{0}",
        #"{"x":[1,{"y":"]"}],"notification":{"name":"OnHMIStatus"}}"#,
    ])
    func `white space, order, other members and trailing NULs do not matter`(json: String) throws {
        let envelope = try V1Envelope(decoding: ByteBuffer(string: json))
        #expect(envelope.type == .notification)
        #expect(envelope.name == "OnHMIStatus")
        #expect(envelope.correlationID == nil)
    }

    @Test(arguments: [
        "", "{}", "[]", "null", "{\"request\":1}", "{\"request\":{}}", "{\"request\":{\"name\":7}}", "{\"request\":{\"name\":\"a\"}",
        "{\"request\":{\"name\":\"a\"}}x", "{\"request\":{\"name\":\"a}}", "{\"request\" {\"name\":\"a\"}}", "{request:{\"name\":\"a\"}}",
        "{\"request\":{\"name\":\"a\",}}", "{\"request\":{\"name\":\"a\"]}", "\u{0}",
    ])
    func `anything else is no envelope`(json: String) {
        let error = #expect(throws: RPCMessageError.self) { try V1Envelope(decoding: ByteBuffer(string: json)) }
        #expect(error?.code == .notAnEnvelope)
    }

    @Test func `nesting and members have limits`() {
        let deep = #"{"request":{"name":"a","parameters":"# + String(repeating: "[", count: 5000)
        #expect(throws: RPCMessageError.self) { try V1Envelope(decoding: ByteBuffer(string: deep)) }
        let wide = "{" + (0..<100).map { "\"k\($0)\":0" }.joined(separator: ",") + "}"
        #expect(throws: RPCMessageError.self) { try V1Envelope(decoding: ByteBuffer(string: wide)) }
    }

    @Test func `damaged envelopes are refused or taken, never trapped on`() {
        var random = SplitMix(8)
        let bytes = FrameVector.named("v1 rpc show request").payload
        let results = (0..<2000).map { _ in (try? V1Envelope(decoding: random.mutated(bytes))) != nil }
        #expect(results.contains(true))
        #expect(results.contains(false))
    }
}
