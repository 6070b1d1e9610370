// SPDX-License-Identifier: Apache-2.0
public import NIOCore

/// The files a world may read. Injected, so that nothing above the I/O layer touches a disk.
public protocol FileSystem: AnyObject {
    /// The whole file, at most `limit` bytes.
    func read(_ path: String, limit: Int) throws(FileError) -> ByteBuffer
    /// The file's size in bytes.
    func size(of path: String) throws(FileError) -> Int
    /// Up to `count` bytes from `offset` on; fewer at the file's end, none beyond it. A large file is read in pieces.
    func read(_ path: String, from offset: Int, count: Int) throws(FileError) -> ByteBuffer
    /// The absolute path with every link followed; of a file that does not exist, that of its folder plus its name. Nil
    /// when there is no such folder.
    func resolve(_ path: String) -> String?
}

/// Why a file could not be read or written.
public struct FileError: Error, Equatable, CustomStringConvertible, Sendable {
    public enum Reason: Equatable, Sendable { case notFound, tooLarge(limit: Int), unreadable(String), unwritable(String) }

    public var path: String
    public var reason: Reason

    public init(path: String, reason: Reason) {
        self.path = path
        self.reason = reason
    }

    public var description: String {
        switch reason {
        case .notFound: "\(path) does not exist"
        case .tooLarge(let limit): "\(path) is larger than \(limit) bytes"
        case .unreadable(let why): "\(path) can't be read: \(why)"
        case .unwritable(let why): "\(path) can't be written: \(why)"
        }
    }
}
