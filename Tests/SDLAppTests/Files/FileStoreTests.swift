// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import SDLApp

@Suite struct FileStoreTests {
    typealias Effect = FileStore.Effect
    static let lost = ApplicationError(kind: .notConnected, message: "gone")

    static func refused(_ code: String) -> ApplicationError {
        ApplicationError(kind: .rpcFailed, message: code, resultCode: code)
    }

    static func started(_ names: [String] = [], space: Int? = 500) -> FileStore {
        var store = FileStore()
        _ = store.start()
        _ = store.listAnswered(0, .success((names, space)))
        return store
    }

    static func upload(_ name: String, size: Int = 10, overwrites: Bool = false, isPersistent: Bool = false) -> FileStore.Job {
        .upload(FileUpload(name: name, size: size, isPersistent: isPersistent, overwrites: overwrites, chunkSize: 10))
    }

    static func chunk(_ offset: Int = 0, _ count: Int = 10, of size: Int = 10) -> FileChunk {
        FileChunk(offset: offset, count: count, declaredLength: offset == 0 ? size : count)
    }

    /// The error a job ends with.
    static func error(_ effects: [Effect]) -> ApplicationError? {
        for effect in effects { if case .finish(_, let error) = effect { return error } }
        return nil
    }

    @Test func `it starts by asking for the list`() {
        var store = FileStore()
        #expect(store.start() == [.sendList(job: 0)])
        #expect(store.start() == [])
        #expect(store.listAnswered(0, .success((["a", "b"], 500))) == [.reportStarted(nil)])
        #expect(store.names == ["a", "b"] && store.spaceAvailable == 500)
    }

    @Test func `a head unit that does not say how much room there is has a lot`() {
        #expect(Self.started(space: nil).spaceAvailable == 2_000_000_000)
    }

    @Test(arguments: ["DISALLOWED", "ENCRYPTION_NEEDED"]) func `a list that is refused for now does not keep files from going up`(
        code: String
    ) {
        var store = FileStore()
        _ = store.start()
        #expect(store.listAnswered(0, .failure(Self.refused(code))) == [.reportStarted(nil)])
        #expect(store.submit(Self.upload("a")).effects == [.sendChunk(job: 1, Self.chunk())])
    }

    @Test func `any other failure of the first list fails uploads, until a later list works`() {
        var store = FileStore()
        _ = store.start()
        #expect(store.listAnswered(0, .failure(Self.refused("GENERIC_ERROR"))) == [.reportStarted(Self.refused("GENERIC_ERROR"))])
        let refusal = Self.error(store.submit(Self.upload("a")).effects)
        #expect(refusal?.code == -4)
        #expect(refusal?.message == "`a` was not uploaded: the head unit's files are not known, GENERIC_ERROR")
        let list = store.submit(.list)
        #expect(list.effects == [.sendList(job: list.id)])
        _ = store.listAnswered(list.id, .success(([], nil)))
        #expect(Self.error(store.submit(Self.upload("a")).effects) == nil)
    }

