// SPDX-License-Identifier: Apache-2.0
import Dispatch
import DynoScript

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Takes lines from a person or a pipe, evaluates them one after the other, and shows what comes of them.
struct ConsoleLoop: Sendable {
    static let prompt = "dyno> "
    static let continuation = "    > "

    let session: ConsoleSession
    let output: Output
    let errors: Output

    /// A person at a terminal, until Ctrl-D; Ctrl-C drops the line or stops what is evaluated. What fails is only shown.
    func run(_ editor: LineEditor) async -> Int32 {
        let interrupts = watchInterrupts()
        defer {
            interrupts.cancel()
            signal(SIGINT, SIG_DFL)
        }
        var text = ""
        while !Task.isCancelled {
            switch await editor.next(prompt: text.isEmpty ? Self.prompt : Self.continuation) {
            case .end: return 0
            case .interrupted: text = ""
            case .line(let line):
                text += text.isEmpty ? line : "\n" + line
                guard !["exit", "quit"].contains(text) else { return 0 }
                if await take(text == "help" ? "help()" : text) != nil {
                    if text.contains(where: { !$0.isWhitespace }) { editor.remember(text.split(separator: "\n").joined(separator: " ")) }
                    text = ""
                }
            }
        }
        return 0
    }

    /// Lines of a pipe, to its end. The exit code says whether something failed.
    func run(_ input: Input) async -> Int32 {
        var (text, hasFailed) = ("", false)
        while !Task.isCancelled, let line = await input.next() {
            text += text.isEmpty ? line : "\n" + line
            guard let isWell = await take(text) else { continue }
            if !isWell { hasFailed = true }
            text = ""
        }
        if !text.isEmpty, !Task.isCancelled {
            errors.line("dyno: the input ends in the middle of: \(text)")
            hasFailed = true
        }
        return hasFailed ? 3 : 0
    }

    /// Pieces of code that each must be whole, up to the first that fails.
    func run(_ code: [String]) async -> Int32 {
        for text in code {
            switch await take(text) {
            case true?: continue
            case false?: return 3
            case nil:
                errors.line("dyno: the code is not whole: \(text)")
                return 3
            }
        }
        return 0
    }

    /// Whether the text ran well; nil when it is unfinished.
    private func take(_ text: String) async -> Bool? {
        guard text.contains(where: { !$0.isWhitespace }) else { return true }
        switch await session.evaluate(text) {
        case .incomplete: return nil
        case .done(let values):
            if let values { output.line(values) }
            return true
        case .failed(let problem):
            errors.line(errors.isTerminal ? "\u{1B}[31m\(problem)\u{1B}[0m" : "dyno: \(problem)")
            return false
        case .ended: return false
        }
    }

    /// While a line is edited Ctrl-C is a character; this is for the time between.
    private func watchInterrupts() -> any DispatchSourceSignal {
        signal(SIGINT, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
        source.setEventHandler { [session] in session.cancel() }
        source.activate()
        return source
    }
}
