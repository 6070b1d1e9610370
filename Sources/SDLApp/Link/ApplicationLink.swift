// SPDX-License-Identifier: Apache-2.0
public import SDLSession
public import SDLWire

/// The link below an application's session, for tests that look at frames. It outlasts reconnections: hooks go over to the next
/// session, and the counts are those of the newest one.
public final class ApplicationLink {
    /// Where frames are watched, changed or dropped, now and in sessions to come.
    public var hooks = FrameHooks() {
        didSet { session?.frameHooks = hooks }
    }
    /// The newest session, also when it has ended.
    public private(set) var session: AppSession?

    /// What went through the newest session's link.
    public var stats: LinkStats { session?.stats ?? LinkStats() }

    init() {}

    func attach(_ session: AppSession) {
        self.session = session
        session.frameHooks = hooks
    }
}
