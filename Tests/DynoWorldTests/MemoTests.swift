// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import DynoWorld

@Suite struct MemoTests {
    @Test func `work is done once for each of the newest inputs`() {
        let memo = Memo<Int, String>(limit: 2)
        var done: [Int] = []
        func work(_ input: Int) -> String {
            memo.output(for: input) {
                done.append(input)
                return "\(input)"
            }
        }
        #expect([1, 2, 1, 2].map(work) == ["1", "2", "1", "2"])
        #expect(done == [1, 2])
        #expect([3, 2, 1].map(work) == ["3", "2", "1"])
        #expect(done == [1, 2, 3, 1])
    }

    @Test func `work that fails is done again`() {
        struct Failure: Error {}
        let memo = Memo<Int, String>()
        #expect(throws: Failure.self) { try memo.output(for: 1) { () throws(Failure) in throw Failure() } }
        #expect(memo.output(for: 1) { "fine" } == "fine")
    }

    @Test func `a world shares one object of a type`() {
        let world = World(scheduler: VirtualScheduler())
        let memo = world.shared(Memo<Int, String>())
        #expect(world.shared(Memo<Int, String>()) === memo)
        #expect(world.shared(Memo<Int, Int>()) !== memo)
        #expect(World(scheduler: VirtualScheduler()).shared(Memo<Int, String>()) !== memo)
    }

    @Test func `fields of events are wanted when one observer reads them`() {
        let world = World(scheduler: VirtualScheduler())
        world.observe(fields: false) { _ in }
        #expect(!world.wantsFields)
        world.observe { _ in }
        #expect(world.wantsFields)
        world.close()
        #expect(!world.wantsFields)
    }
}
