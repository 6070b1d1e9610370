// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import NIOPosix

@testable import DynoIO

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Both ends of a pseudo-terminal in raw mode: the nearest thing to a serial line that every machine has. The line outlives its links,
/// like a cable: what one link does not read the next one finds.
final class PseudoTerminal {
    /// The path of the other end.
    let path: String
    private let master: CInt
    /// Keeps the line up while no application has it open.
    private let keeper: CInt

    init() throws(TransportError) {
        master = Self.openMaster()
        guard master >= 0, let path = Self.unlock(master) else { throw TransportError("there is no pseudo-terminal: errno \(errno)") }
        self.path = path
        keeper = open(path, O_RDWR | O_NOCTTY)
        var settings = termios()
        guard keeper >= 0, tcgetattr(keeper, &settings) == 0 else { throw TransportError("\(path): errno \(errno)") }
        cfmakeraw(&settings)
        guard tcsetattr(keeper, TCSANOW, &settings) == 0 else { throw TransportError("\(path): errno \(errno)") }
    }

    deinit {
        close(master)
        close(keeper)
    }

    #if canImport(Darwin)
    private static func openMaster() -> CInt { posix_openpt(O_RDWR | O_NOCTTY) }

    /// Makes the other end ready and returns its path.
    private static func unlock(_ master: CInt) -> String? {
        guard grantpt(master) == 0, unlockpt(master) == 0 else { return nil }
        return ptsname(master).map { String(cString: $0) }
    }
    #else
    // Glibc hides posix_openpt and its kin from Swift; these are the calls they make.
    private static let getNumber: UInt = 0x8004_5430
    private static let setLock: UInt = 0x4004_5431

    private static func openMaster() -> CInt { open("/dev/ptmx", O_RDWR | O_NOCTTY) }

    private static func unlock(_ master: CInt) -> String? {
        var number: CInt = 0
        var isLocked: CInt = 0
        guard ioctl(master, setLock, &isLocked) == 0, ioctl(master, getNumber, &number) == 0 else { return nil }
        return "/dev/pts/\(number)"
    }
    #endif

    /// A link at the near end.
    func link(in world: World) -> EventLoopFuture<PseudoTerminalLink>.Isolated? {
        PseudoTerminalLink.open(dup(master), label: "pty", in: world)
    }

    /// Opens the other end of a line by its path.
    static func link(to path: String, in world: World) -> EventLoopFuture<PseudoTerminalLink>.Isolated? {
        PseudoTerminalLink.open(open(path, O_RDWR | O_NOCTTY), label: "pty:\(path)", in: world)
    }
}
