// SPDX-License-Identifier: Apache-2.0
import NIOCore

extension HeadUnitURL {
    /// Reads a URL; schemes are read without regard to case, and an absent port is `defaultPort`.
    public init(parsing text: String) throws(HeadUnitURLError) {
        guard text.lowercased() != "sim" else {
            self = .sim
            return
        }
        guard let colon = text.firstIndex(of: ":") else { throw Self.noScheme(text) }
        let rest = text[text.index(after: colon)...]
        switch text[..<colon].lowercased() {
        case "tcp":
            let (host, port) = try Authority.parse(rest, of: text, scheme: "tcp")
            self = .tcp(host: host, port: port)
        case "rfc2217":
            let (place, settings) = try Self.settings(rest, of: text, example: "rfc2217://127.0.0.1:2217?baud=115200")
            let (host, port) = try Authority.parse(place, of: text, scheme: "rfc2217")
            self = .rfc2217(host: host, port: port, settings: settings)
        case "serial":
            self = try Self.serial(rest, of: text)
        case let scheme:
            // `127.0.0.1:12345` and `localhost:12345` are a host and a port, not a scheme.
            guard rest.hasPrefix("//") else { throw Self.noScheme(text) }
            throw HeadUnitURLError(text, "`\(scheme)` is not one of the schemes tcp, serial and rfc2217")
        }
    }

    private static func noScheme(_ text: String) -> HeadUnitURLError {
        guard !text.isEmpty else { return HeadUnitURLError(text, "it is empty", example: "sim or tcp://127.0.0.1:12345") }
        if text.hasPrefix("/") { return HeadUnitURLError(text, "it has no scheme", example: "serial:\(text)") }
        let guess = try? HeadUnitURL(parsing: "tcp://" + text)
        return HeadUnitURLError(text, "it has no scheme", example: guess.map(\.description) ?? "sim or tcp://127.0.0.1:12345")
    }

    private static func serial(_ rest: Substring, of text: String) throws(HeadUnitURLError) -> HeadUnitURL {
        let example = "serial:/dev/ttyUSB0?baud=115200"
        let (device, settings) = try settings(rest, of: text, example: example)
        guard !device.isEmpty else { throw HeadUnitURLError(text, "it names no device", example: example) }
        return .serial(device: String(device), settings: settings)
    }

    /// What stands before a question mark, and the options behind it.
    private static func settings(
        _ rest: Substring, of text: String, example: String
    ) throws(HeadUnitURLError) -> (place: Substring, settings: SerialSettings) {
        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        do throws(SerialSettings.OptionError) {
            return (parts.first ?? "", parts.count > 1 ? try SerialSettings(options: parts[1]) : .default)
        } catch {
            throw HeadUnitURLError(text, error.problem, example: example)
        }
    }

    /// Digits only: `Int` would also take a sign.
    static func decimal(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? Int(text) : nil
    }
}

/// The `//HOST:PORT` of a URL.
private enum Authority {
    static func parse(
        _ rest: Substring, of text: String, scheme: String
    ) throws(HeadUnitURLError) -> (host: String, port: Int) {
        let example = "\(scheme)://127.0.0.1:12345"
        guard rest.hasPrefix("//") else {
            throw HeadUnitURLError(text, "`//` must follow `\(scheme):`", example: example)
        }
        var authority = rest.dropFirst(2)
        if authority.hasSuffix("/") { authority.removeLast() }
        if let extra = authority.firstIndex(where: { "/?#@".contains($0) }) {
            throw HeadUnitURLError(text, "`\(authority[extra])` does not belong there, only a host and a port do", example: example)
        }
        let (host, port) = try split(authority, of: text, scheme: scheme)
        guard !host.isEmpty else { throw HeadUnitURLError(text, "it names no host", example: example) }
        return (String(host), try number(port, of: text, example: example))
    }

    private static func split(
        _ authority: Substring, of text: String, scheme: String
    ) throws(HeadUnitURLError) -> (host: Substring, port: Substring?) {
        if authority.hasPrefix("[") { return try splitBracketed(authority, of: text, scheme: scheme) }
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2 else {
            throw HeadUnitURLError(text, "an IPv6 address needs brackets", example: "\(scheme)://[::1]:12345")
        }
        let host = parts.first ?? ""
        if let odd = host.unicodeScalars.first(where: { !isHostCharacter($0) }) {
            throw HeadUnitURLError(text, "a host name has no `\(odd)`", example: "\(scheme)://127.0.0.1:12345")
        }
        return (host, parts.count == 2 ? parts[1] : nil)
    }

    private static func splitBracketed(
        _ authority: Substring, of text: String, scheme: String
    ) throws(HeadUnitURLError) -> (host: Substring, port: Substring?) {
        let example = "\(scheme)://[::1]:12345"
        guard let end = authority.firstIndex(of: "]") else {
            throw HeadUnitURLError(text, "the bracket is not closed", example: example)
        }
        let host = authority[authority.index(after: authority.startIndex)..<end]
        // A zone (`fe80::1%eth0`) is the resolver's business.
        let address = host.prefix { $0 != "%" }
        guard address.contains(":"), (try? SocketAddress(ipAddress: String(address), port: 0)) != nil else {
            throw HeadUnitURLError(text, "`\(host)` is not an IPv6 address", example: example)
        }
        let rest = authority[authority.index(after: end)...]
        guard rest.isEmpty || rest.hasPrefix(":") else {
            throw HeadUnitURLError(text, "only a port can follow the bracket", example: example)
        }
        return (host, rest.isEmpty ? nil : rest.dropFirst())
    }

    private static func number(_ port: Substring?, of text: String, example: String) throws(HeadUnitURLError) -> Int {
        guard let port else { return HeadUnitURL.defaultPort }
        guard let number = HeadUnitURL.decimal(port), number <= UInt16.max else {
            throw HeadUnitURLError(text, "`\(port)` is not a port from 0 to 65535", example: example)
        }
        return number
    }

    private static func isHostCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_": true
        default: false
        }
    }
}
