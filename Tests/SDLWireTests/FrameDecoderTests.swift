// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLWire
import Testing

struct FrameDecoderTests {
    static let all = FrameVector.legal.reduce(into: ByteBuffer()) { $0.writeImmutableBuffer($1.bytes) }

    struct Stream: CustomTestStringConvertible {
        let testDescription: String
        let hex: String
        let frames: [String]
        let discarded: Int
    }

    /// Streams with gaps and noise, and what a decoder that resynchronises finds in them.
    static let streams = [
        Stream(
            testDescription: "several frames in one read", hex: "30000001000000000000000d 500a01010000000000000000",
            frames: ["30000001000000000000000d", "500a01010000000000000000"], discarded: 0),
        Stream(
            testDescription: "short and long headers mixed", hex: "1007010000000000 500a01010000000000000000",
            frames: ["1007010000000000", "500a01010000000000000000"], discarded: 0),
        Stream(
            testDescription: "noise before the first frame", hex: "00ff41540d0a 500a01010000000000000000 30000001000000000000000d",
            frames: ["500a01010000000000000000", "30000001000000000000000d"], discarded: 6),
        Stream(
            testDescription: "a lost payload byte costs the next frame",
            hex: "510a0001000000080000002b0100ffff0200fe 30000001000000000000000d 500a01010000000000000000",
            frames: ["510a0001000000080000002b0100ffff0200fe30", "500a01010000000000000000"], discarded: 11),
        Stream(
            testDescription: "a lost header byte makes a frame that never was", hex: "300001000000000000000d 500a01010000000000000000",
            frames: ["300001000000000000000d50"], discarded: 11),
        Stream(
            testDescription: "an oversize header is skipped byte by byte", hex: "510700010002000100000005 30000001000000000000000d",
            frames: ["30000001000000000000000d"], discarded: 12),
    ]

    @Test(arguments: FrameVector.legal)
    func `a frame is found at every split of its bytes`(vector: FrameVector) {
        for split in 1...vector.bytes.readableBytes {
            let run = DecoderRun(vector.bytes.pieces([split, vector.bytes.readableBytes]))
            #expect(run.frames == [vector.frame])
            #expect(run.faults.isEmpty)
        }
    }

    @Test(arguments: [1, 2, 3, 7, 8, 11, 12, 13, 100, 1000, 1_000_000], [FrameDecoder.Recovery.failStream, .resynchronise])
    func `many frames are found in pieces of any size`(size: Int, recovery: FrameDecoder.Recovery) {
        let run = DecoderRun(Self.all.pieces([size]), recovery: recovery)
        #expect(run.frames == FrameVector.legal.map(\.frame))
        #expect(run.discarded == 0)
    }

    @Test(arguments: streams)
    func `a resynchronising decoder finds the frames of a damaged stream`(stream: Stream) {
        let bytes = ByteBuffer(hex: stream.hex)
        for split in 1...bytes.readableBytes {
            let run = DecoderRun(bytes.pieces([split, bytes.readableBytes]), recovery: .resynchronise)
            #expect(run.frames.map { $0.encoded() } == stream.frames.map(ByteBuffer.init(hex:)))
            #expect(run.discarded == stream.discarded)
        }
        #expect(DecoderRun(bytes.pieces([1]), recovery: .resynchronise).frames.count == stream.frames.count)
    }

    @Test(arguments: FrameContextTests.illegal)
    func `a stream skips a frame it can measure and ends at one it cannot`(hex: String, fault: FrameFault) {
        var bytes = ByteBuffer(hex: hex)
        let next = FrameVector.named("v3 heartbeat")
        var header = bytes
        let size = FrameHeader(decoding: &header).map { $0.encodedSize + Int($0.dataSize) } ?? 0
        if fault.isSkippable, bytes.readableBytes < size { bytes.writeRepeatingByte(0, count: size - bytes.readableBytes) }
        if fault.isSkippable { bytes = bytes.getSlice(at: 0, length: size) ?? bytes }
        bytes.writeImmutableBuffer(next.bytes)
        for step in [1, 5, 12, 10_000] {
            let run = DecoderRun(bytes.pieces([step]))
            #expect(run.faults == [fault])
            #expect(run.frames == (fault.isSkippable ? [next.frame] : []))
            #expect(run.isFailed == !fault.isSkippable)
        }
    }

