// SPDX-License-Identifier: Apache-2.0
import CSerial

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// An open serial port: taken for this process alone, in raw mode, at its speed. `release()`, or letting go of it, puts the
/// terminal back to what it was and lets others have it.
final class SerialPort {
    /// The device's real path.
    let device: String
    /// The port's own descriptor, for everything but reading and writing.
    private(set) var descriptor: CInt
    /// How many bytes its speed carries in a quarter of a second, in bounds.
    let depth: Int
    private var lock: PortLock?
    private var before: cserial_state?

    /// Opens `device`, a real path without links.
    init(device: String, settings: SerialSettings, system: SerialSystem) throws(SerialFailure) {
        lock = try PortLock.take(device, in: system.lockFolder)
        self.device = device
        depth = settings.depth
        let opened = cserial_open(system.tree.place(of: device))
        descriptor = opened
        guard opened >= 0 else { throw Self.failure(-opened, device, system) }
        let claimed = cserial_claim(opened)
        guard claimed == 0 else {
            close(opened)
            descriptor = -1
            lock = nil
            throw Self.failure(-claimed, device, system)
        }
        try configure(settings)
    }

    /// Takes over a descriptor that is open and set already.
    init(taking descriptor: CInt, device: String, system: SerialSystem) throws(SerialFailure) {
        lock = try PortLock.take(device, in: system.lockFolder)
        self.device = device
        self.descriptor = descriptor
        depth = SerialSettings.largestDepth
    }

    deinit { release() }

    /// Puts the terminal back and closes the port's own descriptor; a second call does nothing.
    func release() {
        guard descriptor >= 0 else { return }
        // A device that is gone needs none of it, so failures are of no interest. Bytes that can't leave would hold up closing.
        if hasUnsentBytes { cserial_drop_output(descriptor) }
        if var before { cserial_restore(descriptor, &before) }
        cserial_release(descriptor)
        // Before the device is closed: the name of a pseudo-terminal goes to the next one at that moment.
        lock = nil
        close(descriptor)
        descriptor = -1
    }

    /// Forgets what came before an application began: it answers nothing that was asked. A head unit keeps it, because an application
    /// may already have begun.
    func dropInput() {
        cserial_drop_input(descriptor)
    }

    /// Releases the port, and a duplicate that found no user.
    func release(with duplicate: CInt) {
        close(duplicate)
        release()
    }

    /// Whether the kernel has bytes that the line did not take yet.
    var hasUnsentBytes: Bool { cserial_unsent(descriptor) > 0 }

    /// A further descriptor of the same port for whoever reads and writes; the caller closes it.
    func duplicate() throws(SerialFailure) -> CInt {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw SerialFailure(errno: errno) }
        return copy
    }

    private func configure(_ settings: SerialSettings) throws(SerialFailure) {
        var saved = cserial_state()
        if cserial_save(descriptor, &saved) == 0 { before = saved }
        let result = cserial_configure(descriptor, settings.forDriver)
        guard result == 0 else {
            release()
            throw -result == EINVAL ? .baudRefused : SerialFailure(errno: -result)
        }
        // Most drivers know no such mode, and pseudo-terminals no lines: nothing is lost where they refuse.
        cserial_low_latency(descriptor)
        set(CInt(CSERIAL_DTR.rawValue), settings.dtr)
        set(CInt(CSERIAL_RTS.rawValue), settings.rts)
    }

    private func set(_ line: CInt, _ isOn: Bool?) {
        guard let isOn else { return }
        cserial_set_lines(descriptor, line, isOn)
    }

    private static func failure(_ code: CInt, _ device: String, _ system: SerialSystem) -> SerialFailure {
        switch SerialFailure(errno: code) {
        case .notPermitted: .notPermitted(group: system.tree.group(of: device))
        case .busy: .busy(system.tree.foreignHolder(of: device))
        case let failure: failure
        }
    }
}

extension SerialSettings {
    fileprivate static let largestDepth = 16_384

    /// Ten bits make a byte. USB devices that only look like a serial port are faster than their speed, and lose little by it.
    var depth: Int { min(max(baud / 10 / 4, 1024), Self.largestDepth) }

    fileprivate var forDriver: cserial_settings {
        let check =
            switch parity {
            case .none: CSERIAL_PARITY_NONE
            case .odd: CSERIAL_PARITY_ODD
            case .even: CSERIAL_PARITY_EVEN
            }
        return cserial_settings(
            baud: UInt32(clamping: baud), parity: CInt(check.rawValue), stop_bits: CInt(clamping: stopBits),
            hardware_flow: flow == .rtscts)
    }
}
