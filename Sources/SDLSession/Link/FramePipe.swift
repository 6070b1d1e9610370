// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import SDLWire

/// Turns a link's bytes into frames and messages and back: owns the link, the decoder, the assembler and their timers.
/// It knows no session; both roles sit on it.
final class FramePipe {
    /// The most bytes handed to the link at once; a longer message goes out in several pieces.
    private static let writeSize = 256 * 1024
    /// Messages a hook may have waiting while another is being sent.
    private static let maximumWaiting = 1000

    let link: any Link
    let world: World
    let policy: LinkPolicy
    weak var owner: (any FramePipeOwner)?
    var hooks = FrameHooks()
    private var decoder: FrameDecoder
    private var assembler: MessageAssembler
    private var counts = LinkStats()
    private var isPumping = false
    private var isSending = false
    private var isOpen = true
    private var waiting: CircularBuffer<Sending> = []
    private var malformedTimes: CircularBuffer<Duration> = []
    private var runCode: Diagnostic.Code?
    private var stallTimer: Timer?
    private var assemblyTimer: Timer?
    private var frameBegan = Duration.zero
    private var lastBytes = Duration.zero

    private enum Sending {
        case frame(Frame)
        case message(MessageSplitter)
    }

    init(link: any Link, world: World, role: FrameLimits.Role, mtu: Int? = nil, policy: LinkPolicy) {
        self.link = link
        self.world = world
        self.policy = policy
        let isLossy = link.kind == .serial
        let context = FrameContext(limits: FrameLimits(role: role, mtu: mtu), sessions: isLossy ? [:] : nil)
        decoder = FrameDecoder(recovery: isLossy ? .resynchronise : .failStream, context: context)
        assembler = MessageAssembler(limits: policy.assemblerLimits(role))
        link.onClose = { [weak self] in self?.closed($0) }
    }

    var stats: LinkStats {
        var stats = counts
        stats.malformed += decoder.malformedRuns
        stats.discardedBytes = decoder.discardedBytes
        stats.resyncs = decoder.resyncs
        return stats
    }

    var limits: FrameLimits {
        get { decoder.context.limits }
        set { decoder.context.limits = newValue }
    }

    /// Begins to take bytes; those that came before are taken now.
    func start() {
        guard isOpen else { return }
        link.onBytes = { [weak self] in self?.received($0) }
    }

    func close() {
        isOpen = false
        stop()
        link.close()
    }

    func forget(_ session: SessionID) {
        assembler.removeAll(of: session)
    }

    func expectations(of session: SessionID) -> [AssemblyKey: UInt8] {
        assembler.expectations(of: session)
    }

    // MARK: Out

    func send(_ frame: Frame) {
        enqueue(.frame(frame))
    }

    /// Sends a message's frames together: two messages in pieces at a time would mix in some real receivers.
    func send(_ message: Message) {
        let limit = limits.sendLimit(version: message.version, service: message.serviceType)
        guard let splitter = MessageSplitter(message, limit: limit) else {
            return diagnose(Diagnostic(code: .notSent, message: "a message of \(message.payload.readableBytes) bytes cannot be sent"))
        }
        enqueue(.message(splitter))
    }

    private func enqueue(_ sending: Sending) {
        guard isOpen else { return }
        guard waiting.count < Self.maximumWaiting else {
            return diagnose(Diagnostic(code: .notSent, message: "\(waiting.count) messages are waiting; this one is dropped"))
        }
        waiting.append(sending)
        guard !isSending else { return }
        isSending = true
        while let next = waiting.popFirst() { write(next) }
        isSending = false
    }

    private func write(_ sending: Sending) {
        var buffer = ByteBuffer()
        switch sending {
        case .frame(let frame): encode(frame, into: &buffer)
        case .message(let splitter):
            for frame in splitter {
                encode(frame, into: &buffer)
                if buffer.readableBytes >= Self.writeSize { flush(&buffer) }
            }
        }
        flush(&buffer)
    }

    private func encode(_ frame: Frame, into buffer: inout ByteBuffer) {
        var frame = frame
        if let hook = hooks.outgoing {
            guard let changed = hook(frame) else { return }
            frame = changed
        }
        counts.framesOut += 1
        frame.encode(into: &buffer)
    }

    private func flush(_ buffer: inout ByteBuffer) {
        guard isOpen, buffer.readableBytes > 0 else { return }
        counts.bytesOut += buffer.readableBytes
        link.send(buffer)
        buffer = ByteBuffer()
    }

    // MARK: In

