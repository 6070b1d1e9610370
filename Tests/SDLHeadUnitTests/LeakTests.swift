// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import SDLSession
import Testing

@testable import SDLHeadUnit

@Suite struct LeakTests {
    /// Remembers an object without keeping it.
    private struct Weak {
        weak var object: AnyObject?

        init(_ object: AnyObject?) { self.object = object }
    }

    @Test func `2,000 apps that come and go leave nothing behind`() {
        let rig = Rig()
        rig.headUnit.faults.set(LinkFaults())
        var seen: [Weak] = []
        for index in 0..<2000 {
            let app = rig.register("Hello")
            seen += [Weak(app.unit), Weak(app.unit.session), Weak(rig.headUnit.links.first), Weak(rig.headUnit.links.first?.link)]
            rig.headUnit.user.activate(app.unit)
            rig.settle()
            // By turns in good order, with the session, and with the link.
            switch index % 3 {
            case 0: app.request("UnregisterAppInterface")
            case 1: app.session.end()
            default: rig.headUnit.links.first?.close()
            }
            app.session.disconnect()
            rig.settle()
        }
        rig.advance(.seconds(60))
        #expect(seen.count == 8000)
        #expect(seen.filter { $0.object != nil }.isEmpty)
        #expect(rig.headUnit.apps.isEmpty && rig.headUnit.links.isEmpty && rig.headUnit.sessions.isEmpty)
        #expect(rig.headUnit.overlays.stack.overlays.isEmpty && rig.headUnit.awaitedResponses.isEmpty)
    }
}
