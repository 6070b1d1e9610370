// SPDX-License-Identifier: Apache-2.0

import CLuaBridge
public import NIOCore

extension LuaStack {
    /// Decodes strict JSON (RFC 8259) and pushes one value; under the memory cap.
    ///
    /// Integers that fit 64 bits stay integers, null is `host.null`, an empty list carries the list mark, the last of
    /// duplicate keys wins.
    /// - Parameter depth: how deep lists and objects may nest.
    /// - Throws: ``LuaError`` of kind `.syntax` with the byte offset and what was expected, or of kind `.memory`.
    public func decodeJSON(_ text: ByteBuffer, depth: Int = 64) throws {
        try text.withUnsafeReadableBytes { bytes in
            var message: UnsafePointer<CChar>?
            let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            // The decoder recurses: 200 levels fit any thread's stack.
            let status = lb_decode_json(thread, start, bytes.count, Int32(min(max(1, depth), 200)), &message)
            if status != LB_OK { throw LuaError.json(status, message) }
        }
    }

    /// Appends the value at `i` as JSON, objects with sorted keys.
    ///
    /// A table is a list if it has items or the list mark, otherwise an object.
    /// - Throws: ``LuaError`` for what JSON cannot express: NaN, infinity, functions, mixed keys, holes, text that is
    ///   not UTF-8, more than 64 levels (which a cycle exceeds). `buffer` is left as it was then.
    public func encodeJSON(_ i: Int, into buffer: inout ByteBuffer) throws {
        var length = 0
        var status = LB_OK
        var message: UnsafePointer<CChar>?
        guard let start = lb_encode_json(thread, Int32(clamping: i), &length, &status, &message) else {
            throw LuaError.json(status, message)
        }
        buffer.writeBytes(UnsafeRawBufferPointer(start: start, count: length))
    }
}

extension LuaError {
    fileprivate static func json(_ status: lb_status, _ message: UnsafePointer<CChar>?) -> LuaError {
        if status == LB_ERR_MEMORY { return .memory }
        return LuaError(kind: .syntax, message: message.map { String(cString: $0) } ?? "JSON: failed")
    }
}
