// SPDX-License-Identifier: Apache-2.0
import DynoIO

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Where consoles find what runs: a socket for each name, in a folder that only this user can enter.
struct ConsoleSocket: Sendable {
    let name: String
    let path: String

    /// The longest path a socket can have is short.
    private static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// - Parameter folder: nil: the user's own.
    init(name: String, folder: String? = nil) throws(UsageError) {
        guard !name.isEmpty, !name.hasPrefix("."), name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) })
        else {
            throw UsageError("a name has letters, digits, '-', '_' and '.', not '\(name)'")
        }
        let folder = if let folder { folder } else { try Self.folder() }
        self.name = name
        path = "\(folder)/\(name).sock"
        guard path.utf8.count <= Self.longestPath else { throw UsageError("the name '\(name)' is too long for a socket: \(path)") }
    }

    /// `$XDG_RUNTIME_DIR/dyno`, else one in /tmp; made when it is missing, refused when others could have a hand in it.
    static func folder() throws(UsageError) -> String {
        let runtime = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? ""
        let path = runtime.isEmpty ? "/tmp/dyno-\(getuid())" : "\(runtime)/dyno"
        mkdir(path, 0o700)
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw UsageError("the folder \(path) for consoles can't be made: \(String(cString: strerror(errno)))")
        }
        guard status.st_uid == getuid(), status.st_mode & 0o077 == 0 else {
            throw UsageError("others could get at \(path), where consoles attach; run: chmod 700 \(path), or remove it if it isn't yours")
        }
        return path
    }

    /// The names of what runs now.
    static func running(in folder: String? = nil) throws(UsageError) -> [String] {
        let folder = if let folder { folder } else { try Self.folder() }
        var names: [String] = []
        for entry in LocalFileSystem().entries(of: folder) ?? [] where entry.name.hasSuffix(".sock") {
            let socket = try ConsoleSocket(name: String(entry.name.dropLast(5)), folder: folder)
            if socket.isAnswered { names.append(socket.name) }
        }
        return names
    }

    /// Makes room for a listener: a socket nobody listens on any more is removed.
    func claim() throws(UsageError) {
        guard !isAnswered else {
            throw UsageError("'\(name)' runs already; choose another --name, or attach: dyno console --attach \(name)")
        }
        unlink(path)
    }

    /// Called when the listener is there.
    func protect() { chmod(path, 0o600) }

    func remove() { unlink(path) }

    /// Whether somebody listens there.
    var isAnswered: Bool {
        #if canImport(Glibc)
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #else
        let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(Self.longestPath)) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }
}
