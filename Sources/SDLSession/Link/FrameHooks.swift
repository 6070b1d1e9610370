// SPDX-License-Identifier: Apache-2.0
public import SDLWire

/// Where a script watches, changes or drops single frames. A hook returns the frame to go on with, or nil to drop it.
public struct FrameHooks {
    /// Called for every frame that came, before the session sees it.
    public var incoming: ((Frame) -> Frame?)?
    /// Called for every frame on its way out.
    public var outgoing: ((Frame) -> Frame?)?

    public init(incoming: ((Frame) -> Frame?)? = nil, outgoing: ((Frame) -> Frame?)? = nil) {
        self.incoming = incoming
        self.outgoing = outgoing
    }
}
