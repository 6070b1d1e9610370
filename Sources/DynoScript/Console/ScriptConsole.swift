// SPDX-License-Identifier: Apache-2.0
import LuaRuntime
import NIOCore

/// Evaluates what a person says at a prompt, in a script that runs.
public final class ScriptConsole {
    /// What comes of a piece of Lua.
    public enum Reply: Equatable, Sendable {
        /// It is done; its values as Lua text, one below the other. Nil: it has none.
        case done(String?)
        /// More lines must follow.
        case incomplete
        case failed(String)
        /// The script is over, and so is the console.
        case ended
    }

    /// How wide values may be; wider ones are wrapped and bounded. Nil: each is whole and on one line.
    public var width: Int?

    private let script: LiveScript
    private var running: LuaTask?

    public init(_ script: LiveScript) {
        self.script = script
    }

    /// Evaluates an expression, statements, or a plugin's `:command with words`; `completion` is called when they have ended, which may wait.
    public func evaluate(_ text: String, completion: @escaping (Reply) -> Void) {
        let host = script.host
        guard !script.isOver else { return completion(.ended) }
        do {
            guard let function = try Self.load(Self.command(text) ?? text, host.lua) else { return completion(.incomplete) }
            try host.enterConsole()
            let task = host.lua.spawn(function, [], name: "console") { [weak self] result in
                guard let self, !script.isOver else { return completion(.ended) }
                running = nil
                completion(reply(result, host))
            }
            running = task.isDone ? nil : task
        } catch {
            completion(.failed("\(error)"))
        }
    }

    /// Ends what is being evaluated.
    public func cancel() {
        running?.cancel(LuaFailure(kind: "cancelled", message: "interrupted"))
    }

    /// Completes the end of a piece of Lua.
    public func complete(_ text: String) -> Completion {
        let host = script.host
        guard !script.isOver, (try? host.enterConsole()) != nil else { return Completion() }
        return Completion.at(text, spec: host.spec) { host.consoleNames(after: $0) }
    }

    private func reply(_ result: Result<[LuaValue], LuaError>, _ host: ScriptHost) -> Reply {
        switch result {
        case .success(let values) where values.isEmpty: return .done(nil)
        case .success(let values):
            do { return .done(try host.consoleText(of: values, width: width)) } catch { return .failed("\(error)") }
        case .failure(let error):
            let failure = ScriptFailure(error)
            return .failed(failure.message + (failure.traceback.map { "\n\($0)" } ?? ""))
        }
    }

    /// `:name words` runs a command of a plugin; nil for Lua.
    private static func command(_ text: String) -> String? {
        guard text.hasPrefix(":"), !text.hasPrefix("::") else { return nil }
        let words = text.dropFirst().split(whereSeparator: \.isWhitespace)
        return
            "sdl.command(\(words.map { word in "\"\(word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\"" }.joined(separator: ", ")))"
    }

    /// The text as an expression, else as statements; nil when only its end is missing.
    private static func load(_ text: String, _ lua: LuaState) throws -> LuaReference? {
        do {
            return try lua.load(ByteBuffer(string: "return \(text)"), chunkName: "=console")
        } catch let problem as LuaError where problem.kind == .syntax {
            do {
                return try lua.load(ByteBuffer(string: text), chunkName: "=console")
            } catch let error as LuaError where error.kind == .syntax {
                if [problem, error].contains(where: \.isAtEnd) { return nil }
                // `1 + * 2`: what is wrong as an expression says more than that it is no statement.
                let isExpression = error.message.contains("unexpected symbol") && !problem.message.contains("<eof> expected")
                throw isExpression ? problem : error
            }
        }
    }
}

extension LuaError {
    /// The parser has met the end of the text where more must come.
    fileprivate var isAtEnd: Bool {
        (message.hasSuffix("<eof>") || message.hasSuffix("<eof>'")) && !message.contains("unfinished string")
    }
}
