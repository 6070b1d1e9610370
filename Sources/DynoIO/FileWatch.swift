// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Tells that something was saved, made, renamed or removed in folders: with inotify, or kqueue on macOS.
///
/// It does not say what: a save is many events, of which editors make others each.
public final class FileWatch: Sendable {
    /// An element after changes; those that come together are one.
    public let changes: AsyncStream<Void>
    private let change: AsyncStream<Void>.Continuation
    private let queue = DispatchQueue(label: "dyno.files")

    #if canImport(Darwin)
    public init() {
        (changes, change) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Watches files and their folders: a folder tells of new and renamed files only. To be called again after each change.
    public func watch(_ files: some Sequence<String>) {
        for path in Set(files).union(Self.folders(of: files)) {
            let descriptor = open(path, O_EVTONLY | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            let source = DispatchSource.makeFileSystemObjectSource(
                fileDescriptor: descriptor, eventMask: [.write, .extend, .rename, .delete], queue: queue)
            // Each tells once; whoever hears of it watches again.
            source.setEventHandler { [change] in
                change.yield()
                source.cancel()
            }
            source.setCancelHandler { close(descriptor) }
            source.activate()
        }
    }
    #else
    private let descriptor: Int32
    private let source: Mutex<(any DispatchSourceRead)?>

    /// Without inotify nothing is ever told.
    public init() {
        (changes, change) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else {
            source = Mutex(nil)
            return
        }
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler { [descriptor, change] in
            var events = [UInt8](repeating: 0, count: 4096)
            while events.withUnsafeMutableBytes({ read(descriptor, $0.baseAddress, $0.count) }) > 0 {}
            change.yield()
        }
        source.setCancelHandler { [descriptor] in close(descriptor) }
        source.activate()
        self.source = Mutex(source)
    }

    /// Watches the folders of these files, besides those watched before. To be called again after each change: a folder may be new.
    public func watch(_ files: some Sequence<String>) {
        guard descriptor >= 0 else { return }
        let events = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE)
        for folder in Self.folders(of: files) { inotify_add_watch(descriptor, folder, events) }
    }
    #endif

    deinit {
        #if !canImport(Darwin)
        source.withLock { $0?.cancel() }
        #endif
        change.finish()
    }

    private static func folders(of files: some Sequence<String>) -> Set<String> {
        Set(files.map { file in file.lastIndex(of: "/").map { String(file[...$0]) } ?? "." })
    }
}
