// SPDX-License-Identifier: Apache-2.0
public import SDLWire

/// Hands out session ids, the lowest free one of 1…255. All links of a head unit share one, as in the reference head unit.
public final class SessionIDAllocator {
    private var taken: Set<SessionID> = []

    public init() {}

    /// Nil when all 255 are taken.
    public func allocate() -> SessionID? {
        guard let free = (1...UInt8.max).lazy.map(SessionID.init(rawValue:)).first(where: { !taken.contains($0) }) else { return nil }
        taken.insert(free)
        return free
    }

    /// Makes an id free again; harmless when it is.
    public func release(_ id: SessionID) {
        taken.remove(id)
    }
}
