// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import SDLWire

/// Turns a link's bytes into frames and messages and back: owns the link, the decoder, the assembler and their timers.
/// It knows no session; both roles sit on it.
final class FramePipe {
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
    private(set) var isOpen = true
    private var isInOutgoingHook = false
    private var queue = SendQueue()
    private var malformedTimes: [Duration] = []
    private var runCode: Diagnostic.Code?
    private var stallTimer: Timer?
    private var assemblyTimer: Timer?
    private var frameBegan = Duration.zero
    private var lastBytes = Duration.zero

    init(link: any Link, world: World, role: FrameLimits.Role, mtu: Int? = nil, policy: LinkPolicy) {
        self.link = link
        self.world = world
        self.policy = policy
        let isLossy = link.kind == .serial
        let context = FrameContext(limits: FrameLimits(role: role, mtu: mtu), sessions: isLossy ? [:] : nil)
        decoder = FrameDecoder(recovery: isLossy ? .resynchronise : .failStream, context: context)
        assembler = MessageAssembler(limits: policy.assemblerLimits(role))
        link.onClose = { [weak self] in self?.closed($0) }
        link.onDrain = { [weak self] in self?.drained() }
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

    /// Closes the link once everything is handed to it.
    func close() {
        while isOpen, !isSending, !queue.isEmpty { writePiece() }
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
        enqueue(.frame(frame, isRaw: isInOutgoingHook))
    }

    func send(_ bytes: ByteBuffer) {
        enqueue(.bytes(bytes))
    }

    func send(_ message: Message) {
        // A frame is never longer than what may wait, whatever the peer takes: nothing overtakes a frame.
        let limit = min(limits.sendLimit(version: message.version, service: message.serviceType), link.depth)
        guard let splitter = MessageSplitter(message, limit: limit) else {
            return diagnose(Diagnostic(code: .notSent, message: "a message of \(message.payload.readableBytes) bytes cannot be sent"))
        }
        enqueue(.message(splitter, size: message.payload.readableBytes))
    }

    /// Whether the link does not take more now, so that what is sent waits here.
    var isCongested: Bool {
        !queue.isEmpty
    }

    private func enqueue(_ entry: SendQueue.Entry) {
        guard isOpen else { return }
        guard queue.accepts(entry) else {
            return diagnose(
                Diagnostic(
                    code: .notSent, message: "\(queue.size) bytes wait for a peer that does not read; one more is dropped"))
        }
        queue.append(entry)
        sendWaiting()
    }

    /// Hands the link as much as it takes; the rest waits for the link to drain, so that more urgent frames can still overtake. A hook
    /// may send while this runs.
    private func sendWaiting() {
        guard !isSending else { return }
        isSending = true
        while isOpen, !queue.isEmpty, link.backlog < link.depth { writePiece() }
        isSending = false
    }

    private func drained() {
        guard isOpen, isCongested else { return }
        sendWaiting()
        if !isCongested { owner?.drained() }
    }

    /// Writes some frames at once. Urgent ones overtake a long message between two such writes only.
    private func writePiece() {
        var buffer = ByteBuffer()
        while buffer.readableBytes < link.depth, let output = queue.next(keepsTogether: buffer.readableBytes > 0) {
            switch output {
            case .frame(let frame, let isRaw): encode(frame, isRaw: isRaw, into: &buffer)
            case .bytes(var bytes): buffer.writeBuffer(&bytes)
            }
        }
        guard isOpen, buffer.readableBytes > 0 else { return }
        counts.bytesOut += buffer.readableBytes
        link.send(buffer)
    }

    private func encode(_ frame: Frame, isRaw: Bool, into buffer: inout ByteBuffer) {
        var frame = frame
        if !isRaw, let hook = hooks.outgoing {
            isInOutgoingHook = true
            defer { isInOutgoingHook = false }
            guard let changed = hook(frame) else { return }
            frame = changed
        }
        counts.framesOut += 1
        frame.encode(into: &buffer)
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
            // The hook may have closed the link.
            guard let changed = hook(frame), isOpen else { return }
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
        malformedTimes.removeAll { $0 + limit.window < world.now }
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
        link.onDrain = nil
    }
}
