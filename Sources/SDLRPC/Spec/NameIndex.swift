// SPDX-License-Identifier: Apache-2.0

/// Finds a name's position from its UTF-8 bytes, without making a `String`: every message's every name goes through here.
struct NameIndex: Sendable {
    /// All names, one after the other.
    private let bytes: [UInt8]
    /// Where each name starts in `bytes`, and where the last one ends.
    private let starts: [Int32]
    /// A hash table with open addressing of positions plus one; 0 marks a free slot. At most half full.
    private let slots: [Int32]

    init(_ names: [String]) {
        var bytes: [UInt8] = []
        var starts: [Int32] = [0]
        for name in names {
            bytes += name.utf8
            starts.append(Int32(clamping: bytes.count))
        }
        var capacity = 4
        while capacity < names.count * 2 { capacity *= 2 }
        var slots = [Int32](repeating: 0, count: capacity)
        bytes.withUnsafeBytes { all in
            for position in names.indices {
                let name = UnsafeRawBufferPointer(rebasing: all[Int(starts[position])..<Int(starts[position + 1])])
                var slot = Self.hash(name) & (capacity - 1)
                while slots[slot] != 0 { slot = (slot + 1) & (capacity - 1) }
                slots[slot] = Int32(clamping: position + 1)
            }
        }
        self.bytes = bytes
        self.starts = starts
        self.slots = slots
    }

    /// Returns the position of a name, or nil.
    func position(of name: UnsafeRawBufferPointer) -> Int? {
        let mask = slots.count - 1
        var slot = Self.hash(name) & mask
        while slots[slot] != 0 {
            let position = Int(slots[slot]) - 1
            let start = Int(starts[position])
            if Int(starts[position + 1]) - start == name.count, matches(name, at: start) { return position }
            slot = (slot + 1) & mask
        }
        return nil
    }

    /// Returns the position of a name, or nil.
    func position(of name: String) -> Int? {
        var name = name
        return name.withUTF8 { position(of: UnsafeRawBufferPointer($0)) }
    }

    private func matches(_ name: UnsafeRawBufferPointer, at start: Int) -> Bool {
        bytes.withUnsafeBytes { UnsafeRawBufferPointer(rebasing: $0[start..<(start + name.count)]).elementsEqual(name) }
    }

    /// Mixes the length, the first and the last eight bytes: names that differ only in their middle are rare and share a
    /// slot without harm.
    private static func hash(_ name: UnsafeRawBufferPointer) -> Int {
        var first: UInt64 = 0
        var last: UInt64 = 0
        if name.count >= 8 {
            first = name.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
            last = name.loadUnaligned(fromByteOffset: name.count - 8, as: UInt64.self)
        } else {
            for byte in name { first = first << 8 | UInt64(byte) }
        }
        var mixed = (first ^ (last << 7 | last >> 57)) &+ UInt64(name.count)
        mixed = (mixed ^ mixed >> 32) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed >> 33)
    }
}
