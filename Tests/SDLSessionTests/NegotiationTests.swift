// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLWire
import Testing

@testable import SDLSession

struct NegotiationTests {
    @Test(
        arguments: [
            ("5.4.1", UInt8(5), "5.4.0", "5.4.0"), ("5.4.1", 5, "5.4.1", "5.4.1"), ("5.2.0", 5, "5.4.1", "5.2.0"),
            ("5.4.1", 5, "6.1.0", "5.4.1"), ("5.4.1", 5, nil, "5.0.0"), ("5.4.1", 5, "nonsense", "5.0.0"), ("5.4.1", 5, "4.0.0", "5.0.0"),
            ("5.4.1", 4, nil, "4.0.0"), ("5.4.1", 3, "5.4.1", "3.0.0"), ("5.4.1", 2, nil, "2.0.0"), ("5.4.1", 1, nil, "1.0.0"),
            ("3.0.0", 4, nil, "3.0.0"), ("1.0.0", 4, nil, "1.0.0"), ("2.0.0", 5, "5.4.1", "2.0.0"),
        ] as [(String, UInt8, String?, String)])
    func `an application adopts the lower of its own and the acknowledged version`(
        own: String, header: UInt8, acknowledged: String?, adopted: String
    ) throws {
        let version = try #require(ProtocolVersion(parsing: own))
        #expect(Negotiation.adopted(own: version, headerVersion: header, acknowledged: acknowledged).description == adopted)
    }

    /// What a head unit of `own` answers to a header and a `protocolVersion`; "-" is no payload, "{}" one without keys.
    @Test(arguments: [
        ("5.4.1", UInt8(1), "5.4.1", "5.4.1"), ("5.4.1", 1, "5.0.0", "5.0.0"), ("5.4.0", 1, "5.4.1", "5.4.0"),
        ("5.4.1", 5, "5.4.0", "5.4.0"), ("5.4.1", 1, "6.0.0", "5.4.1"), ("5.4.1", 1, "99.1.2", "5.4.1"),
        ("5.4.1", 5, "-", "5.0.0"), ("5.4.1", 1, "-", "4.0.0?"), ("5.4.1", 3, "-", "4.0.0?"), ("3.0.0", 1, "-", "3.0.0?"),
        ("3.0.0", 1, "5.4.1", "3.0.0?"), ("2.0.0", 5, "5.4.1", "2.0.0?"), ("4.0.0", 5, "-", "4.0.0?"),
        ("5.4.1", 1, "4.0.0", "refused"), ("5.4.1", 1, "garbage", "refused"), ("5.4.1", 5, "{}", "refused"),
    ])
    func `a head unit answers with the lower of both versions or a refusal`(
        own: String, header: UInt8, offered: String, answer: String
    ) throws {
        var document = BSONDocument()
        document["protocolVersion"] = offered == "{}" ? nil : .string(offered)
        let bytes = offered == "-" ? ByteBuffer() : document.encoded()
        let version = try #require(ProtocolVersion(parsing: own))
        switch Negotiation.answer(to: StartServicePayload(decoding: bytes), headerVersion: header, own: version) {
        case .accept(let version, let isFinal): #expect("\(version)\(isFinal ? "" : "?")" == answer)
        case .refuse(let nak):
            #expect(answer == "refused")
            #expect(nak.rejectedParams == ["protocolVersion"])
        }
    }

    @Test func `a payload that is no document counts as none`() {
        let payload = StartServicePayload(decoding: ByteBuffer(string: "garbage"))
        #expect(
            Negotiation.answer(to: payload, headerVersion: 1, own: .newest) == .accept(ProtocolVersion(4), isFinal: false))
    }
}
