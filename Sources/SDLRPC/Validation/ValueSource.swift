// SPDX-License-Identifier: Apache-2.0

/// A value that is walked once from front to back: a `JSONValue`, JSON bytes, or a value on a Lua stack.
///
/// The walker calls `read()` for the value itself. After `.list` it calls `nextElement()`, after `.record` `nextEntry()`,
/// until that returns false, with exactly one `read()` (and the walk of what it returns) after each true. It never goes
/// back, so that bytes need no tree and a Lua stack no copies.
///
///     var source = JSONSource(bytes)
///     if case .record = source.read() {
///         while source.nextEntry() {
///             source.withText { print(String(decoding: $0, as: UTF8.self)) }
///             source.skip()
///         }
///     }
public protocol ValueSource {
    /// Whether every text of this source is known to be valid UTF-8. A source that can't promise it has its texts checked.
    static var isTextChecked: Bool { get }

    /// Why the walk can't go on: the bytes are not JSON. Once set, `nextElement` and `nextEntry` return false.
    var failure: JSONError? { get }

    /// Reads the current value; of a list or record, only that it is one.
    mutating func read() -> ValueToken

    /// Goes to the next element of the innermost list; false at its end, which leaves the list.
    mutating func nextElement() -> Bool

    /// Goes to the next entry of the innermost record, whose name `withText` then lends; false at its end, which leaves
    /// the record.
    mutating func nextEntry() -> Bool

    /// Confirms, after the whole value was read, that nothing follows it; anything else becomes the `failure`.
    mutating func finish()

    /// Lends the bytes of the text that was read last: of a `.string`, or an entry's name.
    func withText<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result
}

extension ValueSource {
    public var failure: JSONError? { nil }
    public mutating func finish() {}

    /// Reads the current value and drops it.
    public mutating func skip() { skip(read()) }

    /// Drops what follows a token that was just read.
    public mutating func skip(_ token: ValueToken) {
        switch token {
        case .list: while nextElement() { skip() }
        case .record: while nextEntry() { skip() }
        case .null, .boolean, .integer, .number, .string, .emptyTable, .unsupported: break
        }
    }
}
