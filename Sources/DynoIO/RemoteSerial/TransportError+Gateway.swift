// SPDX-License-Identifier: Apache-2.0
import DynoWorld

extension TransportError {
    /// Why the serial port behind `place` can't be used, and what to do.
    static func gateway(_ place: Substring, _ failure: RemotePort.Failure) -> TransportError {
        switch failure {
        case .notOffered:
            TransportError(
                "\(place) does not let its serial port be set (RFC 2217); allow it at the gateway (ser2net: telnet(rfc2217)), or let it "
                    + "offer the raw port and use tcp://\(place)")
        case .refused(let wish, let got):
            TransportError("the serial port at \(place) can't do \(wish), it chose \(got); use what its driver supports")
        case .silent(let text):
            TransportError(
                "\(place) does not speak RFC 2217\(quoted(text)); for a raw port use tcp://\(place), otherwise check the address")
        case .hungUp(let text):
            TransportError("\(place) hung up before its serial port was set\(quoted(text)); check that the port is there and free")
        }
    }

    private static func quoted(_ bytes: [UInt8]) -> String {
        let line = bytes.drop { $0 < 0x20 }.prefix { $0 >= 0x20 && $0 < 0x7F }
        return line.isEmpty ? "" : ": it says `\(String(decoding: line, as: UTF8.self))`"
    }
}