    @Test func `jobs wait for the first list, and for one another`() {
        var store = FileStore()
        #expect(Self.error(store.submit(.list).effects)?.code == -3)
        _ = store.start()
        #expect(store.submit(Self.upload("a")).effects == [])
        #expect(store.submit(Self.upload("b")).effects == [])
        #expect(store.listAnswered(0, .success(([], 500))) == [.reportStarted(nil), .sendChunk(job: 2, Self.chunk())])
        #expect(
            store.chunkAnswered(2, Self.chunk(), space: 490) == [
                .reportProgress(job: 2, sent: 10, total: 10), .finish(job: 2, nil), .sendChunk(job: 3, Self.chunk()),
            ])
        #expect(store.has("a") && store.spaceAvailable == 490)
    }

    @Test func `a list goes before uploads that wait`() {
        var store = Self.started()
        _ = store.submit(Self.upload("a"))
        _ = store.submit(Self.upload("b"))
        let list = store.submit(.list).id
        #expect(store.chunkAnswered(1, Self.chunk(), space: nil).last == .sendList(job: list))
    }

    @Test func `an empty file is not sent`() {
        var store = Self.started()
        let error = Self.error(store.submit(Self.upload("a", size: 0)).effects)
        #expect(error?.kind == .file && error?.code == -9)
    }

    @Test func `a file of that name is replaced only when asked for`() {
        var store = Self.started(["a"])
        let error = Self.error(store.submit(Self.upload("a")).effects)
        #expect(error?.kind == .file && error?.code == -1)
        #expect(store.submit(Self.upload("a", overwrites: true)).effects == [.sendChunk(job: 2, Self.chunk())])
    }

    @Test func `an old head unit's list is trusted for persistent files and for those uploaded here`() {
        var store = Self.started(["old", "kept"])
        store.trustsList = false
        #expect(store.submit(Self.upload("old")).effects == [.sendChunk(job: 1, Self.chunk())])
        _ = store.chunkAnswered(1, Self.chunk(), space: nil)
        #expect(Self.error(store.submit(Self.upload("old")).effects)?.code == -1)
        #expect(Self.error(store.submit(Self.upload("kept", isPersistent: true)).effects)?.code == -1)
    }

    @Test func `a failed upload is tried once more`() {
        var store = Self.started()
        _ = store.submit(Self.upload("a"))
        #expect(store.chunkFailed(1, Self.refused("GENERIC_ERROR")) == [.sendChunk(job: 1, Self.chunk())])
        #expect(store.chunkFailed(1, Self.refused("OUT_OF_MEMORY")) == [.finish(job: 1, Self.refused("OUT_OF_MEMORY"))])
        #expect(!store.has("a"))
        _ = store.submit(Self.upload("a"))
        #expect(Self.error(store.chunkFailed(2, Self.refused("X"))) == Self.refused("X"))
    }

    @Test func `a file that can't be read is not tried again`() {
        var store = Self.started()
        _ = store.submit(Self.upload("a"))
        let problem = ApplicationError.file(.unreadable, "it is gone")
        #expect(store.chunkFailed(1, problem, isFinal: true) == [.finish(job: 1, problem)])
    }

    @Test func `an upload can be cancelled while it waits and while it runs`() {
        var store = Self.started()
        _ = store.submit(Self.upload("a", size: 100))
        let waiting = store.submit(Self.upload("b")).id
        #expect(Self.error(store.cancel(waiting))?.kind == .cancelled)
        #expect(store.cancel(1) == [])
        for part in 0..<(FileUpload.window - 1) { #expect(store.chunkAnswered(1, Self.chunk(part * 10, of: 100), space: nil) == []) }
        let last = store.chunkAnswered(1, Self.chunk(30, of: 100), space: nil)
        #expect(Self.error(last)?.code == -6)
        #expect(store.cancel(77) == [])
    }

    @Test func `only files that are there are deleted`() {
        var store = Self.started(["a"])
        #expect(store.submit(.delete("a")).effects == [.sendDelete(job: 1, name: "a")])
        #expect(store.deleteAnswered(1, "a", space: 600, nil) == [.finish(job: 1, nil)])
        #expect(!store.has("a") && store.spaceAvailable == 600)
        let error = Self.error(store.submit(.delete("a")).effects)
        #expect(error?.kind == .file && error?.code == -5)
    }

    @Test func `a refused delete and a refused list change nothing`() {
        var store = Self.started(["a"])
        _ = store.submit(.delete("a"))
        #expect(store.deleteAnswered(1, "a", space: nil, Self.refused("REJECTED")) == [.finish(job: 1, Self.refused("REJECTED"))])
        let list = store.submit(.list).id
        #expect(store.listAnswered(list, .failure(Self.refused("REJECTED"))) == [.finish(job: list, Self.refused("REJECTED"))])
        #expect(store.names == ["a"])
    }

    @Test func `the end of the session fails what waits and forgets everything`() {
        var store = Self.started(["a"])
        _ = store.submit(Self.upload("b"))
        _ = store.submit(Self.upload("c"))
        #expect(store.shutDown(Self.lost) == [.finish(job: 1, Self.lost), .finish(job: 2, Self.lost)])
        #expect(store.names.isEmpty && store.spaceAvailable == 0)
        #expect(store.chunkAnswered(1, Self.chunk(), space: 3) == [])
        #expect(store.start() == [.sendList(job: 0)])
    }
}
