// SPDX-License-Identifier: Apache-2.0
import CLineEdit
import Dispatch
import DynoScript
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A terminal at which a person edits lines, and above whose line text may appear at any time.
///
/// The editor is used on a queue of its own, where reading waits.
final class LineEditor: Sendable {
    enum Reading: Equatable, Sendable {
        case line(String)
        /// Ctrl-C: the line is dropped.
        case interrupted
        case end
    }

    private struct Screen {
        var isReading = false
        var waiting = ""
    }

    private let terminal: (input: Int32, output: Int32)
    private let wake: (reading: Int32, writing: Int32)
    private let editor = Mutex<OpaquePointer?>(nil)
    private let screen = Mutex(Screen())
    private let complete: @Sendable (String) -> Completion
    private let queue = DispatchQueue(label: "dyno.terminal")

    /// Nil when the descriptors are no terminal.
    init?(input: Int32, output: Int32, history: String?, complete: @escaping @Sendable (String) -> Completion) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        terminal = (input, output)
        wake = (ends[0], ends[1])
        self.complete = complete
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        let isOpen = editor.withLock { editor in
            // The callbacks come from `read` only, which keeps this object alive.
            let callbacks = le_callbacks(
                complete: { LineEditor.at($0)?.completed($1, $2) }, take_output: { LineEditor.at($0)?.takeWaiting() },
                context: Unmanaged.passUnretained(self).toOpaque())
            editor = le_open(input, output, ends[0], history, callbacks)
            return editor != nil
        }
        guard isOpen else { return nil }
    }

    /// The process's own terminal.
    convenience init?(history: String?, complete: @escaping @Sendable (String) -> Completion) {
        self.init(input: STDIN_FILENO, output: STDOUT_FILENO, history: history, complete: complete)
    }

    deinit {
        editor.withLock { if let handle = $0 { le_close(handle) } }
        close(wake.reading)
        close(wake.writing)
    }

    /// Whoever waits for a line gets the end; returns when the terminal is as it was before.
    func end() async {
        _ = write(wake.writing, "q", 1)
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }

    /// The lines for somebody who only wants lines; Ctrl-C interrupts the process.
    func input(prompt: String) -> Input {
        Input(isTerminal: true) {
            while true {
                switch await self.next(prompt: prompt) {
                case .line(let line):
                    if !line.isEmpty { self.remember(line) }
                    return line
                case .interrupted: kill(getpid(), SIGINT)
                case .end: return nil
                }
            }
        }
    }

    /// The next line. Only one call at a time.
    func next(prompt: String) async -> Reading {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: self.read(prompt)) }
        }
    }

    /// Keeps a line for the arrow keys, also of later sessions.
    func remember(_ line: String) {
        queue.async { self.editor.withLock { if let handle = $0 { le_remember(handle, line) } } }
    }

    /// Text appears above the line that is being edited.
    var output: Output {
        Output(isTerminal: true) { text in
            self.screen.withLock { screen in
                guard screen.isReading else { return self.writeNow(text) }
                screen.waiting += text
            }
            _ = write(self.wake.writing, "w", 1)
        }
    }

    // MARK: On the queue

    private func read(_ prompt: String) -> Reading {
        screen.withLock { $0.isReading = true }
        let reading = editor.withLock { handle -> Reading in
            guard let handle else { return .end }
            var line: UnsafePointer<CChar>?
            switch le_read(handle, prompt, &line) {
            case LE_LINE: return .line(line.map { String(cString: $0) } ?? "")
            case LE_INTERRUPTED: return .interrupted
            default: return .end
            }
        }
        screen.withLock { screen in
            screen.isReading = false
            if !screen.waiting.isEmpty { writeNow(screen.waiting) }
            screen.waiting = ""
        }
        return reading
    }

    private func writeNow(_ text: String) {
        Output(descriptor: terminal.output).write(text)
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> LineEditor? {
        context.map { Unmanaged<LineEditor>.fromOpaque($0).takeUnretainedValue() }
    }

    private func takeWaiting() -> UnsafeMutablePointer<CChar>? {
        screen.withLock { screen in
            defer { screen.waiting = "" }
            return screen.waiting.isEmpty ? nil : strdup(screen.waiting)
        }
    }

    private func completed(
        _ before: UnsafePointer<CChar>?, _ list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    ) -> UnsafeMutablePointer<CChar>? {
        let completion = complete(before.map { String(cString: $0) } ?? "")
        if !completion.choices.isEmpty, completion.insertion.isEmpty { list?.pointee = strdup(Self.columns(completion.choices)) }
        return completion.insertion.isEmpty ? nil : strdup(completion.insertion)
    }

    /// Names side by side, in lines of at most 100 characters.
    private static func columns(_ names: [String]) -> String {
        let width = (names.map(\.count).max() ?? 0) + 2
        let perLine = max(1, 100 / width)
        let lines = stride(from: 0, to: names.count, by: perLine).map { start in
            names[start..<min(start + perLine, names.count)].map { $0 + String(repeating: " ", count: width - $0.count) }.joined()
        }
        return lines.joined(separator: "\r\n")
    }
}
