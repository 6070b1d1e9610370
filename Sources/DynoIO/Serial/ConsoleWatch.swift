// SPDX-License-Identifier: Apache-2.0
import NIOCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Recognises what comes out of a serial port that is no SDL: a console that boots, asks for a login, or a program that takes this
/// end for a modem. It only looks: all bytes go on to the session.
struct ConsoleWatch {
    /// What the other end is doing. Each is told once for each line that was opened.
    enum Sight: Hashable {
        /// The line that shows it.
        case booting(String)
        case login(String)
        case shell(String)
        case modemProbe(String)
        case webServer(String)
    }

    /// Longer lines are no console's.
    private static let lineLimit = 160

    private var line: [UInt8] = []
    /// The rest of a line that holds other bytes than text, or too many, is passed over.
    private var isText = true
    private var told: Set<Int> = []

    mutating func receive(_ bytes: ByteBuffer) -> [Sight] {
        var sights: [Sight] = []
        bytes.withUnsafeReadableBytes { bytes in
            var place = 0
            while place < bytes.count {
                // Most of what comes is SDL, so that is passed over fast.
                guard isText || Self.skipLine(bytes, &place) else { return }
                take(bytes[place], &sights)
                place += 1
            }
        }
        // A prompt has no end of line.
        note(promptSight, in: &sights)
        return sights
    }

    private mutating func take(_ byte: UInt8, _ sights: inout [Sight]) {
        switch byte {
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
            note(completeSight, in: &sights)
            line = []
            isText = true
        case 0x20...0x7E where isText && line.count < Self.lineLimit: line.append(byte)
        case 0x1B, 0x08, 0x09: break  // a console's colours and tabs
        default: isText = false
        }
    }

    /// Goes to the end of the line; false when it has not come yet.
    private static func skipLine(_ bytes: UnsafeRawBufferPointer, _ place: inout Int) -> Bool {
        guard let start = bytes.baseAddress, let end = memchr(start + place, CInt(UInt8(ascii: "\n")), bytes.count - place) else {
            return false
        }
        place = UnsafeRawPointer(end) - start
        return true
    }

    private mutating func note(_ sight: Sight?, in sights: inout [Sight]) {
        guard let sight, told.insert(sight.kind).inserted else { return }
        sights.append(sight)
    }

    private var completeSight: Sight? {
        guard isText, line.count >= 2 else { return nil }
        let text = String(decoding: line, as: UTF8.self)
        if text == "AT" || text.hasPrefix("ATE") || text.hasPrefix("AT+") || text.hasPrefix("ATZ") { return .modemProbe(text) }
        if text.hasPrefix("HTTP/1.") { return .webServer(text) }
        let isBoot = ["U-Boot ", "Linux version ", "Starting kernel", "Booting ", "[    0."].contains { text.hasPrefix($0) }
        return isBoot ? .booting(text) : nil
    }

    private var promptSight: Sight? {
        guard isText, line.count >= 3 else { return nil }
        let text = String(decoding: line, as: UTF8.self)
        let shown = text.last == " " ? String(text.dropLast()) : text
        if shown.hasSuffix("login:") || shown.hasSuffix("assword:") { return .login(shown) }
        let isShell = text.hasSuffix("# ") || text.hasSuffix("$ ")
        return isShell && text.contains { $0 == "@" || $0 == ":" || $0 == "~" } || text == "=> " ? .shell(shown) : nil
    }
}

extension ConsoleWatch.Sight {
    fileprivate var kind: Int {
        switch self {
        case .booting: 0
        case .login: 1
        case .shell: 2
        case .modemProbe: 3
        case .webServer: 4
        }
    }

    /// What is going on and what to do.
    var advice: String {
        switch self {
        case .booting(let line): "the other end boots (`\(line)`); its session is gone, and it is waited for"
        case .login(let line): "the other end asks for a login (`\(line)`): this is its console; use the port that its SDL listens on"
        case .shell(let line): "a shell runs at the other end (`\(line)`): this is its console; use the port that its SDL listens on"
        case .modemProbe(let line):
            "a program takes this port for a modem (`\(line)`); on the machine at the other end stop ModemManager, or set "
                + "ID_MM_DEVICE_IGNORE=1 for the port with a udev rule"
        case .webServer(let line): "the other end speaks HTTP (`\(line)`), not SDL; use the port that its SDL listens on"
        }
    }
}
