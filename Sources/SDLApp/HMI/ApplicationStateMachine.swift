// SPDX-License-Identifier: Apache-2.0

/// The application layer of proposal SDL-0156 as a value: statuses go in, signals come out in order.
///
/// Signals of a level come before those of sound, and those before the ones of the context. Sound and context are compared with
/// NOT_AUDIBLE and MAIN, from which every connection starts.
struct ApplicationStateMachine: Equatable {
    private(set) var state = ApplicationState.disconnected
    private var audio = Self.silence
    private var context = Self.main

    private static let silence = "NOT_AUDIBLE"
    private static let main = "MAIN"

    /// The application is ready and learns the newest status.
    mutating func becameReady(_ status: HMIStatus) -> [ApplicationSignal] {
        guard state == .disconnected else { return changed(to: status) }
        return enter(ApplicationState(hmiLevel: status.hmiLevel) ?? .notRunning) + follow(status)
    }

    /// The status of the main window is another one. Means nothing before the application is ready.
    mutating func changed(to status: HMIStatus) -> [ApplicationSignal] {
        guard state != .disconnected else { return [] }
        return enter(ApplicationState(hmiLevel: status.hmiLevel) ?? state) + follow(status)
    }

    mutating func disconnected() -> [ApplicationSignal] {
        guard state != .disconnected else { return [] }
        self = ApplicationStateMachine()
        return [.didDisconnect]
    }

    // MARK: Steps

    /// A launch is each way from where nothing runs to where something does, not only the first of the process.
    private mutating func enter(_ new: ApplicationState) -> [ApplicationSignal] {
        guard new != state else { return [] }
        let old = state
        state = new
        let connecting: [ApplicationSignal] = old == .disconnected ? [.didConnect] : []
        let launching: [ApplicationSignal] = old == .disconnected || old == .notRunning ? [.didFinishLaunching] : []
        switch new {
        case .active: return connecting + launching + [.didBecomeActive]
        case .limited: return connecting + launching + [.didBecomeLimited]
        case .background: return connecting + launching + [.didEnterBackground]
        case .notRunning: return old == .disconnected ? connecting : [.didClose]
        case .disconnected: return [.didDisconnect]
        }
    }

    private mutating func follow(_ status: HMIStatus) -> [ApplicationSignal] {
        var signals: [ApplicationSignal] = []
        if let new = status.audioStreamingState, new != audio {
            audio = new
            if let signal = Self.audioSignals[new] { signals.append(signal) }
        }
        if let new = status.systemContext, new != context {
            context = new
            if let signal = Self.contextSignals[new] { signals.append(signal) }
        }
        return signals
    }

    private static let audioSignals: [String: ApplicationSignal] = [
        "AUDIBLE": .didBecomeAudible, "ATTENUATED": .didBecomeAttenuated, "NOT_AUDIBLE": .didBecomeNotAudible,
    ]
    private static let contextSignals: [String: ApplicationSignal] = [
        "MAIN": .didEnterMainContext, "VRSESSION": .didEnterVoiceRecognitionSession, "MENU": .didEnterMenu,
        "HMI_OBSCURED": .didBecomeObscured, "ALERT": .didDisplayAlert,
    ]
}
