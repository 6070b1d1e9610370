// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A place in the queue for a serial port: a locked file named after the time it was taken, so that who dies leaves the queue.
final class PortQueue {
    private let port: PortName
    private let folder: String
    private let place: String
    private let lock: PortLock

    /// Takes the last place.
    init(for port: PortName, in folder: String) throws(SerialFailure) {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let stamp = "\(now.tv_sec * 1_000_000_000 + now.tv_nsec)"
        place = Self.prefix(port) + stamp + "-\(UInt32.random(in: .min ... .max))"
        lock = try PortLock.take(place, in: folder)
        self.port = port
        self.folder = folder
    }

    deinit { unlink(PortLock.file(of: place, in: folder)) }

    /// Who came before this place and still waits.
    var predecessor: PortHolder? {
        Self.waiting(for: port, in: folder, before: PortLock.name(of: place))
    }

    /// Who waits for the port longest.
    static func first(for port: PortName, in folder: String) -> PortHolder? {
        waiting(for: port, in: folder, before: nil)
    }

    private static func waiting(for port: PortName, in folder: String, before own: String?) -> PortHolder? {
        let prefix = PortLock.name(of: prefix(port)).dropLast(PortLock.suffix.count)
        for name in DeviceTree().names(in: folder) where name.hasPrefix(prefix) {
            if let own, name >= own { return nil }
            if let holder = PortLock.holder(file: "\(folder)/\(name)") { return holder }
        }
        return nil
    }

    private static func prefix(_ port: PortName) -> String {
        port.lockName + "/waiting/"
    }
}
