// SPDX-License-Identifier: Apache-2.0
import Dispatch
import DynoScript
import Synchronization

/// What a console asks of the world its script lives in.
enum ConsoleQuestion: Sendable {
    case evaluate(String, @Sendable (ScriptConsole.Reply) -> Void)
    case complete(String, @Sendable (Completion) -> Void)
    case cancel
    /// The person, or the pipe, has no more to say.
    case end(Int32)

    /// Who presses Tab does not wait longer for a script that is busy.
    private static let patience = DispatchTimeInterval.seconds(2)

    /// A session whose questions go this way.
    static func session(_ ask: @escaping @Sendable (ConsoleQuestion) -> Void) -> ConsoleSession {
        ConsoleSession(
            evaluate: { text in
                let (replies, reply) = AsyncStream.makeStream(of: ScriptConsole.Reply.self)
                ask(.evaluate(text) { reply.yield($0) })
                return await replies.first { _ in true } ?? .ended
            },
            complete: { text in
                let answer = Answer()
                ask(.complete(text) { answer.set($0) })
                return answer.wait(Self.patience)
            },
            cancel: { ask(.cancel) })
    }

    /// An answer that another thread waits for.
    private final class Answer: Sendable {
        private let completion = Mutex(Completion())
        private let arrived = DispatchSemaphore(value: 0)

        func set(_ new: Completion) {
            completion.withLock { $0 = new }
            arrived.signal()
        }

        func wait(_ patience: DispatchTimeInterval) -> Completion {
            _ = arrived.wait(timeout: .now() + patience)
            return completion.withLock { $0 }
        }
    }
}
