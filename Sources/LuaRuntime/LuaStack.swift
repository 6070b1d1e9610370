// SPDX-License-Identifier: Apache-2.0

import CLuaBridge
public import NIOCore

/// Direct access to a Lua stack, for encoders: nothing here raises, whatever the index or the script.
///
/// Indexes count from 1 at the bottom, or from -1 at the top. A wrong index reads as `.none` or `nil`. Tables are
/// read raw, without metamethods. Valid only where it was handed out: in a host function or a `pushing` closure.
public struct LuaStack {
    let thread: OpaquePointer
    // Whoever hands a stack out keeps the core alive for as long as the stack may be used.
    unowned(unsafe) let core: LuaCore

    /// How many values there are.
    public var top: Int { Int(lb_top(thread)) }

    /// "file:line" of the innermost script frame; empty when there is none.
    public var position: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
            guard let start = buffer.baseAddress else { return "" }
            lb_where(thread, start, buffer.count)
            return String(cString: start)
        }
    }

    public func type(_ i: Int) -> LuaType { LuaType(rawValue: lb_type(thread, Int32(clamping: i))) ?? .none }
    /// Whether the value counts as true: everything but nil and false.
    public func boolean(_ i: Int) -> Bool { lb_to_boolean(thread, Int32(clamping: i)) }
    /// Whether the value is a number stored as an integer.
    public func isInteger(_ i: Int) -> Bool { lb_is_integer(thread, Int32(clamping: i)) }
    /// Whether the value is JSON null.
    public func isNull(_ i: Int) -> Bool { lb_is_null(thread, Int32(clamping: i)) }
    /// Whether the value is a table that carries the JSON list mark.
    public func isArray(_ i: Int) -> Bool { lb_is_array(thread, Int32(clamping: i)) }
    /// The length of a string in bytes, or of a table's list part; otherwise 0.
    public func rawLength(_ i: Int) -> Int { Int(clamping: lb_raw_length(thread, Int32(clamping: i))) }
    /// The same position counted from the bottom; 0 when there is no such value.
    public func absoluteIndex(_ i: Int) -> Int { Int(lb_absolute(thread, Int32(clamping: i))) }

    /// The integer, exact only: 3.0 gives 3, 3.5 and strings give `nil`.
    public func integer(_ i: Int) -> Int64? {
        var value: Int64 = 0
        return lb_to_integer(thread, Int32(clamping: i), &value) ? value : nil
    }

    public func number(_ i: Int) -> Double? {
        var value = 0.0
        return lb_to_number(thread, Int32(clamping: i), &value) ? value : nil
    }

    /// Lends the bytes of a string; `nil` for any other type.
    public func withStringBytes<R>(_ i: Int, _ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R? {
        var length = 0
        guard let start = lb_to_string(thread, Int32(clamping: i), &length) else { return nil }
        return try body(UnsafeRawBufferPointer(start: start, count: length))
    }

    /// The text of a string; bytes that are not UTF-8 are repaired.
    public func string(_ i: Int) -> String? { withStringBytes(i) { String(decoding: $0, as: UTF8.self) } }

    /// A copy of the bytes of a string.
    public func bytes(_ i: Int) -> ByteBuffer? { withStringBytes(i) { ByteBuffer(bytes: $0) } }

    /// Keeps a table, function, thread or userdata.
    public func reference(_ i: Int) -> LuaReference? {
        switch type(i) {
        case .table, .function, .userdata, .thread:
            LuaReference(core: core, thread: thread, index: Int32(clamping: i))
        case .none, .nil, .boolean, .lightUserdata, .number, .string: nil
        }
    }

    /// Pushes item `n` of the table at `i` and returns its type; `.none`, with nothing pushed, when the stack is full.
    @discardableResult
    public func rawGet(_ i: Int, _ n: Int) -> LuaType {
        LuaType(rawValue: lb_raw_get_index(thread, Int32(clamping: i), Int64(n))) ?? .none
    }

    /// Pushes a field of the table at `i` and returns its type; `.none`, with nothing pushed, when the stack is full.
    @discardableResult
    public func rawGetField(_ i: Int, _ name: StaticString) -> LuaType {
        rawGetField(i, name.bytes)
    }

    @discardableResult
    public func rawGetField(_ i: Int, _ name: String) -> LuaType {
        var name = name
        return name.withUTF8 { rawGetField(i, UnsafeRawBufferPointer($0)) }
    }

    @discardableResult
    public func rawGetField(_ i: Int, _ name: UnsafeRawBufferPointer) -> LuaType {
        let start = name.baseAddress?.assumingMemoryBound(to: CChar.self)
        return LuaType(rawValue: lb_raw_get_field(thread, Int32(clamping: i), start, name.count)) ?? .none
    }

    /// Replaces the key on top by the table's next key and its value, and returns true; at the end takes the key away.
    /// Start with a pushed nil.
    public func next(_ i: Int) -> Bool { lb_next(thread, Int32(clamping: i)) }

    /// Makes room for `n` more values; false when there is none. Every push makes room for itself.
    public func check(_ n: Int) -> Bool { lb_check(thread, Int32(clamping: n)) }

    /// Takes the top `n` values away; as many as there are, at most.
    public func pop(_ n: Int = 1) {
        let top = lb_top(thread)
        _ = lb_set_top(thread, max(0, top - Int32(clamping: max(0, n))))
    }
}
