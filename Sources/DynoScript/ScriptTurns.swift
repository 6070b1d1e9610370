// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore

/// Lets a script see one thing after the other, however fast they come.
///
/// What belongs together is a turn: the events of one message of the head unit, or one answer. In a turn all handlers begin, then the
/// waits it ends go on, and only then comes the next turn. So a script that waits for one event and then for the next loses neither,
/// and an answer is never seen before the events that came before it.
final class ScriptTurns {
    private struct Turn {
        var events: [() -> Void] = []
        /// Lets the waits go on.
        var settle: [Int64: () -> Void] = [:]
        var resumes: [() -> Void] = []
    }

    private let world: World
    private var open: Turn?
    private var queue = CircularBuffer<Turn>()
    private var isPaused = false
    /// Called when there is nothing left to do.
    var onIdle: (() -> Void)?
    /// Whether the script runs right now, so that what is resumed begins only later.
    var isScriptRunning: () -> Bool = { false }

    init(world: World) {
        self.world = world
    }

    var isIdle: Bool { !isPaused && queue.isEmpty && open == nil }

    /// Adds an event to the turn that is being collected. `settle` is called once a turn for each `id`.
    func tell(_ id: Int64, _ event: @escaping () -> Void, settle: @escaping () -> Void) {
        var turn = open ?? Turn()
        turn.events.append(event)
        turn.settle[id] = settle
        open = turn
    }

    /// Ends the turn that was collected.
    func close() {
        guard let turn = open else { return }
        open = nil
        queue.append(turn)
        work()
    }

    /// Goes on with a waiting task, after everything that was told before.
    func resume(_ action: @escaping () -> Void) {
        guard open == nil else {
            open?.resumes.append(action)
            return
        }
        // As a rule nothing was told before.
        guard isPaused || !queue.isEmpty || isScriptRunning() else { return action() }
        queue.append(Turn(resumes: [action]))
        work()
    }

    private func work() {
        while !isPaused, let turn = queue.popFirst() {
            for event in turn.events { event() }
            guard turn.events.isEmpty, !isScriptRunning() else { return pause(turn) }
            for action in turn.resumes { action() }
        }
    }

    /// Handlers begin in the world's next round, waits that they or the event end in the one after it.
    private func pause(_ turn: Turn) {
        isPaused = true
        world.soon { [weak self, world] in
            for (_, settle) in turn.settle.sorted(by: { $0.key < $1.key }) { settle() }
            world.soon {
                for action in turn.resumes { action() }
                self?.isPaused = false
                self?.work()
                if self?.isIdle == true { self?.onIdle?() }
            }
        }
    }
}
