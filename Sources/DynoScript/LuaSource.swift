// SPDX-License-Identifier: Apache-2.0
public import LuaRuntime
public import SDLRPC

/// A value on a Lua stack, walked in place: the spec checks it and writes its JSON without a copy of it in between.
///
/// While a table is walked, its current element (or name and value) lies on top of the stack.
public struct LuaSource: ValueSource {
    private enum Frame {
        case list(table: Int, next: Int, count: Int)
        case record(table: Int, hasBegun: Bool)
    }

    private let stack: LuaStack
    /// Where the value is that `read` looks at.
    private var index: Int
    private var frames: [Frame] = []
    /// Where the text is that was read last, or its replacement when it is no string.
    private var textIndex = 0
    private var substitute: String?

    public static let isTextChecked = false

    /// Stands before the value at an index of a stack.
    public init(_ stack: LuaStack, at index: Int) {
        self.stack = stack
        self.index = index
    }

    public mutating func read() -> ValueToken {
        switch stack.type(index) {
        case .none, .nil: return .null
        case .boolean: return .boolean(stack.boolean(index))
        case .number:
            if stack.isInteger(index), let integer = stack.integer(index) { return .integer(integer) }
            return .number(stack.number(index) ?? .nan)
        case .string:
            textIndex = index
            substitute = nil
            return .string
        case .table: return readTable()
        case .lightUserdata: return stack.isNull(index) ? .null : .unsupported("a userdata")
        case .function: return .unsupported("a function")
        case .userdata: return .unsupported("a userdata")
        case .thread: return .unsupported("a coroutine")
        }
    }

    private mutating func readTable() -> ValueToken {
        guard stack.check(4) else { return .unsupported(Self.tooDeep) }
        let count = stack.rawLength(index)
        guard count > 0 else {
            guard hasEntries() else { return stack.isArray(index) ? begin(.list(table: index, next: 1, count: 0), .list) : .emptyTable }
            guard pushNil() else { return .unsupported(Self.tooDeep) }
            return begin(.record(table: index, hasBegun: false), .record)
        }
        guard countEntries() == count else { return .unsupported("a table with both list items and names, or with gaps") }
        guard pushNil() else { return .unsupported(Self.tooDeep) }
        return begin(.list(table: index, next: 1, count: count), .list)
    }

    private static let tooDeep = "a table nested too deeply"

    private func pushNil() -> Bool {
        (try? stack.push(.nil)) != nil
    }

    private mutating func begin(_ frame: Frame, _ token: ValueToken) -> ValueToken {
        frames.append(frame)
        return token
    }

    private func hasEntries() -> Bool {
        guard pushNil(), stack.next(index) else { return false }
        stack.pop(2)
        return true
    }

    private func countEntries() -> Int {
        var entries = 0
        guard pushNil() else { return 0 }
        while stack.next(index) {
            entries += 1
            stack.pop(1)
        }
        return entries
    }

    public mutating func nextElement() -> Bool {
        guard case .list(let table, let next, let count)? = frames.last else { return false }
        if count > 0 { stack.pop(1) }
        guard next <= count else {
            leave(table)
            return false
        }
        stack.rawGet(table, next)
        index = stack.top
        frames[frames.count - 1] = .list(table: table, next: next + 1, count: count)
        return true
    }

    public mutating func nextEntry() -> Bool {
        guard case .record(let table, let hasBegun)? = frames.last else { return false }
        // On top lies the value of the entry before; before the first one there is only the nil that `next` starts from.
        if hasBegun { stack.pop(1) }
        frames[frames.count - 1] = .record(table: table, hasBegun: true)
        guard stack.next(table) else {
            leave(table)
            return false
        }
        index = stack.top
        textIndex = index - 1
        substitute = stack.type(textIndex) == .string ? nil : "[\(stack.integer(textIndex).map(String.init) ?? stack.type(textIndex).name)]"
        return true
    }

    private mutating func leave(_ table: Int) {
        frames.removeLast()
        index = table
    }

    public func withText<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        if var substitute { return substitute.withUTF8 { body(UnsafeRawBufferPointer($0)) } }
        return stack.withStringBytes(textIndex, body) ?? body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
}
