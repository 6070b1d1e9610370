// SPDX-License-Identifier: Apache-2.0

/// The files an application has on the head unit, and the transactions that change them, one at a time.
///
/// ```
/// shutDown ─ start ─▶ fetchingList ─ list, or a refusal that means "not now" ─▶ ready
///                          └──────── any other failure ───────────────────────▶ failed ─ a later list ─▶ ready
/// ```
struct FileStore: Equatable {
    /// What is asked of the head unit.
    enum Job: Equatable {
        case list
        case upload(FileUpload)
        case delete(String)
    }

    enum Effect: Equatable {
        case sendList(job: Int)
        case sendChunk(job: Int, FileChunk)
        case sendDelete(job: Int, name: String)
        /// So many of the file's bytes have arrived.
        case reportProgress(job: Int, sent: Int, total: Int)
        case finish(job: Int, ApplicationError?)
        /// The first list is there, or there will be none.
        case reportStarted(ApplicationError?)
    }

    private struct Entry: Equatable {
        var id: Int
        var job: Job
    }

    private enum State: Equatable {
        case shutDown, fetchingList, ready
        case failed(ApplicationError)
    }

    /// More than this waiting is a script running away.
    static let limit = 10_000
    /// Assumed when the head unit does not say.
    static let assumedSpace = 2_000_000_000
    private static let firstJob = 0
    private static let attempts = 2

    private var state = State.shutDown
    private(set) var names: [String] = []
    private(set) var spaceAvailable = 0
    /// False for head units before RPC 4.4, whose list names files that are gone.
    var trustsList = true
    private var uploadedHere: Set<String> = []
    private var failures: [String: Int] = [:]
    private var waiting: [Entry] = []
    private var current: Entry?
    private var lastJob = 0

    // MARK: Questions

    func has(_ name: String) -> Bool { names.contains(name) }

    func isOnHeadUnit(_ name: String, isPersistent: Bool) -> Bool {
        has(name) && (trustsList || isPersistent || uploadedHere.contains(name))
    }

    // MARK: Life

    mutating func start() -> [Effect] {
        guard state == .shutDown else { return [] }
        state = .fetchingList
        waiting.insert(Entry(id: Self.firstJob, job: .list), at: 0)
        return work()
    }

    /// The session is gone: everything that waits fails, and what the head unit said is forgotten.
    mutating func shutDown(_ error: ApplicationError) -> [Effect] {
        let open = ([current].compactMap(\.self) + waiting).filter { $0.id != Self.firstJob }
        state = .shutDown
        names = []
        spaceAvailable = 0
        failures = [:]
        waiting = []
        current = nil
        return open.map { .finish(job: $0.id, error) }
    }

    // MARK: Jobs

    mutating func submit(_ job: Job) -> (id: Int, effects: [Effect]) {
        lastJob += 1
        if let error = refusal(of: job) { return (lastJob, [.finish(job: lastJob, error)]) }
        // A list is quick, and what waits may depend on it.
        let entry = Entry(id: lastJob, job: job)
        if case .list = job { waiting.insert(entry, at: 0) } else { waiting.append(entry) }
        return (lastJob, work())
    }

    private func refusal(of job: Job) -> ApplicationError? {
        if state == .shutDown { return .file(.unableToStart, "files can be reached only while the application is ready") }
        if waiting.count >= Self.limit {
            return ApplicationError(kind: .limit, message: "\(Self.limit) file transactions are waiting already")
        }
        guard case .upload(let upload) = job else { return nil }
        if upload.size == 0 { return .file(.dataMissing, "`\(upload.name)` was not uploaded: it is empty") }
        guard case .failed(let error) = state else { return nil }
        return .file(.unableToUpload, "`\(upload.name)` was not uploaded: the head unit's files are not known, \(error.message)")
    }

    mutating func cancel(_ id: Int) -> [Effect] {
        let error = ApplicationError.file(.uploadCanceled, "the transaction was cancelled", kind: .cancelled)
        if let position = waiting.firstIndex(where: { $0.id == id }) {
            waiting.remove(at: position)
            return [.finish(job: id, error)]
        }
        guard current?.id == id, case .upload(var upload)? = current?.job else { return [] }
        upload.giveUp(error)
        current?.job = .upload(upload)
        return finishIfOver(upload)
    }

    // MARK: Answers

