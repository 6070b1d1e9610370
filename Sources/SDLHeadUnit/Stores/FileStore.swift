// SPDX-License-Identifier: Apache-2.0
import NIOCore

/// The files of one application, within its quota. Names are listed in the order they came.
struct FileStore: Equatable {
    /// Why a part of a file is not taken.
    enum Fault: Equatable {
        case wrongOffset(expected: Int)
        case outOfMemory
    }

    private(set) var files: [StoredFile] = []
    /// Where each name is in `files`.
    private var positions: [String: Int] = [:]
    /// Uploaded application icon, by file name.
    var iconName: String?

    /// Bytes of all files.
    private(set) var usedSpace = 0

    subscript(name: String) -> StoredFile? { positions[name].map { files[$0] } }

    /// Stores a part of a file; at offset 0 it begins anew, and an older file of that name is gone.
    mutating func put(_ part: StoredFile, at offset: Int, quota: Int) -> Fault? {
        let position = positions[part.name]
        let oldSize = position.map { files[$0].size } ?? 0
        guard offset == 0 || offset == oldSize else { return .wrongOffset(expected: oldSize) }
        let freed = offset == 0 ? oldSize : 0
        guard usedSpace - freed + part.size <= quota else { return .outOfMemory }
        usedSpace += part.size - freed
        guard let position else {
            positions[part.name] = files.count
            files.append(part)
            return nil
        }
        if offset == 0 { files[position] = part } else { files[position].bytes.writeImmutableBuffer(part.bytes) }
        return nil
    }

    /// Removes a file. Returns false when there is none.
    mutating func remove(_ name: String) -> Bool {
        guard let position = positions[name] else { return false }
        files.remove(at: position)
        index()
        if iconName == name { iconName = nil }
        return true
    }

    /// Drops what does not survive the end of a session.
    mutating func removeTemporary() {
        files.removeAll { !$0.isPersistent }
        index()
        if let name = iconName, self[name] == nil { iconName = nil }
    }

    /// Notes anew what is where.
    private mutating func index() {
        usedSpace = files.reduce(0) { $0 + $1.size }
        positions = Dictionary(files.enumerated().map { ($1.name, $0) }) { first, _ in first }
    }
}
