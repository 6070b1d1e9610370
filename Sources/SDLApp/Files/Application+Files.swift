// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import SDLRPC
import SDLSession
import SDLWire

/// The application's files on the head unit.
extension Application {
    /// The names the head unit listed, and those that were uploaded since.
    public var fileNames: [String] { files.names }
    /// In bytes, as the head unit said last; 0 before it has.
    public var fileSpace: Int { files.spaceAvailable }

    /// How an upload is done.
    public struct UploadOptions {
        /// Replaces a file of the same name; without it such an upload fails.
        public var overwrites = false
        /// Sent instead of the right checksum.
        public var checksum: UInt32?
        public var onProgress: ((_ sent: Int, _ total: Int) -> Void)?

        public init() {}
    }

    /// Uploads a file in parts. Uploads wait for one another.
    ///
    /// - Returns: the number to cancel it by.
    @discardableResult
    public func upload(
        _ file: AppFile, options: UploadOptions = UploadOptions(), completion: @escaping (Result<Void, ApplicationError>) -> Void
    ) -> Int? {
        if file.isStaticIcon {
            completion(.failure(.file(.staticIcon, "`\(file.name)` is an icon of the head unit's own; there is nothing to upload")))
            return nil
        }
        do throws(FileError) {
            let upload = FileUpload(
                name: file.name, size: try file.size(), isPersistent: file.isPersistent, overwrites: options.overwrites,
                chunkSize: chunkSize(for: file))
            return submit(
                .upload(upload),
                FileJob(file: file, checksum: options.checksum, onProgress: options.onProgress, completion: completion))
        } catch {
            completion(.failure(.file(.unreadable, error.description)))
            return nil
        }
    }

    /// Asks the head unit for its list; afterwards `fileNames` and `fileSpace` are fresh.
    @discardableResult
    public func listFiles(completion: @escaping (Result<Void, ApplicationError>) -> Void) -> Int {
        submit(.list, FileJob(completion: completion))
    }

    @discardableResult
    public func deleteFile(_ name: String, completion: @escaping (Result<Void, ApplicationError>) -> Void) -> Int {
        submit(.delete(name), FileJob(completion: completion))
    }

    public func cancelFileJob(_ id: Int) {
        perform(files.cancel(id))
    }

    private func submit(_ job: FileStore.Job, _ details: FileJob) -> Int {
        let (id, effects) = files.submit(job)
        fileJobs[id] = details
        perform(effects)
        return id
    }

    /// As much as fits one frame beside the headers and the longest JSON this file's parts can have.
    private func chunkSize(for file: AppFile) -> Int {
        let version = sessionDescription?.protocolVersion ?? configuration.session.protocolVersion
        let frame = FrameLimits(role: .application, mtu: sessionDescription?.mtu)
            .sendLimit(version: version.headerVersion, service: .hybrid)
        var json = ByteBuffer()
        parameters(of: file, FileChunk(offset: .max, count: 0, declaredLength: .max), checksum: .max).write(into: &json)
        return max(frame - RPCMessage.headerSize - json.readableBytes, Self.smallestChunk)
    }

    /// Where the frames are so small that hardly anything fits beside the headers, a part takes several of them.
    private static let smallestChunk = 256

    private func parameters(of file: AppFile, _ chunk: FileChunk, checksum: UInt32) -> JSONValue {
        [
            "syncFileName": .string(file.name), "fileType": .string(file.type), "persistentFile": .bool(file.isPersistent),
            "systemFile": false, "offset": .integer(Int64(chunk.offset)), "length": .integer(Int64(chunk.declaredLength)),
            "crc": .integer(Int64(checksum)),
        ]
    }

    // MARK: Effects

    func perform(_ effect: FileStore.Effect) {
        switch effect {
        case .sendList(let job): sendList(job)
        case .sendChunk(let job, let chunk): sendChunk(job, chunk)
        case .sendDelete(let job, let name): sendDelete(job, name)
        case .reportProgress(let job, let sent, let total): fileJobs[job]?.onProgress?(sent, total)
        case .finish(let job, let error): fileJobs.removeValue(forKey: job)?.completion(error.map { .failure($0) } ?? .success(()))
        case .reportStarted(let error):
            if let error { publish(.warning, "error", "the head unit's files are not known: \(error.message)") }
            perform(lifecycle.managersReady())
        }
    }