    mutating func listAnswered(_ id: Int, _ result: Result<(names: [String], space: Int?), ApplicationError>) -> [Effect] {
        guard current?.id == id else { return [] }
        var problem: ApplicationError?
        switch result {
        case .success(let list):
            names = list.names
            spaceAvailable = list.space ?? Self.assumedSpace
            state = .ready
        case .failure(let error):
            problem = error
            if state == .fetchingList { state = Self.meansLater(error) ? .ready : .failed(error) }
        }
        guard id == Self.firstJob else { return conclude(.finish(job: id, problem)) }
        return conclude(.reportStarted(state == .ready ? nil : problem))
    }

    /// The head unit does not let the application list its files now; that says nothing about uploads.
    private static func meansLater(_ error: ApplicationError) -> Bool {
        error.resultCode == "DISALLOWED" || error.resultCode == "ENCRYPTION_NEEDED"
    }

    mutating func chunkAnswered(_ id: Int, _ chunk: FileChunk, space: Int?) -> [Effect] {
        guard current?.id == id, case .upload(var upload)? = current?.job else { return [] }
        upload.succeeded(count: chunk.count)
        current?.job = .upload(upload)
        if let space { spaceAvailable = space }
        guard upload.failure == nil else { return finishIfOver(upload) }
        let progress = Effect.reportProgress(job: id, sent: upload.answered, total: upload.size)
        return [progress] + (upload.isOver ? finishIfOver(upload) : sendMore())
    }

    /// - Parameter isFinal: the file itself can't be read, so that another attempt would fail too.
    mutating func chunkFailed(_ id: Int, _ error: ApplicationError, isFinal: Bool = false) -> [Effect] {
        guard current?.id == id, case .upload(var upload)? = current?.job else { return [] }
        upload.failed(error, isFinal: isFinal)
        current?.job = .upload(upload)
        return finishIfOver(upload)
    }

    mutating func deleteAnswered(_ id: Int, _ name: String, space: Int?, _ error: ApplicationError?) -> [Effect] {
        guard current?.id == id else { return [] }
        if error == nil {
            names.removeAll { $0 == name }
            uploadedHere.remove(name)
            if let space { spaceAvailable = space }
        }
        return conclude(.finish(job: id, error))
    }

    // MARK: Steps

    private mutating func conclude(_ effect: Effect) -> [Effect] {
        current = nil
        return [effect] + work()
    }

    private mutating func work() -> [Effect] {
        guard current == nil, !waiting.isEmpty else { return [] }
        // Nothing can be said about a file before the first list.
        if state == .fetchingList, waiting[0].id != Self.firstJob { return [] }
        let next = waiting.removeFirst()
        current = next
        switch next.job {
        case .list: return [.sendList(job: next.id)]
        case .delete(let name): return begin(delete: name, next.id)
        case .upload(let upload): return begin(upload, next.id)
        }
    }

    private mutating func begin(delete name: String, _ id: Int) -> [Effect] {
        guard has(name) else {
            return conclude(.finish(job: id, .file(.fileDoesNotExist, "`\(name)` was not deleted: the head unit has no such file")))
        }
        return [.sendDelete(job: id, name: name)]
    }

    private mutating func begin(_ upload: FileUpload, _ id: Int) -> [Effect] {
        if !upload.overwrites, isOnHeadUnit(upload.name, isPersistent: upload.isPersistent) {
            let message = "`\(upload.name)` was not uploaded: the head unit has a file of that name; pass { overwrite = true }"
            return conclude(.finish(job: id, .file(.cannotOverwrite, message)))
        }
        return sendMore()
    }

    private mutating func sendMore() -> [Effect] {
        guard let id = current?.id, case .upload(var upload)? = current?.job else { return [] }
        let chunks = upload.chunks()
        current?.job = .upload(upload)
        return chunks.map { .sendChunk(job: id, $0) }
    }

    private mutating func finishIfOver(_ upload: FileUpload) -> [Effect] {
        guard let id = current?.id, upload.isOver else { return [] }
        guard let failure = upload.failure else {
            if !has(upload.name) { names.append(upload.name) }
            uploadedHere.insert(upload.name)
            return conclude(.finish(job: id, nil))
        }
        guard !upload.isGivenUp else { return conclude(.finish(job: id, failure)) }
        failures[upload.name, default: 0] += 1
        guard failures[upload.name, default: 0] < Self.attempts, !isOnHeadUnit(upload.name, isPersistent: upload.isPersistent) else {
            return conclude(.finish(job: id, failure))
        }
        current?.job = .upload(upload.anew)
        return sendMore()
    }
}
