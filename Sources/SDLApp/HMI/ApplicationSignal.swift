// SPDX-License-Identifier: Apache-2.0

/// What happens to an application in its user's eyes; the names are those of events and of delegate functions. Proposal SDL-0156.
public enum ApplicationSignal: String, CaseIterable, Sendable {
    case didConnect, didDisconnect
    /// Once per launch: whenever the application leaves `disconnected` or `notRunning` for a level in use.
    case didFinishLaunching
    case didBecomeActive, didBecomeLimited, didEnterBackground, didClose
    case didBecomeAudible, didBecomeAttenuated, didBecomeNotAudible
    case didEnterMainContext, didEnterVoiceRecognitionSession, didEnterMenu, didBecomeObscured, didDisplayAlert
}
