// SPDX-License-Identifier: Apache-2.0
import SDLHeadUnit

/// One command of the prompt.
struct PromptCommand: Sendable {
    var name: String
    /// `APP ID`, for people.
    var usage: String
    var summary: String
    var run: @Sendable (PromptArguments) throws(HeadUnitError) -> HeadUnitPrompt.Reply

    init(
        _ name: String, _ usage: String, _ summary: String,
        run: @escaping @Sendable (PromptArguments) throws(HeadUnitError) -> HeadUnitPrompt.Reply
    ) {
        self.name = name
        self.usage = usage
        self.summary = summary
        self.run = run
    }

    /// `press BUTTON [long]`
    var call: String { usage.isEmpty ? name : "\(name) \(usage)" }
}
