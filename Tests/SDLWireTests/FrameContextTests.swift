// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLWire
import Testing

struct FrameContextTests {
    /// Headers a strict receiver refuses, and what it says.
    static let illegal: [(hex: String, fault: FrameFault)] = [
        ("00070001 00000001 00000001 00", .version(0)),
        ("61070001 00000001 00000001 00", .version(6)),
        ("54070001 00000001 00000001 00", .reservedFrameType(4)),
        ("51080001 00000001 00000001 00", .unknownService(8)),
        ("50000a01 00000000 00000001", .reservedControlInfo(0x0A)),
        ("5000fc01 00000000 00000001", .reservedControlInfo(0xFC)),
        ("52070001 00000007 00000005 00000600 0000", .firstFrameSize(7)),
        ("52070001 00000009 00000005 00000600 0000", .firstFrameSize(9)),
        ("5a070001 00000007 00000005 00000600 0000", .firstFrameSize(7)),
        ("51070001 00000000 00000005", .emptyPayload(.single)),
        ("53070101 00000000 00000005", .emptyPayload(.consecutive)),
        ("51070101 00000001 00000005 00", .nonZeroInfo(.single, 1)),
        ("52070101 00000008 00000005 00", .nonZeroInfo(.first, 1)),
        ("51070001 00020001 00000005 00", .payloadTooLarge(131_073, limit: 131_072)),
        ("51070001 ffffffff 00000005 00", .payloadTooLarge(.max, limit: 131_072)),
        ("52070001 ffffffff 00000005 00", .payloadTooLarge(.max, limit: 131_072)),
        ("21070001 000005d5 00000005 00", .payloadTooLarge(1493, limit: 1492)),
        ("19070001 00000001 00", .compressed),
        ("5a070001 00000401 00000005 00", .firstFrameSize(1025)),
    ]

    @Test(arguments: FrameVector.legal)
    func `a legal header is accepted`(vector: FrameVector) {
        #expect(FrameContext.unrestricted.fault(in: vector.header) == nil)
    }

    @Test(arguments: illegal)
    func `an illegal header is refused with its reason`(hex: String, fault: FrameFault) throws {
        var buffer = ByteBuffer(hex: hex)
        let header = try #require(FrameHeader(decoding: &buffer))
        #expect(FrameContext.unrestricted.fault(in: header) == fault)
    }

    @Test func `a version 1 StartService may carry bit 3`() throws {
        var buffer = ByteBuffer(hex: "1807010000000000")
        let header = try #require(FrameHeader(decoding: &buffer))
        #expect(FrameContext.unrestricted.fault(in: header) == nil)
    }

    @Test func `an encrypted First frame may be longer than 8 bytes`() throws {
        var buffer = ByteBuffer(hex: "5a070001 00000400 00000005")
        let header = try #require(FrameHeader(decoding: &buffer))
        #expect(FrameContext.unrestricted.fault(in: header) == nil)
    }

    @Test func `a fault is found as soon as its byte is known`() throws {
        let cases: [(String, Int)] = [
            ("00070001 00000001 00000001", 1), ("54070001 00000001 00000001", 1), ("51080001 00000001 00000001", 2),
            ("50000a01 00000000 00000001", 3), ("51070001 ffffffff 00000001", 12), ("11070001 ffffffff", 8),
        ]
        for (hex, deciding) in cases {
            var buffer = ByteBuffer(hex: hex)
            let header = try #require(FrameHeader(decoding: &buffer))
            for known in 1...12 {
                #expect((FrameContext.unrestricted.fault(in: header, knownBytes: known) != nil) == (known >= deciding), "\(hex) \(known)")
            }
        }
    }

    private func strict(_ expected: ExpectedFrames?) -> FrameContext {
        FrameContext(limits: FrameLimits(role: .application), sessions: expected.map { [1: $0] } ?? [:])
    }

    @Test func `a strict context accepts only the session's version, services and messages`() {
        let key = AssemblyKey(FrameVector.named("v5 multi first").header)
        let context = strict(ExpectedFrames(versions: 5...5, services: [.rpc, .hybrid], assemblies: [key: 2]))
        func fault(_ change: (inout FrameHeader) -> Void) -> FrameFault? {
            var header = FrameVector.named("v5 multi consecutive 2").header
            change(&header)
            return context.fault(in: header)
        }
        #expect(fault { _ in } == nil)
        #expect(fault { $0.frameInfo = .none } == nil)
        #expect(fault { $0.version = 4 } == .unexpectedVersion(4))
        #expect(fault { $0.sessionID = 2 } == .unexpectedSession(2))
        #expect(fault { $0.serviceType = .video } == .serviceNotStarted(.video))
        #expect(fault { $0.frameInfo = FrameInfo(rawValue: 3) } == .unexpectedConsecutive(3))
        #expect(fault { $0.messageID = 21 } == .unexpectedConsecutive(2))
        #expect(
            fault {
                $0.frameType = .single; $0.frameInfo = .none; $0.messageID = 21
            } == nil)
        #expect(
            fault {
                $0.frameType = .control; $0.serviceType = .video; $0.frameInfo = .startServiceACK
            } == nil)
    }

    @Test func `a strict context without sessions accepts only what opens one`() {
        let allowed: Set<String> = [
            "v1 start service rpc legacy", "v1 start service rpc 5 4 1", "v5 start service rpc js style", "v4 start service ack rpc",
            "v5 start service ack rpc min", "v5 start service ack rpc full", "v1 start service nak rpc", "v5 start service nak rpc",
        ]
        let accepted = FrameVector.legal.filter { strict(nil).fault(in: $0.header) == nil }
        #expect(Set(accepted.map(\.name)) == allowed)
    }

    @Test func `faults say what they found`() {
        #expect(
            FrameFault.payloadTooLarge(.max, limit: 131_072).description
                == "the frame declares 4294967295 bytes; this service allows 131072")
        #expect(FrameFault.nonZeroInfo(.single, 1).description == "a Single frame carries frame info 1 instead of 0")
        #expect(FrameFault.unknownService(8).description == "service 0x08 is unknown")
    }
}
