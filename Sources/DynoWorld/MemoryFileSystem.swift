// SPDX-License-Identifier: Apache-2.0
public import NIOCore

/// Files in memory, by absolute path; for tests and for hosts that bring their own scripts.
public final class MemoryFileSystem: FileSystem {
    public var files: [String: String]

    public init(_ files: [String: String] = [:]) {
        self.files = files
    }

    public func read(_ path: String, limit: Int) throws(FileError) -> ByteBuffer {
        guard let resolved = resolve(path), let text = files[resolved] else { throw FileError(path: path, reason: .notFound) }
        guard text.utf8.count <= limit else { throw FileError(path: path, reason: .tooLarge(limit: limit)) }
        return ByteBuffer(string: text)
    }

    public func size(of path: String) throws(FileError) -> Int {
        try read(path, limit: .max).readableBytes
    }

    public func read(_ path: String, from offset: Int, count: Int) throws(FileError) -> ByteBuffer {
        let bytes = try read(path, limit: .max)
        let start = min(max(offset, 0), bytes.readableBytes)
        return bytes.getSlice(at: start, length: min(max(count, 0), bytes.readableBytes - start)) ?? ByteBuffer()
    }

    public func resolve(_ path: String) -> String? {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }
}
