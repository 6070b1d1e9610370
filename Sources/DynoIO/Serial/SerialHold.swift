// SPDX-License-Identifier: Apache-2.0
import DynoWorld

/// A bench's hold on a serial port: nobody else gets it until it is released, also while no link is open on it or its adapter is
/// plugged out.
public final class SerialHold {
    /// Why a port could not be had.
    enum Refusal: Error, Equatable {
        /// Another program has it, or waits longer for it.
        case busy(PortHolder?)
        case unavailable(TransportError)
    }

    let port: PortName
    /// The link that is open on the port.
    weak var link: (any Link)?
    /// As if its plug were out.
    private(set) var isOut = false
    private var lock: PortLock?
    private weak var holds: SerialHolds?
    private let world: World
    private var returnTimer: Timer?

    init(_ port: PortName, lock: PortLock, holds: SerialHolds, world: World) {
        self.port = port
        self.lock = lock
        self.holds = holds
        self.world = world
    }

    /// Closes the link and keeps the port away for `duration`, as if it were plugged out and in again. The head unit keeps its power.
    public func unplug(for duration: Duration) {
        isOut = true
        returnTimer?.cancel()
        returnTimer = world.after(duration) { self.isOut = false }
        link?.close()
    }

    /// Lets others have the port; a second call does nothing.
    public func release() {
        lock = nil
        returnTimer?.cancel()
        holds?.forget(self)
    }
}
