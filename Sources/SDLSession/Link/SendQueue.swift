// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLWire

/// What waits until the link takes more: the lower service number first (protocol spec 5.4.1 § 5), in the order of the calls within a
/// service, and one message in pieces at a time, because some real receivers mix up two.
struct SendQueue {
    enum Entry {
        /// A raw frame is not shown to the hooks: one of them sent it.
        case frame(Frame, isRaw: Bool)
        case message(MessageSplitter, size: Int)
        /// Bytes that need not be frames.
        case bytes(ByteBuffer)
    }

    /// What goes out next.
    enum Output {
        case frame(Frame, isRaw: Bool)
        case bytes(ByteBuffer)
    }

    private struct Lane {
        let service: UInt8
        var entries: [Entry] = []
        var head = 0
        /// Frames the message at the head has still to give; nil before it began.
        var framesLeft: Int?
    }

    /// More is not kept for a peer that does not take it.
    static let limit = 64 << 20
    /// What an entry costs besides its bytes.
    private static let overhead = 64

    /// The lanes that were ever used, by service number.
    private var lanes: [Lane] = []
    /// What waits, in bytes of memory.
    private(set) var size = 0
    /// The service whose message is going out in pieces.
    private var begun: UInt8?

    var isEmpty: Bool { size == 0 }

    /// Whether there is room for one more. A message of any size fits when nothing else waits: it is in memory already.
    func accepts(_ entry: Entry) -> Bool {
        isEmpty || size + Self.cost(entry) <= Self.limit
    }

    mutating func append(_ entry: Entry) {
        size += Self.cost(entry)
        let service = Self.service(entry)
        let position = lanes.firstIndex { $0.service >= service } ?? lanes.endIndex
        if position == lanes.endIndex || lanes[position].service != service { lanes.insert(Lane(service: service), at: position) }
        lanes[position].entries.append(entry)
    }

    /// Takes the next frame; nil when nothing waits.
    /// - Parameter keepsTogether: Goes on with a message that has begun; nothing overtakes it then.
    mutating func next(keepsTogether: Bool = false) -> Output? {
        if keepsTogether, let begun, let position = lanes.firstIndex(where: { $0.service == begun }),
            case .message(let splitter, let size) = lanes[position].entries[lanes[position].head]
        {
            return nextFrame(of: splitter, size, at: position).map { .frame($0, isRaw: false) }
        }
        for position in lanes.indices where lanes[position].head < lanes[position].entries.count {
            switch lanes[position].entries[lanes[position].head] {
            case .frame(let frame, let isRaw):
                pop(position)
                return .frame(frame, isRaw: isRaw)
            case .bytes(let bytes):
                pop(position)
                return .bytes(bytes)
            case .message(let splitter, let size):
                // Another service's message in pieces goes first, whatever its number.
                if splitter.frameCount > 1, let begun, begun != lanes[position].service { continue }
                return nextFrame(of: splitter, size, at: position).map { .frame($0, isRaw: false) }
            }
        }
        return nil
    }

    private mutating func nextFrame(of splitter: MessageSplitter, _ size: Int, at position: Int) -> Frame? {
        var splitter = splitter
        let frame = splitter.next()
        let left = (lanes[position].framesLeft ?? splitter.frameCount) - 1
        if left > 0 {
            begun = lanes[position].service
            lanes[position].framesLeft = left
            lanes[position].entries[lanes[position].head] = .message(splitter, size: size)
        } else {
            begun = begun == lanes[position].service ? nil : begun
            lanes[position].framesLeft = nil
            pop(position)
        }
        return frame
    }

    private mutating func pop(_ position: Int) {
        size -= Self.cost(lanes[position].entries[lanes[position].head])
        // Lets go of the bytes now; the place goes later.
        lanes[position].entries[lanes[position].head] = .bytes(ByteBuffer())
        lanes[position].head += 1
        let head = lanes[position].head
        // Seldom enough that every entry is moved at most once on average.
        guard head == lanes[position].entries.count || head >= 64 && head * 2 > lanes[position].entries.count else { return }
        lanes[position].entries.removeSubrange(..<head)
        lanes[position].head = 0
    }

    private static func cost(_ entry: Entry) -> Int {
        switch entry {
        case .frame(let frame, _): overhead + frame.payload.readableBytes
        case .message(_, let size): overhead + size
        case .bytes(let bytes): overhead + bytes.readableBytes
        }
    }

    private static func service(_ entry: Entry) -> UInt8 {
        switch entry {
        case .frame(let frame, _): frame.header.serviceType.rawValue
        case .message(let splitter, _): splitter.serviceType.rawValue
        case .bytes: ServiceType.control.rawValue
        }
    }
}