    private func sendList(_ job: Int) {
        send("ListFiles", ByteBuffer(string: "{}")) { [weak self] result in
            guard let self else { return }
            perform(
                files.listAnswered(
                    job,
                    Self.outcome(of: result, "ListFiles").map { json in
                        (json["filenames"]?.array?.compactMap(\.string) ?? [], Self.space(json))
                    }))
        }
    }

    private func sendDelete(_ job: Int, _ name: String) {
        var json = ByteBuffer()
        (["syncFileName": .string(name)] as JSONValue).write(into: &json)
        send("DeleteFile", json) { [weak self] result in
            guard let self else { return }
            switch Self.outcome(of: result, "DeleteFile") {
            case .success(let json): perform(files.deleteAnswered(job, name, space: Self.space(json), nil))
            case .failure(let error): perform(files.deleteAnswered(job, name, space: nil, error))
            }
        }
    }

    private func sendChunk(_ job: Int, _ chunk: FileChunk) {
        guard let details = fileJobs[job], let file = details.file, let function = spec.function(named: "PutFile") else { return }
        let bytes: ByteBuffer
        do throws(FileError) {
            bytes = try file.read(from: chunk.offset, count: chunk.count)
        } catch {
            return perform(files.chunkFailed(job, .file(.unreadable, error.description), isFinal: true))
        }
        guard bytes.readableBytes == chunk.count else {
            let message =
                "`\(file.name)` became shorter while it was uploaded: byte \(chunk.offset + bytes.readableBytes) is not there any more"
            return perform(files.chunkFailed(job, .file(.unreadable, message), isFinal: true))
        }
        var json = ByteBuffer()
        parameters(of: file, chunk, checksum: details.checksum ?? CRC32.checksum(bytes)).write(into: &json)
        transmit(function.functionID, "PutFile", json, bytes) { [weak self] in self?.chunkAnswered(job, chunk, $0) }
    }

    private func chunkAnswered(_ job: Int, _ chunk: FileChunk, _ result: Result<RPCMessage, ApplicationError>) {
        switch Self.outcome(of: result, "PutFile") {
        case .success(let json): perform(files.chunkAnswered(job, chunk, space: Self.space(json)))
        case .failure(let error): perform(files.chunkFailed(job, error))
        }
    }

    private static func outcome(of result: Result<RPCMessage, ApplicationError>, _ rpc: String) -> Result<JSONValue, ApplicationError> {
        result.flatMap { response in
            let outcome = ResponseOutcome(response, rpc: rpc)
            return outcome.success ? .success(outcome.json) : .failure(outcome.error())
        }
    }

    private static func space(_ json: JSONValue) -> Int? {
        json["spaceAvailable"]?.integer.flatMap { Int(exactly: $0) }
    }

    // MARK: The application's icon

    /// Uploads the icon unless the head unit still has it. What goes wrong is told and does not keep the application from ready.
    func setAppIcon() {
        guard let icon = appIcon, !isIconResumed, capabilities.showsDynamicImages else { return perform(lifecycle.appIconDone()) }
        upload(icon) { [weak self] result in
            guard let self else { return }
            guard case .failure(let error) = result, error.code != FileFault.cannotOverwrite.rawValue else { return showAppIcon(icon) }
            if state == .settingUpAppIcon { publish(.warning, "error", "the app icon was not uploaded: \(error.message)") }
            perform(lifecycle.appIconDone())
        }
    }

    private var isIconResumed: Bool { registration["iconResumed"]?.bool ?? false }

    private func showAppIcon(_ icon: AppFile) {
        var json = ByteBuffer()
        (["syncFileName": .string(icon.name)] as JSONValue).write(into: &json)
        send("SetAppIcon", json) { [weak self] _ in
            guard let self else { return }
            perform(lifecycle.appIconDone())
        }
    }
}
