// SPDX-License-Identifier: Apache-2.0

/// One file on its way to the head unit, part by part.
///
/// Only a few parts are under way at a time, so that a large file needs little memory.
struct FileUpload: Equatable {
    /// Parts that may wait for their answer together. Two keep a link busy; the others cover the way there and back.
    static let window = 4

    let name: String
    let size: Int
    let isPersistent: Bool
    let overwrites: Bool
    /// Bytes of one part.
    let chunkSize: Int
    private var next = 0
    private var underWay = 0
    private(set) var answered = 0
    private(set) var failure: ApplicationError?
    /// Nobody waits for it any more, or the file can't be read: another attempt would be no use.
    private(set) var isGivenUp = false

    init(name: String, size: Int, isPersistent: Bool = false, overwrites: Bool = false, chunkSize: Int) {
        self.name = name
        self.size = size
        self.isPersistent = isPersistent
        self.overwrites = overwrites
        self.chunkSize = max(1, chunkSize)
    }

    /// The parts to send now.
    mutating func chunks() -> [FileChunk] {
        var chunks: [FileChunk] = []
        while failure == nil, underWay < Self.window, next < size {
            let count = min(chunkSize, size - next)
            chunks.append(FileChunk(offset: next, count: count, declaredLength: next == 0 ? size : count))
            next += count
            underWay += 1
        }
        return chunks
    }

    mutating func succeeded(count: Int) {
        underWay -= 1
        answered += count
    }

    mutating func failed(_ error: ApplicationError, isFinal: Bool) {
        underWay -= 1
        failure = error
        isGivenUp = isGivenUp || isFinal
    }

    mutating func giveUp(_ error: ApplicationError) {
        failure = error
        isGivenUp = true
    }

    /// No part is under way, and none will follow.
    var isOver: Bool { underWay == 0 && (failure != nil || next >= size) }

    /// The same file from its beginning.
    var anew: FileUpload {
        FileUpload(name: name, size: size, isPersistent: isPersistent, overwrites: overwrites, chunkSize: chunkSize)
    }
}
