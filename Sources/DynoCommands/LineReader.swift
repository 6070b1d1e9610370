// SPDX-License-Identifier: Apache-2.0
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Reads a descriptor line by line, and waits for each.
final class LineReader: Sendable {
    /// A longer line is cut there; the rest is a line of its own.
    static let longestLine = 64 << 10

    private let descriptor: Int32
    private let state = Mutex<(bytes: [UInt8], isAtEnd: Bool)>(([], false))

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// The next line without its end; nil when there is none any more.
    func next() -> String? {
        state.withLock { state in
            while true {
                if let end = state.bytes.firstIndex(of: UInt8(ascii: "\n")) { return Self.take(&state.bytes, end, skipping: 1) }
                if state.bytes.count >= Self.longestLine { return Self.take(&state.bytes, Self.longestLine, skipping: 0) }
                if state.isAtEnd { return state.bytes.isEmpty ? nil : Self.take(&state.bytes, state.bytes.count, skipping: 0) }
                state.isAtEnd = !fill(&state.bytes)
            }
        }
    }

    private static func take(_ bytes: inout [UInt8], _ count: Int, skipping: Int) -> String {
        var line = bytes.prefix(count)
        if skipping > 0, line.last == UInt8(ascii: "\r") { line.removeLast() }
        let text = String(decoding: line, as: UTF8.self)
        bytes.removeFirst(count + skipping)
        return text
    }

    /// Reads what there is; false at the end.
    private func fill(_ bytes: inout [UInt8]) -> Bool {
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            bytes += chunk.prefix(count)
            return true
        }
    }
}
