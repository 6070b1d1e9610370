// SPDX-License-Identifier: Apache-2.0
import DynoScript

/// Where the lines of a console are evaluated: in this process, or in another one.
struct ConsoleSession: Sendable {
    var evaluate: @Sendable (_ text: String) async -> ScriptConsole.Reply
    /// Waits for the answer on the calling thread, which is the terminal's.
    var complete: @Sendable (_ text: String) -> Completion
    /// Ends what is being evaluated.
    var cancel: @Sendable () -> Void
}
