// SPDX-License-Identifier: Apache-2.0
import DynoWorld

extension TransportError {
    /// Why the serial port `name` can't be used, and what to do.
    static func serial(_ name: String, _ settings: SerialSettings, _ failure: SerialFailure) -> TransportError {
        switch failure {
        case .missing:
            TransportError("there is no serial port \(name); plug the device in, or see `dyno ports` for what is there")
        case .notSerial:
            TransportError("\(name) is not a serial port; see `dyno ports` for what is there")
        case .notPermitted(let group?):
            TransportError(
                "no permission to open \(name): it belongs to the group \(group); run `sudo usermod -aG \(group) $USER` and log in again")
        case .notPermitted(nil):
            TransportError("no permission to open \(name); run as its owner or change its rights")
        case .busy(let holder?):
            TransportError("\(name) is in use by \(holder); end that program, or wait for it with bench.acquire(…, { wait = \"10m\" })")
        case .busy(nil):
            TransportError("\(name) is in use by another program; see `dyno ports` for which, and end it")
        case .baudRefused:
            TransportError("\(name) can't do \(settings.baud) baud; use a rate it supports, such as 115200")
        case .vanished:
            TransportError("\(name) went away while it was being opened; check its cable and power")
        case .other(let text):
            TransportError("cannot open \(name): \(text)")
        }
    }
}
