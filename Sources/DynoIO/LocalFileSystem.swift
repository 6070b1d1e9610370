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

/// The files of this machine.
public final class LocalFileSystem: FileSystem {
    public init() {}

    public func read(_ path: String, limit: Int) throws(FileError) -> ByteBuffer {
        let (descriptor, _) = try opened(path)
        defer { close(descriptor) }
        // Not only the size in the file's head: a pipe has none, and a growing file grows past it.
        var bytes = ByteBuffer()
        while bytes.readableBytes <= limit {
            let count = bytes.writeWithUnsafeMutableBytes(minimumWritableBytes: 64 << 10) { space in
                max(0, Self.retrying { Self.readBytes(descriptor, space.baseAddress, space.count) })
            }
            if count == 0 { return bytes }
        }
        throw FileError(path: path, reason: .tooLarge(limit: limit))
    }

    public func size(of path: String) throws(FileError) -> Int {
        let (descriptor, size) = try opened(path)
        close(descriptor)
        return size
    }

    public func read(_ path: String, from offset: Int, count: Int) throws(FileError) -> ByteBuffer {
        let (descriptor, _) = try opened(path)
        defer { close(descriptor) }
        guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else { throw error(path) }
        var bytes = ByteBuffer()
        while bytes.readableBytes < count {
            let wanted = count - bytes.readableBytes
            let read = bytes.writeWithUnsafeMutableBytes(minimumWritableBytes: wanted) { space in
                max(0, Self.retrying { Self.readBytes(descriptor, space.baseAddress, min(space.count, wanted)) })
            }
            if read == 0 { break }
        }
        return bytes
    }

    /// Opens a file that is no folder. The caller closes it.
    private func opened(_ path: String) throws(FileError) -> (descriptor: Int32, size: Int) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw error(path) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            let problem = isFolder ? FileError(path: path, reason: .unreadable("it is a folder")) : error(path)
            close(descriptor)
            throw problem
        }
        return (descriptor, Int(clamping: status.st_size))
    }

    public func resolve(_ path: String) -> String? {
        if let real = realpath(path, nil) {
            defer { free(real) }
            return String(cString: real)
        }
        guard errno == ENOENT else { return nil }
        let (folder, name) = Self.split(path)
        guard name != "..", name != ".", let real = realpath(folder, nil) else { return nil }
        defer { free(real) }
        let parent = String(cString: real)
        return parent == "/" ? "/\(name)" : "\(parent)/\(name)"
    }

    private static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        let folder = String(path[..<slash])
        return (folder.isEmpty ? "/" : folder, String(path[path.index(after: slash)...]))
    }

    /// The system call; inside the type its name means the method.
    private static func readBytes(_ descriptor: Int32, _ space: UnsafeMutableRawPointer?, _ count: Int) -> Int {
        #if canImport(Glibc)
        Glibc.read(descriptor, space, count)
        #elseif canImport(Musl)
        Musl.read(descriptor, space, count)
        #else
        Darwin.read(descriptor, space, count)
        #endif
    }

    private static func retrying(_ call: () -> Int) -> Int {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }

    private func error(_ path: String) -> FileError {
        let code = errno
        return FileError(path: path, reason: code == ENOENT ? .notFound : .unreadable(String(cString: strerror(code))))
    }
}
