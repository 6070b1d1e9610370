// SPDX-License-Identifier: Apache-2.0
import NIOCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Why a serial port can't be had, in the few kinds that call for different advice.
enum SerialFailure: Error, Equatable {
    /// There is no such device, now.
    case missing
    /// The file exists and is no serial port.
    case notSerial
    /// `group` is the one whose members may open the device.
    case notPermitted(group: String?)
    case busy(PortHolder?)
    /// The driver can't do this speed.
    case baudRefused
    /// It went while it was being opened.
    case vanished
    case other(String)

    init(errno code: CInt) {
        switch code {
        case ENOENT: self = .missing
        case ENOTTY, EISDIR: self = .notSerial
        case EACCES, EPERM: self = .notPermitted(group: nil)
        case EBUSY: self = .busy(nil)
        case EIO, ENODEV, ENXIO: self = .vanished
        default: self = .other(String(cString: strerror(code)))
        }
    }

    init(_ error: any Error) {
        switch error {
        case let error as SerialFailure: self = error
        case let error as IOError: self.init(errno: error.errnoCode)
        default: self = .other("\(error)")
        }
    }

    /// Whether waiting may help: the device is not there.
    var isAbsence: Bool {
        switch self {
        case .missing, .vanished: true
        case .notSerial, .notPermitted, .busy, .baudRefused, .other: false
        }
    }
}

extension SerialFailure: CustomStringConvertible {
    var description: String {
        switch self {
        case .missing: "there is no such device"
        case .notSerial: "it is not a serial port"
        case .notPermitted: "not permitted"
        case .busy: "it is in use"
        case .baudRefused: "the driver refuses the speed"
        case .vanished: "the device went away"
        case .other(let text): text
        }
    }
}
