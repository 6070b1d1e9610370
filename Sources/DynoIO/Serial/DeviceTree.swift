// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The folders in which the system tells of its devices: `/dev`, `/sys`, `/proc`. Tests put a tree of their own in their place.
///
/// Everything is read when asked for, because devices come and go; what can't be read is absent.
public struct DeviceTree: Sendable {
    /// Longer files say nothing about a device.
    private static let readLimit = 64 << 10

    private let root: String

    /// `root` is put before every path; links in the tree must be relative.
    public init(root: String = "") {
        self.root = root == "/" ? "" : root
    }

    /// Where the path is on this machine's disk.
    func place(of path: String) -> String {
        root + path
    }

    func exists(_ path: String) -> Bool {
        access(place(of: path), F_OK) == 0
    }

    /// The names in a folder, in order.
    func names(in folder: String) -> [String] {
        guard let stream = opendir(place(of: folder)) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// A file's text without the white space at its ends, and a zero byte as a space.
    func text(_ path: String) -> String? {
        let descriptor = open(place(of: path), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while bytes.count < Self.readLimit {
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += chunk.prefix(count)
        }
        let text = String(decoding: bytes.map { $0 == 0 ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
        return String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    /// Where a link points, as it is written.
    func link(_ path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(place(of: path), &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }

    /// The path without links in it; nil when there is nothing.
    func resolved(_ path: String) -> String? {
        guard let real = realpath(place(of: path), nil) else { return nil }
        defer { free(real) }
        let resolved = String(cString: real)
        guard !root.isEmpty, let realRoot = realpath(root, nil) else { return resolved }
        defer { free(realRoot) }
        let prefix = String(cString: realRoot)
        return resolved.hasPrefix(prefix + "/") ? String(resolved.dropFirst(prefix.count)) : nil
    }

    /// The group whose members may write the file when not everybody may; nil when that is nobody's business.
    func group(of path: String) -> String? {
        var status = stat()
        guard stat(place(of: path), &status) == 0, status.st_mode & S_IWGRP != 0, let entry = getgrgid(status.st_gid) else { return nil }
        return entry.pointee.gr_name.map { String(cString: $0) }
    }

    /// The programs that have the device open, as far as this user may know.
    func holders(of device: String) -> [PortHolder] {
        names(in: "/proc").filter { $0.allSatisfy(\.isNumber) }.compactMap { process in
            let folder = "/proc/\(process)/fd"
            guard let pid = Int(process), names(in: folder).contains(where: { link("\(folder)/\($0)") == device }) else { return nil }
            return PortHolder(pid: pid, command: String((text("/proc/\(process)/cmdline") ?? "").prefix(80)))
        }
    }

    /// Another program that has the device open.
    func foreignHolder(of device: String) -> PortHolder? {
        holders(of: device).first { $0.pid != Int(getpid()) }
    }
}
