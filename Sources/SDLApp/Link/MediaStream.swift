// SPDX-License-Identifier: Apache-2.0
import DynoWorld
public import NIOCore
import SDLSession
public import SDLWire

/// A running audio or video service: sends bytes as fast as the link takes them, or at a rate.
///
/// What is sent waits in the order of the calls; at most as much as the link holds is handed over at a time.
public final class MediaStream {
    /// ``ServiceType/audio`` or ``ServiceType/video``.
    public let service: ServiceType
    /// What the head unit accepted: its MTU, and for video the picture.
    public let accepted: StartServiceACKPayload
    /// Bytes handed to the session so far.
    public private(set) var bytesSent = 0
    /// Why it runs no more; nil while it does.
    public private(set) var ending: ApplicationError?

    private let session: AppSession
    private let world: World
    private var jobs: [Job] = []
    private var lastJob = 0
    private var timer: Timer?
    private var isRunning = false
    private var closers: [() -> Void] = []

    private struct Job {
        let id: Int
        var rest: ByteBuffer
        /// Bytes a second; nil: as fast as the link takes them.
        let rate: Int?
        /// When the job's first byte could go out; nil before its turn came.
        var start: Duration?
        var sent = 0
        let completion: (Result<Void, ApplicationError>) -> Void
    }

    /// Rates a caller may ask for, in bytes a second.
    public static let rates = 1...(1 << 30)
    /// The most bytes handed over at once.
    private static let chunkSize = 64 << 10
    /// How often a second bytes go out at a rate.
    private static let chunksPerSecond = 10

    init(service: ServiceType, accepted: StartServiceACKPayload, session: AppSession, world: World) {
        self.service = service
        self.accepted = accepted
        self.session = session
        self.world = world
    }

    /// Whether bytes can be sent.
    public var isOpen: Bool { ending == nil }

    /// Sends bytes after everything sent before. Completes when the last one has been handed to the link; at a rate, when its time has
    /// come, so that the whole takes exactly as long as the rate says.
    /// - Returns: Takes back what has not gone out yet; the completion is not called then.
    @discardableResult
    public func send(
        _ bytes: ByteBuffer, rate: Int? = nil, completion: @escaping (Result<Void, ApplicationError>) -> Void = { _ in }
    ) -> () -> Void {
        if let ending {
            completion(.failure(ending))
            return {}
        }
        lastJob += 1
        let id = lastJob
        let rate = rate.map { min(max($0, Self.rates.lowerBound), Self.rates.upperBound) }
        jobs.append(Job(id: id, rest: bytes, rate: rate, completion: completion))
        run()
        return { [weak self] in self?.cancel(id) }
    }

    /// Ends the service, after what was handed to the link; what still waits is given up. Completes when the head unit has answered.
    public func close(completion: @escaping () -> Void = {}) {
        guard isOpen else { return completion() }
        closers.append(completion)
        let closed = ApplicationError(kind: .notConnected, message: "the \(service.name) stream is closed")
        fail(closed)
        session.endService(service)
    }

    /// Goes on with what waits.
    func run() {
        guard !isRunning else { return }
        isRunning = true
        defer { isRunning = false }
        while isOpen, timer == nil, !session.isCongested, !jobs.isEmpty { step() }
    }

    /// The service is over, by whoever's wish.
    func ended(_ error: ApplicationError) {
        fail(error)
        let waiting = closers
        closers = []
        for closer in waiting { closer() }
    }

    private func step() {
        var job = jobs[0]
        guard job.rest.readableBytes > 0 else {
            jobs.removeFirst()
            return job.completion(.success(()))
        }
        let start = job.start ?? world.now
        job.start = start
        let size = min(job.rest.readableBytes, chunkSize(job.rate))
        let due = job.rate.map { start + Self.time(of: job.sent + size, at: $0) } ?? start
        if due > world.now {
            jobs[0] = job
            timer = world.after(due - world.now) { [weak self] in
                self?.timer = nil
                self?.run()
            }
        } else if let chunk = job.rest.readSlice(length: size) {
            job.sent += size
            bytesSent += size
            // Before the frames go out: a hook that sees them may send or cancel.
            jobs[0] = job
            session.sendStream(chunk, on: service)
        }
    }

    private func chunkSize(_ rate: Int?) -> Int {
        guard let rate else { return Self.chunkSize }
        return min(Self.chunkSize, max(1, rate / Self.chunksPerSecond))
    }

    private static func time(of bytes: Int, at rate: Int) -> Duration {
        .seconds(1) * (Double(bytes) / Double(rate))
    }

    private func cancel(_ id: Int) {
        guard let position = jobs.firstIndex(where: { $0.id == id }) else { return }
        jobs.remove(at: position)
        guard position == 0 else { return }
        timer?.cancel()
        timer = nil
        run()
    }

    private func fail(_ error: ApplicationError) {
        guard isOpen else { return }
        ending = error
        timer?.cancel()
        timer = nil
        let waiting = jobs
        jobs = []
        for job in waiting { job.completion(.failure(error)) }
    }
}

extension ServiceType {
    /// `audio` or `video`, for messages.
    var name: String { self == .video ? "video" : "audio" }
}
