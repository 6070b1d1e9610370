// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import SDLWire

/// What a pipe hands to its session or sessions.
protocol FramePipeOwner: AnyObject {
    /// Whether a data frame belongs to an open session and service. What does not is the owner's to report.
    func accepts(_ frame: Frame) -> Bool
    func receivedControl(_ frame: Frame)
    func received(_ message: Message)
    /// What frames may look like now; asked only on links that lose bytes.
    var expectedFrames: [SessionID: ExpectedFrames] { get }
    func diagnose(_ diagnostic: Diagnostic)
    /// The stream cannot be understood any more.
    func streamBroke(_ reason: String)
    func linkClosed(_ closure: LinkClosure)
    /// What waited for a full link has been handed to it.
    func drained()
}