    @Test func `a failed stream swallows everything and holds nothing`() {
        var decoder = FrameDecoder(recovery: .failStream, context: .unrestricted)
        decoder.append(ByteBuffer(string: "HTTP/1.1 400 Bad Request\r\n"))
        guard case .problem(let problem)? = decoder.next() else { return #expect(Bool(false), "no problem reported") }
        #expect(problem.endsStream)
        #expect(problem.description.hasSuffix(#""HTTP/1.1 400 Bad Request  ""#))
        decoder.append(Self.all)
        #expect(decoder.next() == nil)
        #expect(decoder.pendingBytes.readableBytes == 0)
        #expect(decoder.discardedBytes == 26 + Self.all.readableBytes)
        #expect(!decoder.isInsideFrame)
    }

    @Test func `a run of noise is counted and reported once`() {
        var decoder = FrameDecoder(recovery: .resynchronise, context: .unrestricted)
        decoder.append(ByteBuffer(repeating: 0xFF, count: 5000))
        var outputs: [FrameDecoder.Output] = []
        while let output = decoder.next() { outputs.append(output) }
        decoder.append(FrameVector.named("v3 heartbeat").bytes)
        while let output = decoder.next() { outputs.append(output) }
        let problem = FrameProblem(fault: .version(15), bytes: ByteBuffer(repeating: 0xFF, count: 32), endsStream: false)
        #expect(outputs == [.problem(problem), .frame(FrameVector.named("v3 heartbeat").frame)])
        #expect(decoder.malformedRuns == 1)
        #expect(decoder.resyncs == 1)
        #expect(decoder.discardedBytes == 5000)
    }

    @Test func `an unfinished frame can be given up`() {
        var decoder = FrameDecoder(recovery: .resynchronise, context: .unrestricted)
        // Announces 16 bytes; only a whole heartbeat follows, which is swallowed until the owner gives up.
        decoder.append(ByteBuffer(hex: "51070001 00000010 00000005"))
        decoder.append(FrameVector.named("v3 heartbeat").bytes)
        #expect(decoder.next() == nil)
        #expect(decoder.isInsideFrame)
        #expect(decoder.discardStalled() == nil)
        guard case .problem(let problem)? = decoder.next() else { return #expect(Bool(false), "no problem reported") }
        #expect(problem.fault == .stalled(received: 24))
        #expect(decoder.next() == .frame(FrameVector.named("v3 heartbeat").frame))
        #expect(decoder.discardedBytes == 12)
        #expect(!decoder.isInsideFrame)
    }

    @Test func `a stream ends when its unfinished frame is given up`() {
        var decoder = FrameDecoder(recovery: .failStream, context: .unrestricted)
        #expect(decoder.discardStalled() == nil)
        decoder.append(ByteBuffer(hex: "5107"))
        #expect(decoder.next() == nil)
        #expect(decoder.discardStalled() == FrameProblem(fault: .stalled(received: 2), bytes: ByteBuffer(hex: "5107"), endsStream: true))
        #expect(decoder.isFailed)
    }

    @Test func `a stream that never pauses between frames does not grow the buffer`() {
        var decoder = FrameDecoder(recovery: .failStream, context: .unrestricted)
        let frame = FrameVector.named("v5 rpc on hmi status notification").bytes
        decoder.append(frame.getSlice(at: 0, length: 5) ?? ByteBuffer())
        var turned = frame.getSlice(at: 5, length: frame.readableBytes - 5) ?? ByteBuffer()
        turned.writeImmutableBuffer(frame.getSlice(at: 0, length: 5) ?? ByteBuffer())
        for _ in 0..<10_000 {
            decoder.append(turned)
            while decoder.next() != nil {}
        }
        #expect(decoder.pendingBytes.readableBytes == 5)
        #expect(decoder.pendingBytes.storageCapacity <= 1024)
    }

    @Test func `payloads are slices of what came`() {
        var decoder = FrameDecoder(recovery: .failStream, context: .unrestricted)
        let bytes = FrameVector.named("v5 rpc register app interface request").bytes
        decoder.append(bytes)
        guard case .frame(let frame)? = decoder.next() else { return #expect(Bool(false), "no frame") }
        let address = bytes.withUnsafeReadableBytes { UInt(bitPattern: $0.baseAddress) }
        #expect(frame.payload.withUnsafeReadableBytes { UInt(bitPattern: $0.baseAddress) } == address + 12)
    }

    @Test func `random frames survive random pieces with noise between them`() {
        var random = SplitMix(2)
        for _ in 0..<60 {
            var bytes = ByteBuffer()
            var frames: [Frame] = []
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                // Zeros are never the beginning of a frame, so this noise cannot be mistaken for one.
                bytes.writeRepeatingByte(0, count: Int.random(in: 0...5, using: &random))
                let payload = random.bytes(Int.random(in: 1...3000, using: &random))
                frames.append(
                    Frame(
                        version: UInt8.random(in: 3...5, using: &random), frameType: .single, serviceType: .rpc,
                        sessionID: 1, messageID: 7, payload: payload))
                frames[frames.count - 1].encode(into: &bytes)
            }
            let sizes = (0..<40).map { _ in Int.random(in: 1...700, using: &random) }
            #expect(DecoderRun(bytes.pieces(sizes), recovery: .resynchronise).frames == frames)
        }
    }

    @Test(arguments: [FrameDecoder.Recovery.failStream, .resynchronise])
    func `no bytes make a decoder lose count or hold more than a frame`(recovery: FrameDecoder.Recovery) {
        var random = SplitMix(3)
        for _ in 0..<300 {
            var decoder = FrameDecoder(recovery: recovery, context: .unrestricted)
            let bytes = random.mutated(Self.all)
            var taken = 0
            for piece in bytes.pieces([Int.random(in: 1...400, using: &random)]) {
                decoder.append(piece)
                while let output = decoder.next() {
                    if case .frame(let frame) = output { taken += frame.encodedSize }
                }
                #expect(decoder.pendingBytes.readableBytes <= 131_084)
            }
            #expect(taken + decoder.discardedBytes + decoder.pendingBytes.readableBytes == bytes.readableBytes)
        }
    }
}
