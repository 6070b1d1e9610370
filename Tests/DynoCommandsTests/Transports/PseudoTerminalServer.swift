// SPDX-License-Identifier: Apache-2.0
import DynoScript
import DynoWorld
import SDLHeadUnit

/// Serves a head unit at the near end of a pseudo-terminal, with a new link whenever one went down.
final class PseudoTerminalServer {
    private let line: PseudoTerminal
    private let headUnit: HeadUnit
    private let world: World
    private var isClosed = false

    init(_ headUnit: HeadUnit, in world: World) throws(TransportError) {
        line = try PseudoTerminal()
        self.headUnit = headUnit
        self.world = world
        serve()
    }

    var listener: Listener {
        Listener(url: "pty:\(line.path)") { self.isClosed = true }
    }

    private func serve() {
        guard !isClosed else { return }
        line.link(in: world)?.whenSuccess { [self] link in
            link.onDown = { self.serve() }
            headUnit.accept(link)
        }
    }
}
