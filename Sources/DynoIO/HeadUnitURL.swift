// SPDX-License-Identifier: Apache-2.0

/// Where a head unit is: built in, or at the other end of a network or a cable.
///
/// Written `sim`, `tcp://HOST:PORT`, `serial:DEVICE?baud=RATE&flow=rtscts` or `rfc2217://HOST:PORT?baud=RATE`. An IPv6 address stands in brackets.
public enum HeadUnitURL: Equatable, Sendable {
    /// The simulated head unit inside this process.
    case sim
    /// Port 0 lets a listener pick a free one.
    case tcp(host: String, port: Int)
    /// A device path, a stable id or a serial number.
    case serial(device: String, settings: SerialSettings)
    /// A serial port behind a network port (RFC 2217).
    case rfc2217(host: String, port: Int, settings: SerialSettings)

    /// Where head units listen unless told otherwise.
    public static let defaultPort = 12345
}

extension HeadUnitURL {
    /// Whether it leaves this machine over no network.
    public var staysHere: Bool {
        switch self {
        case .sim, .serial: true
        case .tcp(let host, _), .rfc2217(let host, _, _): host.lowercased() == "localhost" || host == "::1" || Self.isLoopback(host)
        }
    }

    /// 127.0.0.0/8.
    private static func isLoopback(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}

extension HeadUnitURL: CustomStringConvertible {
    /// The URL as text that parses to it.
    public var description: String {
        switch self {
        case .sim: "sim"
        case .tcp(let host, let port): "tcp://\(Self.bracketed(host)):\(port)"
        case .serial(let device, let settings): "serial:\(device)" + settings.query
        case .rfc2217(let host, let port, let settings): "rfc2217://\(Self.bracketed(host)):\(port)" + settings.query
        }
    }

    private static func bracketed(_ host: String) -> String {
        host.contains(":") ? "[\(host)]" : host
    }
}
