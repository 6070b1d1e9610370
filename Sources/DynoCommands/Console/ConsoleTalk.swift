// SPDX-License-Identifier: Apache-2.0
import DynoScript

/// A console's person, pipe or pieces of code, from the first question to the last.
struct ConsoleTalk: Sendable {
    /// What is asked, in order.
    let questions: AsyncStream<ConsoleQuestion>
    /// Where values, what the script prints and what happens go; at a prompt above its line.
    let output: Output
    let errors: Output
    /// How wide values may be; nil: each is whole and on one line.
    var width: Int? { editor.map { _ in 100 } }
    var isPrompt: Bool { editor != nil }

    private let editor: LineEditor?
    private let talk: Task<Void, Never>

    /// - Parameter code: instead of lines.
    init(code: [String], output: Output, errors: Output) {
        let input = Input.current
        let (questions, asking) = AsyncStream.makeStream(of: ConsoleQuestion.self)
        let session = ConsoleQuestion.session { asking.yield($0) }
        let isPrompt = code.isEmpty && input.isTerminal && output.isTerminal
        let editor = isPrompt ? LineEditor(history: UserFiles.history, complete: session.complete) : nil
        let loop = ConsoleLoop(session: session, output: editor?.output ?? output, errors: editor?.output ?? errors)
        talk = Task {
            let result = if let editor { await loop.run(editor) } else { await code.isEmpty ? loop.run(input) : loop.run(code) }
            asking.yield(.end(result))
        }
        self.questions = questions
        self.output = loop.output
        self.errors = loop.errors
        self.editor = editor
    }

    /// Nobody answers any more; a terminal is left as it was found.
    func end() async {
        talk.cancel()
        await editor?.end()
    }
}
