// SPDX-License-Identifier: Apache-2.0
public import NIOCore

/// Cuts a byte stream into frames.
///
/// ```swift
/// decoder.append(bytes)
/// while let output = decoder.next() { … }
/// ```
/// It waits for a whole header before it judges the size, judges the size before it waits for the payload, and never holds more than
/// one frame of the largest accepted size. Payloads are slices of what was appended.
public struct FrameDecoder: Sendable {
    /// What to do about bytes that are no frame.
    public enum Recovery: Hashable, Sendable {
        /// On a reliable stream: skip the frame when its header still says where it ends, otherwise fail for good.
        case failStream
        /// On a link that loses bytes: move one byte from where the candidate began and look again.
        case resynchronise
    }

    /// What ``next()`` found.
    public enum Output: Hashable, Sendable {
        case frame(Frame)
        case problem(FrameProblem)
    }

    private enum Mode: Hashable, Sendable {
        case scanning
        case skipping(Int)
        case failed
    }

    private struct Run: Hashable, Sendable {
        var fault: FrameFault
        var bytes = ByteBuffer()
        var isReported = false
    }

    /// What this decoder does about bytes that are no frame.
    public let recovery: Recovery
    /// Change it as sessions open and close; it applies to the next header judged.
    public var context: FrameContext
    /// Runs of bytes that were no frame.
    public private(set) var malformedRuns = 0
    /// Bytes thrown away in those runs.
    public private(set) var discardedBytes = 0
    /// Times a frame was found again after a run.
    public private(set) var resyncs = 0
    private var buffer = ByteBuffer()
    private var mode = Mode.scanning
    private var run: Run?

    public init(recovery: Recovery, context: FrameContext) {
        self.recovery = recovery
        self.context = context
    }

    /// Bytes received that do not make a frame yet.
    public var pendingBytes: ByteBuffer {
        buffer
    }

    /// Whether a frame has begun and not ended: the state in which a link can stall.
    public var isInsideFrame: Bool {
        mode != .failed && (buffer.readableBytes > 0 || mode != .scanning)
    }

    /// Whether the stream is lost. Bytes appended from now on are only counted.
    public var isFailed: Bool {
        mode == .failed
    }

    /// Takes bytes as they came, in pieces of any size.
    public mutating func append(_ bytes: ByteBuffer) {
        if mode == .failed {
            discardedBytes += bytes.readableBytes
        } else if buffer.readableBytes == 0 {
            buffer = bytes
        } else {
            if buffer.readerIndex > buffer.readableBytes { buffer.discardReadBytes() }
            buffer.writeImmutableBuffer(bytes)
        }
    }

    /// The next frame or problem; nil when more bytes are needed.
    public mutating func next() -> Output? {
        while true {
            switch mode {
            case .failed: return nil
            case .skipping(let count):
                guard skip(count) else { return nil }
            case .scanning:
                guard let header = FrameHeader(peeking: buffer) else {
                    // An idle link keeps no read buffer alive.
                    buffer = ByteBuffer()
                    return nil
                }
                let known = min(buffer.readableBytes, header.encodedSize)
                if recovery == .failStream, known < header.encodedSize { return nil }
                if let fault = context.fault(in: header, knownBytes: known) {
                    if let problem = refuse(header, fault) { return .problem(problem) }
                } else {
                    return takeFrame(header)
                }
            }
        }
    }

    /// Gives up on an unfinished frame: a resynchronising decoder moves on by one byte, any other fails and says so.
    /// Call ``next()`` afterwards.
    public mutating func discardStalled() -> FrameProblem? {
        guard isInsideFrame else { return nil }
        beginRun(.stalled(received: buffer.readableBytes))
        switch recovery {
        case .failStream:
            showPending()
            fail()
            return report(endsStream: true)
        case .resynchronise:
            discard(1)
            return nil
        }
    }

    private mutating func showPending() {
        let shown = buffer.getSlice(at: buffer.readerIndex, length: min(buffer.readableBytes, ByteText.shownBytes))
        run?.bytes = shown ?? ByteBuffer()
    }

    private mutating func takeFrame(_ header: FrameHeader) -> Output? {
        let size = header.encodedSize + Int(header.dataSize)
        guard buffer.readableBytes >= size else { return nil }
        if let problem = endRun() { return .problem(problem) }
        buffer.moveReaderIndex(forwardBy: header.encodedSize)
        guard let payload = buffer.readSlice(length: Int(header.dataSize)) else { return nil }
        return .frame(Frame(header: header, payload: payload))
    }

    private mutating func refuse(_ header: FrameHeader, _ fault: FrameFault) -> FrameProblem? {
        switch recovery {
        case .resynchronise:
            beginRun(fault)
            discard(1)
            return (run?.bytes.readableBytes ?? 0) >= ByteText.shownBytes ? report(endsStream: false) : nil
        case .failStream:
            beginRun(fault)
            showPending()
            defer { run = nil }
            let limit = context.limits.receiveLimit(version: header.version, service: header.serviceType)
            guard fault.isSkippable, header.dataSize <= limit else {
                fail()
                return report(endsStream: true)
            }
            mode = .skipping(header.encodedSize + Int(header.dataSize))
            return report(endsStream: false)
        }
    }

    private mutating func skip(_ count: Int) -> Bool {
        let available = min(count, buffer.readableBytes)
        buffer.moveReaderIndex(forwardBy: available)
        discardedBytes += available
        mode = available == count ? .scanning : .skipping(count - available)
        return available == count
    }

    private mutating func fail() {
        discardedBytes += buffer.readableBytes
        buffer = ByteBuffer()
        mode = .failed
    }

    private mutating func discard(_ count: Int) {
        guard var bytes = buffer.readSlice(length: count) else { return }
        discardedBytes += count
        if let shown = run?.bytes.readableBytes, shown < ByteText.shownBytes { run?.bytes.writeBuffer(&bytes) }
    }

    private mutating func beginRun(_ fault: FrameFault) {
        guard run == nil else { return }
        run = Run(fault: fault)
        malformedRuns += 1
    }

    private mutating func endRun() -> FrameProblem? {
        guard run != nil else { return nil }
        defer { run = nil }
        resyncs += 1
        return report(endsStream: false)
    }

    private mutating func report(endsStream: Bool) -> FrameProblem? {
        guard let run, !run.isReported else { return nil }
        self.run?.isReported = true
        return FrameProblem(fault: run.fault, bytes: run.bytes, endsStream: endsStream)
    }
}