    private func received(_ bytes: ByteBuffer) {
        guard isOpen else { return }
        counts.bytesIn += bytes.readableBytes
        lastBytes = world.now
        if !decoder.isInsideFrame { frameBegan = lastBytes }
        decoder.append(bytes)
        pump()
    }

    private func pump() {
        guard !isPumping else { return }
        isPumping = true
        while isOpen {
            if decoder.recovery == .resynchronise, let owner { decoder.context.sessions = owner.expectedFrames }
            guard let output = decoder.next() else { break }
            switch output {
            case .frame(let frame):
                frameBegan = world.now
                take(frame)
            case .problem(let problem): refuse(problem)
            }
        }
        isPumping = false
        watchForStall()
        watchAssemblies()
    }

    private func take(_ original: Frame) {
        counts.framesIn += 1
        var frame = original
        if let hook = hooks.incoming {
            guard let changed = hook(frame) else { return }
            frame = changed
        }
        if frame.header.frameType == .control {
            owner?.receivedControl(frame)
        } else if owner?.accepts(frame) == true {
            assemble(frame)
        }
    }

    private func assemble(_ frame: Frame) {
        let limit = limits.receiveLimit(version: frame.header.version, service: frame.header.serviceType)
        switch assembler.receive(frame, frameLimit: limit, at: world.now) {
        case .incomplete: break
        case .message(let message):
            owner?.received(message)
        case .dropped(let fault): reportOddity(Diagnostic(.malformedMessage, "\(fault)", frame))
        }
    }

    private func refuse(_ problem: FrameProblem) {
        report(Diagnostic(code: .malformedBytes, message: "\(problem.fault)", bytes: problem.bytes))
        guard !problem.endsStream else { return owner?.streamBroke("\(problem)") ?? () }
        let limit = policy.malformedLimit(link.kind)
        malformedTimes.append(world.now)
        while let first = malformedTimes.first, first + limit.window < world.now { malformedTimes.removeFirst() }
        if malformedTimes.count > limit.runs {
            owner?.streamBroke("\(malformedTimes.count) malformed runs within \(limit.window.shortText), the last one \(problem)")
        }
    }

    // MARK: Oddities

    /// Counts a frame or message that could not be used and reports the first of a run.
    func reportOddity(_ diagnostic: Diagnostic) {
        counts.malformed += 1
        report(diagnostic)
    }

    /// Ends a run: the next oddity is reported again.
    func noteGoodMessage() {
        runCode = nil
    }

    func countTimeout() {
        counts.timeouts += 1
    }

    private func report(_ diagnostic: Diagnostic) {
        guard runCode != diagnostic.code else { return }
        runCode = diagnostic.code
        diagnose(diagnostic)
    }

    private func diagnose(_ diagnostic: Diagnostic) {
        owner?.diagnose(diagnostic)
    }

    // MARK: Time

    /// One timer watches all frames: it looks at the time of the last byte when it fires instead of being set anew for each.
    private func watchForStall() {
        guard isOpen, decoder.isInsideFrame, stallTimer == nil else { return }
        stallTimer = world.after(stallDeadline - world.now) { [weak self] in self?.stallTimerFired() }
    }

    private var stallDeadline: Duration {
        min(lastBytes + policy.stallTimeout(link.kind), frameBegan + policy.frameTimeout)
    }

    private func stallTimerFired() {
        stallTimer = nil
        guard isOpen, decoder.isInsideFrame else { return }
        guard stallDeadline <= world.now else { return watchForStall() }
        counts.timeouts += 1
        // Nothing more is coming: whatever the rest may begin is unfinished too.
        while isOpen, decoder.isInsideFrame {
            if let problem = decoder.discardStalled() { refuse(problem) }
            pump()
        }
    }

    private func watchAssemblies() {
        guard isOpen, assemblyTimer == nil, let deadline = assembler.nextDeadline else { return }
        assemblyTimer = world.after(deadline - world.now) { [weak self] in self?.assemblyTimerFired() }
    }

    private func assemblyTimerFired() {
        assemblyTimer = nil
        for fault in assembler.expire(at: world.now) {
            counts.timeouts += 1
            reportOddity(Diagnostic(code: .malformedMessage, message: "\(fault)"))
        }
        watchAssemblies()
    }

    private func closed(_ closure: LinkClosure) {
        isOpen = false
        stop()
        owner?.linkClosed(closure)
    }

    private func stop() {
        stallTimer?.cancel()
        assemblyTimer?.cancel()
        link.onBytes = nil
    }
}
