// SPDX-License-Identifier: Apache-2.0
public import DynoWorld
public import NIOCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Folders, and files that are written whole.
extension LocalFileSystem {
    /// A file or folder of a folder.
    public struct Entry: Equatable, Sendable {
        public var name: String
        public var isFolder: Bool
    }

    /// Writes a file whole: a reader sees the old one or the new one. Missing folders are made.
    public func write(_ bytes: ByteBuffer, to path: String) throws(FileError) {
        if let slash = path.lastIndex(of: "/"), slash != path.startIndex { try makeFolder(String(path[..<slash])) }
        let draft = "\(path).\(getpid()).new"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failure(path) }
        var rest = bytes
        while rest.readableBytes > 0 {
            let count = rest.readWithUnsafeReadableBytes { max(0, Self.writeBytes(descriptor, $0.baseAddress, $0.count)) }
            guard count > 0 else {
                let error = failure(path)
                close(descriptor)
                unlink(draft)
                throw error
            }
        }
        guard close(descriptor) == 0, rename(draft, path) == 0 else {
            let error = failure(path)
            unlink(draft)
            throw error
        }
    }

    /// Makes a folder and those above it; one that exists is left as it is.
    public func makeFolder(_ path: String) throws(FileError) {
        guard !path.isEmpty, mkdir(path, 0o755) != 0, errno != EEXIST else { return }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else { throw failure(path) }
        try makeFolder(String(path[..<slash]))
        guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw failure(path) }
    }

    /// A new folder for what is only needed for a while.
    public func makeTemporaryFolder(named name: String) throws(FileError) -> String {
        let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(base)/\(name)-XXXXXX".utf8CString)
        guard template.withUnsafeMutableBufferPointer({ $0.baseAddress.flatMap { mkdtemp($0) } }) != nil else { throw failure(base) }
        return template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? base }
    }

    /// What is in a folder, by name; nil when there is no such folder. A link counts as what it leads to.
    public func entries(of folder: String) -> [Entry]? {
        guard let stream = opendir(folder) else { return nil }
        defer { closedir(stream) }
        var entries: [Entry] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: $0.pointee)) { String(cString: $0) }
            }
            guard name != ".", name != ".." else { continue }
            entries.append(Entry(name: name, isFolder: isFolder("\(folder)/\(name)")))
        }
        return entries.sorted { $0.name < $1.name }
    }

    public func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// When a file was last changed, in nanoseconds; nil when there is none.
    public func changeTime(of path: String) -> Int64? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }

    /// Removes a folder with all that is in it. What can't be removed is left.
    public func removeFolder(_ path: String) {
        for entry in entries(of: path) ?? [] {
            let inside = "\(path)/\(entry.name)"
            // A link is removed, not followed.
            if unlink(inside) != 0, entry.isFolder { removeFolder(inside) }
        }
        rmdir(path)
    }

    private static func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
        while true {
            #if canImport(Glibc)
            let written = Glibc.write(descriptor, bytes, count)
            #elseif canImport(Musl)
            let written = Musl.write(descriptor, bytes, count)
            #else
            let written = Darwin.write(descriptor, bytes, count)
            #endif
            if written >= 0 || errno != EINTR { return written }
        }
    }

    private func failure(_ path: String) -> FileError {
        let code = errno
        return FileError(path: path, reason: code == ENOENT ? .notFound : .unwritable(String(cString: strerror(code))))
    }
}
