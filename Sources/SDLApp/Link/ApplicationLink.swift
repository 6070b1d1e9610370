// SPDX-License-Identifier: Apache-2.0
public import SDLSession
public import SDLWire

/// The link below an application's session, for tests that look at frames. It outlasts reconnections: hooks go over to the next
/// session, and the counts are those of the newest one.
public final class ApplicationLink {
    /// Where frames are watched, changed or dropped, now and in sessions to come.
    public var hooks = FrameHooks() {
        didSet { session?.frameHooks = watched }
    }
    /// Sees every frame that comes and that goes out, as the hooks leave it.
    public var onFrame: ((Frame, _ isOutgoing: Bool) -> Void)? {
        didSet { session?.frameHooks = watched }
    }
    /// The newest session, also when it has ended.
    public private(set) var session: AppSession?

    /// What went through the newest session's link.
    public var stats: LinkStats { session?.stats ?? LinkStats() }

    init() {}

    func attach(_ session: AppSession) {
        self.session = session
        session.frameHooks = watched
    }

    private var watched: FrameHooks {
        guard let onFrame else { return hooks }
        func watch(_ hook: ((Frame) -> Frame?)?, isOutgoing: Bool) -> (Frame) -> Frame? {
            { frame in
                guard let frame = hook.map({ $0(frame) }) ?? frame else { return nil }
                onFrame(frame, isOutgoing)
                return frame
            }
        }
        return FrameHooks(incoming: watch(hooks.incoming, isOutgoing: false), outgoing: watch(hooks.outgoing, isOutgoing: true))
    }
}
