// SPDX-License-Identifier: Apache-2.0
import NIOCore
import Testing

@testable import DynoWorld

@Suite struct MemoryLinkTests {
    let recorder = Recorder()

    func record(_ link: MemoryLink, as name: String) {
        link.onBytes = { [recorder] in recorder.log.append("\(name) got \(String(buffer: $0))") }
        link.onClose = { [recorder] in recorder.log.append("\(name) \($0.kind)") }
    }

    @Test func `bytes arrive in order at the other end, never inside send`() {
        let (left, right) = MemoryLink.pair(in: recorder.world)
        record(right, as: "right")
        left.send(ByteBuffer(string: "a"))
        left.send(ByteBuffer(string: "b"))
        #expect(recorder.log.isEmpty)
        recorder.scheduler.run()
        #expect(recorder.log == ["right got a", "right got b"])
    }

    @Test func `bytes that come before anybody listens are kept`() {
        let (left, right) = MemoryLink.pair(in: recorder.world)
        left.send(ByteBuffer(string: "early"))
        recorder.scheduler.run()
        record(right, as: "right")
        #expect(recorder.log == ["right got early"])
    }

    @Test func `a close that comes before anybody listens is kept, too`() {
        let (left, right) = MemoryLink.pair(in: recorder.world)
        left.close()
        recorder.scheduler.run()
        record(right, as: "right")
        #expect(recorder.log == ["right closedByPeer"])
    }

    @Test func `what was sent before close still arrives, and both ends hear of the close once`() {
        let (left, right) = MemoryLink.pair(in: recorder.world)
        record(left, as: "left")
        record(right, as: "right")
        left.send(ByteBuffer(string: "bye"))
        left.close()
        left.close()
        left.send(ByteBuffer(string: "lost"))
        right.send(ByteBuffer(string: "too late"))
        recorder.scheduler.run()
        right.close()
        recorder.scheduler.run()
        #expect(recorder.log == ["right got bye", "left closedHere", "right closedByPeer"])
    }
}
