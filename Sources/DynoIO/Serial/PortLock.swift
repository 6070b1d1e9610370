// SPDX-License-Identifier: Apache-2.0
import CSerial

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The lock file of a serial port. It says who holds the port; the kernel lifts the lock itself when its holder dies, so that a
/// crashed program never has to be cleaned up after.
final class PortLock {
    /// Where lock files are unless told otherwise: the first folder that this user may write to.
    static var systemFolder: String {
        ["/run/lock", "/var/lock"].first { access($0, W_OK) == 0 } ?? "/tmp"
    }

    static let suffix = ".lock"

    private let descriptor: CInt

    private init(descriptor: CInt) {
        self.descriptor = descriptor
    }

    deinit {
        // The name stays: a file that is deleted while another waits for it would be locked twice.
        ftruncate(descriptor, 0)
        close(descriptor)
    }

    /// Takes the port `device`, by its real path; throws `busy` with the holder when another program has it.
    static func take(_ device: String, in folder: String) throws(SerialFailure) -> PortLock {
        let path = file(of: device, in: folder)
        let descriptor = open(path)
        guard descriptor >= 0 else { throw .other("the lock file \(path) can't be made: \(String(cString: strerror(errno)))") }
        let result = cserial_lock_file(descriptor)
        guard result == 0 else {
            let holder = holder(reading: descriptor)
            close(descriptor)
            throw -result == EBUSY ? .busy(holder) : SerialFailure(errno: -result)
        }
        ftruncate(descriptor, 0)
        let text = "\(getpid())\n\(ownCommand)\n\(now)\n"
        _ = text.withCString { pwrite(descriptor, $0, strlen($0), 0) }
        return PortLock(descriptor: descriptor)
    }

    /// Who holds the port by its lock file; nil when nobody does.
    static func holder(of device: String, in folder: String) -> PortHolder? {
        holder(file: file(of: device, in: folder))
    }

    static func holder(file: String) -> PortHolder? {
        let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard cserial_lock_file(descriptor) == -EBUSY else { return nil }
        return holder(reading: descriptor)
    }

    static func file(of device: String, in folder: String) -> String {
        "\(folder)/\(name(of: device))"
    }

    static func name(of device: String) -> String {
        "dyno" + device.map { $0 == "/" ? "-" : $0 } + suffix
    }

    /// Another user's file can still be locked: reading it is enough for that.
    private static func open(_ path: String) -> CInt {
        let existing = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        if existing >= 0 { return existing }
        if errno == EACCES { return open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) }
        #if canImport(Glibc)
        return Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
        #elseif canImport(Musl)
        return Musl.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
        #else
        return Darwin.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
        #endif
    }

    private static func open(_ path: String, _ flags: CInt) -> CInt {
        #if canImport(Glibc)
        Glibc.open(path, flags)
        #elseif canImport(Musl)
        Musl.open(path, flags)
        #else
        Darwin.open(path, flags)
        #endif
    }

    private static func holder(reading descriptor: CInt) -> PortHolder? {
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        let lines = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count >= 3, let pid = Int(lines[0]) else { return nil }
        return PortHolder(pid: pid, command: String(lines[1]), since: String(lines[2]))
    }

    private static var ownCommand: String {
        let words = CommandLine.arguments
        let name = words.first.map { $0.split(separator: "/").last.map(String.init) ?? $0 } ?? "dyno"
        return String(([name] + words.dropFirst()).joined(separator: " ").map { $0.isNewline ? " " : $0 }.prefix(120))
    }

    private static var now: String {
        var seconds = time(nil)
        var parts = tm()
        localtime_r(&seconds, &parts)
        var text = [CChar](repeating: 0, count: 32)
        let count = strftime(&text, text.count, "%Y-%m-%d %H:%M:%S", &parts)
        return String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
