// SPDX-License-Identifier: Apache-2.0

/// A script's bytes, and where its lines are.
struct SourceText {
    /// A place for people. Both count from 1; a column is a character, not a byte.
    struct Position: Hashable, Comparable {
        var line: Int
        var column: Int

        static func < (left: Position, right: Position) -> Bool {
            (left.line, left.column) < (right.line, right.column)
        }
    }

    let bytes: [UInt8]
    /// Where the code begins: after a byte-order mark and a first line for the shell, as Lua itself skips them.
    let start: Int
    private let lineStarts: [Int]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        let textStart = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let isForShell = textStart < bytes.count && bytes[textStart] == UInt8(ascii: "#")
        start = isForShell ? bytes[textStart...].firstIndex(where: Self.isBreak) ?? bytes.count : textStart
        lineStarts = Self.lineStarts(bytes, from: textStart)
    }

    /// `\n`, `\r`, `\r\n` and `\n\r` each end one line, as in Lua.
    private static func lineStarts(_ bytes: [UInt8], from start: Int) -> [Int] {
        var starts = [start]
        var offset = start
        while offset < bytes.count {
            let byte = bytes[offset]
            offset += 1
            guard isBreak(byte) else { continue }
            if offset < bytes.count, isBreak(bytes[offset]), bytes[offset] != byte { offset += 1 }
            starts.append(offset)
        }
        return starts
    }

    static func isBreak(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    }

    /// The byte at an offset; nil at the end.
    func byte(at offset: Int) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

    /// A range as text; bytes that are not UTF-8 are repaired.
    func text(_ range: Range<Int>) -> String {
        let range = range.clamped(to: bytes.indices)
        return bytes.withUnsafeBufferPointer { String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self) }
    }

    /// The number of the line an offset stands in.
    func line(at offset: Int) -> Int {
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return low + 1
    }

    func position(at offset: Int) -> Position {
        let line = line(at: offset)
        return Position(line: line, column: 1 + characters(in: lineStarts[line - 1]..<max(lineStarts[line - 1], offset)))
    }

    /// How many characters begin in a range: all bytes count but 10xxxxxx, which continues a character of UTF-8.
    func characters(in range: Range<Int>) -> Int {
        bytes[range.clamped(to: bytes.indices)].reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    }

    /// The bytes of a line with its end; empty when there is no such line.
    func line(_ number: Int) -> ArraySlice<UInt8> {
        guard lineStarts.indices.contains(number - 1) else { return [] }
        let end = number < lineStarts.count ? lineStarts[number] : bytes.count
        return bytes[lineStarts[number - 1]..<end]
    }
}
