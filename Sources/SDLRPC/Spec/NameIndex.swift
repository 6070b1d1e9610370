// SPDX-License-Identifier: Apache-2.0

/// Finds a name's position from its UTF-8 bytes, without making a `String`: every message's every name goes through here.
struct NameIndex: Sendable {
    /// A name that was given twice.
    private(set) var duplicate: String?
    /// All names, one after the other.
    private var bytes: [UInt8] = []
    /// Where each name starts in `bytes`, and where the last one ends.
    private var starts: [Int32] = [0]
    /// A hash table with open addressing of positions plus one; 0 marks a free slot. At most half full.
    private var slots: [Int32] = []

    init(_ names: [String]) {
        var capacity = 4
        while capacity < names.count * 2 { capacity *= 2 }
        slots = [Int32](repeating: 0, count: capacity)
        starts.reserveCapacity(names.count + 1)
        for (position, name) in names.enumerated() {
            var name = name
            let slot = name.withUTF8 { self.slot(of: UnsafeRawBufferPointer($0)) }
            if slots[slot] == 0 { slots[slot] = Int32(clamping: position + 1) } else { duplicate = name }
            bytes.append(contentsOf: name.utf8)
            starts.append(Int32(clamping: bytes.count))
        }
    }

    /// Returns the position of a name, or nil.
    func position(of name: UnsafeRawBufferPointer) -> Int? {
        let entry = slots[slot(of: name)]
        return entry == 0 ? nil : Int(entry) - 1
    }

    /// Returns the position of a name, or nil.
    func position(of name: String) -> Int? {
        var name = name
        return name.withUTF8 { position(of: UnsafeRawBufferPointer($0)) }
    }

    /// Returns the slot that holds a name, or the free one where it would go.
    private func slot(of name: UnsafeRawBufferPointer) -> Int {
        let mask = slots.count - 1
        var slot = Self.hash(name) & mask
        while slots[slot] != 0, !matches(name, at: Int(slots[slot]) - 1) { slot = (slot + 1) & mask }
        return slot
    }

    private func matches(_ name: UnsafeRawBufferPointer, at position: Int) -> Bool {
        let start = Int(starts[position])
        guard Int(starts[position + 1]) - start == name.count else { return false }
        return bytes.withUnsafeBytes { all in
            var offset = 0
            while offset + 8 <= name.count {
                let left = all.loadUnaligned(fromByteOffset: start + offset, as: UInt64.self)
                guard left == name.loadUnaligned(fromByteOffset: offset, as: UInt64.self) else { return false }
                offset += 8
            }
            while offset < name.count, all[start + offset] == name[offset] { offset += 1 }
            return offset == name.count
        }
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
