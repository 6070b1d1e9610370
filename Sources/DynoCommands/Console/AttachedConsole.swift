// SPDX-License-Identifier: Apache-2.0
import DynoScript
import NIOCore
import NIOPosix
import Synchronization

/// `dyno console --attach`: the console of a script in another process.
struct AttachedConsole: Sendable {
    let socket: ConsoleSocket
    /// Instead of lines.
    let code: [String]
    /// Leaves out what happens.
    let isQuiet: Bool
    let output: Output
    let errors: Output

    private typealias Connection = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    /// Questions that were sent and not answered, in order.
    private final class Pending: Sendable {
        private let answers = Mutex<[@Sendable (ConsoleMessage) -> Void]>([])

        func add(_ answer: @escaping @Sendable (ConsoleMessage) -> Void) { answers.withLock { $0.append(answer) } }

        func answer(with message: ConsoleMessage) {
            answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }?(message)
        }
    }

    func run() async throws -> Int32 {
        guard socket.isAnswered else { throw UsageError(try unknown()) }
        let connection: Connection
        do {
            connection = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .connect(unixDomainSocketPath: socket.path) { channel in
                    channel.eventLoop.makeCompletedFuture { try Connection(wrappingChannelSynchronously: channel) }
                }
        } catch {
            throw UsageError("'\(socket.name)' can't be joined: \(error)")
        }
        let talk = ConsoleTalk(code: code, output: output, errors: errors)
        let result = try? await converse(talk, connection)
        await talk.end()
        if let result { return result }
        errors.line("dyno: '\(socket.name)' has ended")
        return talk.isPrompt ? 0 : 3
    }

    private func unknown() throws -> String {
        let running = try ConsoleSocket.running()
        guard !running.isEmpty else {
            return "nothing runs with a name; start it with: dyno run SCRIPT --name \(socket.name)"
        }
        return "nothing called '\(socket.name)' runs; there is \(running.joined(separator: ", "))"
    }

    /// The exit code; nil when the other side has gone.
    private func converse(_ talk: ConsoleTalk, _ connection: Connection) async throws -> Int32? {
        let pending = Pending()
        return try await connection.executeThenClose { inbound, outbound in
            try await withThrowingTaskGroup(of: Int32?.self) { tasks in
                tasks.addTask { try await ask(talk, pending, outbound) }
                tasks.addTask {
                    try await listen(talk, pending, inbound)
                    return nil
                }
                defer { tasks.cancelAll() }
                return try await tasks.next() ?? nil
            }
        }
    }

    private func ask(_ talk: ConsoleTalk, _ pending: Pending, _ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>) async throws -> Int32?
    {
        for await question in talk.questions {
            switch question {
            case .evaluate(let text, let reply):
                pending.add { if case .reply(let answer) = $0 { reply(answer) } }
                try await outbound.write(ConsoleMessage.evaluate(text, width: talk.width).line)
            case .complete(let text, let reply):
                pending.add { if case .completion(let answer) = $0 { reply(answer) } }
                try await outbound.write(ConsoleMessage.complete(text).line)
            case .cancel: try await outbound.write(ConsoleMessage.cancel.line)
            case .end(let code): return code
            }
        }
        return nil
    }

    private func listen(_ talk: ConsoleTalk, _ pending: Pending, _ inbound: NIOAsyncChannelInboundStream<ByteBuffer>) async throws {
        var messages = ConsoleMessages()
        for try await bytes in inbound {
            guard let received = messages.read(bytes) else { return }
            for message in received {
                switch message {
                case .reply, .completion: pending.answer(with: message)
                case .output(let text): talk.output.write(text)
                case .story(let text): if !isQuiet { talk.errors.write(text) }
                case .evaluate, .complete, .cancel: return
                }
            }
        }
    }
}
