// SPDX-License-Identifier: Apache-2.0

import SDLRPC

/// A value as a script holds it: tables without order, functions, bytes that are not text.
indirect enum Table {
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case bytes([UInt8])
    case list([Table])
    case record([(String, Table)])
    case rawRecord([([UInt8], Table)])
    case empty
    case function
    /// A table that contains itself this many times over.
    case endless(width: Int)
}

extension Table: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral {
    init(stringLiteral value: String) { self = .bytes(Array(value.utf8)) }
    init(integerLiteral value: Int64) { self = .integer(value) }
    init(floatLiteral value: Double) { self = .number(value) }
    init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension Table: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    init(arrayLiteral elements: Table...) { self = .list(elements) }
    init(dictionaryLiteral elements: (String, Table)...) { self = .record(elements) }
}

/// Walks a `Table` as the Lua module walks a stack.
struct TableSource: ValueSource {
    static var isTextChecked: Bool { false }

    private enum Level {
        case list(ArraySlice<Table>)
        case record(ArraySlice<([UInt8], Table)>)
    }

    private var current: Table
    private var text: [UInt8] = []
    private var levels: [Level] = []

    init(_ table: Table) { current = table }

    mutating func read() -> ValueToken {
        switch current {
        case .boolean(let value): return .boolean(value)
        case .integer(let value): return .integer(value)
        case .number(let value): return .number(value)
        case .empty: return .emptyTable
        case .function: return .unsupported("a function")
        case .bytes(let bytes):
            text = bytes
            return .string
        case .list(let elements):
            levels.append(.list(elements[...]))
            return .list
        case .record(let entries):
            levels.append(.record(entries.map { (Array($0.0.utf8), $0.1) }[...]))
            return .record
        case .rawRecord(let entries):
            levels.append(.record(entries[...]))
            return .record
        case .endless(let width):
            levels.append(.list(ArraySlice(repeating: current, count: width)))
            return .list
        }
    }

    mutating func nextElement() -> Bool {
        guard case .list(var rest)? = levels.popLast(), let element = rest.popFirst() else { return false }
        levels.append(.list(rest))
        current = element
        return true
    }

    mutating func nextEntry() -> Bool {
        guard case .record(var rest)? = levels.popLast(), let entry = rest.popFirst() else { return false }
        levels.append(.record(rest))
        (text, current) = entry
        return true
    }

    func withText<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result { text.withUnsafeBytes(body) }
}
