// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import SDLSession
import SDLWire

/// A session ends exactly once whatever comes, answers no more than it is asked, and leaves no timer behind.
///
/// The input is a list of steps: a byte below 200 is followed by that many bytes of the wire; a byte from 200 on lets time pass, from
/// nothing to 5.5 s.
enum SessionCheck {
    static func application(_ input: ByteBuffer, isLossy: Bool) -> String? {
        let bench = Bench(isLossy: isLossy)
        let session = AppSession(link: bench.link, world: bench.world)
        var ends = 0
        session.onRefused = { _ in ends += 1 }
        session.onEnded = { _ in ends += 1 }
        session.onOpened = { [unowned session] _ in
            session.startService(.video)
            session.send(RPCMessage(type: .request, functionID: 1, correlationID: 1, json: ByteBuffer(string: "{}")))
        }
        session.start()
        bench.play(input)
        session.end()
        bench.rest()
        guard ends == 1 else { return "the session ended \(ends) times" }
        return bench.problem
    }

    static func headUnit(_ input: ByteBuffer, isLossy: Bool) -> String? {
        let bench = Bench(isLossy: isLossy)
        let sessionIDs = SessionIDAllocator()
        let link = HeadUnitLink(link: bench.link, world: bench.world, sessionIDs: sessionIDs)
        var open: Set<SessionID> = []
        var problem: String?
        link.onSessionOpened = { id, _ in if !open.insert(id).inserted { problem = "session \(id) was opened twice" } }
        link.onSessionEnded = { id, _ in if open.remove(id) == nil { problem = "session \(id) ended and was not open" } }
        link.onMessage = { [unowned link] id, message in
            if !open.contains(id) { problem = "a message of session \(id), which is not open" }
            link.send(RPCMessage(type: .response, functionID: 1, correlationID: message.correlationID, json: message.json), to: id)
        }
        bench.world.soon { bench.play(input) }
        bench.rest()
        link.close()
        bench.rest()
        if let problem { return problem }
        guard open.isEmpty else { return "sessions \(open.sorted()) never ended" }
        return bench.problem
    }

    private struct Bench {
        let scheduler = VirtualScheduler()
        let world: World
        let link: FuzzLink

        init(isLossy: Bool) {
            world = World(scheduler: scheduler, seed: 1)
            link = FuzzLink(kind: isLossy ? .serial : .memory, world: world)
        }

        /// Feeds the link.
        func play(_ input: ByteBuffer) {
            var input = input
            while let step: UInt8 = input.readInteger() {
                if step >= 200 {
                    scheduler.advance(by: .milliseconds(100) * Int(step - 200))
                } else if let bytes = input.readSlice(length: min(Int(step), input.readableBytes)), bytes.readableBytes > 0 {
                    link.onBytes?(bytes)
                    scheduler.advance(by: .zero)
                }
            }
        }

        /// Lets every deadline pass.
        func rest() {
            scheduler.advance(by: .seconds(120))
        }

        var problem: String? {
            scheduler.isIdle ? nil : "a timer is left after the link closed"
        }
    }
}
