// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLWire

/// The life of one audio or video service, seen by the head unit.
struct OfferedService {
    enum Effect: Equatable {
        /// Ask the owner, who answers with ``decided(_:)``.
        case askOwner(StartServicePayload)
        case sendStartServiceACK(VideoParameters)
        case sendNAK(FrameInfo, NAKPayload)
        case send(FrameInfo)
        case setTimer(Duration)
        case cancelTimer
        case reportStarted(StartServicePayload)
        case reportEnded(ServiceEnding)
        case reportUnexpected(FrameInfo)
        case countTimeout
    }

    private enum State: Equatable {
        case closed
        /// The owner is asked. Becomes open or closed.
        case deciding(StartServicePayload)
        case open
        /// EndService is out and the application has a moment to stop. Becomes closed.
        case ending
    }

    private let endTimeout: Duration
    private var state = State.closed

    init(endTimeout: Duration) {
        self.endTimeout = endTimeout
    }

    var isOpen: Bool {
        state == .open
    }

    /// Whether the application may not know yet that it has to stop.
    var isEnding: Bool {
        state == .ending
    }

    mutating func receivedStartService(_ payload: StartServicePayload) -> [Effect] {
        switch state {
        case .closed:
            state = .deciding(payload)
            return [.askOwner(payload)]
        case .deciding, .open, .ending:
            return [.sendNAK(.startServiceNAK, NAKPayload(rejectedParams: [], reason: "the service is running already"))]
        }
    }

    mutating func decided(_ decision: ServiceDecision) -> [Effect] {
        switch (state, decision) {
        case (.deciding(let payload), .accept(let video)):
            state = .open
            return [.sendStartServiceACK(Self.merged(payload.video, video)), .reportStarted(payload)]
        case (.deciding, .refuse(let nak)):
            state = .closed
            return [.sendNAK(.startServiceNAK, nak)]
        case (.closed, _), (.open, _), (.ending, _): return []
        }
    }

    mutating func end() -> [Effect] {
        switch state {
        case .open:
            state = .ending
            return [.send(.endService), .setTimer(endTimeout)]
        case .closed, .deciding, .ending: return []
        }
    }

    mutating func receivedEndService() -> [Effect] {
        switch state {
        case .open: return [.send(.endServiceACK)] + close(.endedByPeer)
        // Both ends at once; the application's answer still comes.
        case .ending: return [.send(.endServiceACK)]
        case .closed, .deciding:
            return [.sendNAK(.endServiceNAK, NAKPayload(rejectedParams: [], reason: "the service is not running"))]
        }
    }

    mutating func receivedEndServiceAnswer(_ info: FrameInfo) -> [Effect] {
        switch state {
        case .ending: return close(.endedHere)
        case .closed, .deciding, .open: return [.reportUnexpected(info)]
        }
    }

    mutating func timerFired() -> [Effect] {
        switch state {
        case .ending: return [.countTimeout] + close(.endedHere)
        case .closed, .deciding, .open: return []
        }
    }

    private mutating func close(_ ending: ServiceEnding) -> [Effect] {
        state = .closed
        return [.cancelTimer, .reportEnded(ending)]
    }

    private static func merged(_ wished: VideoParameters, _ given: VideoParameters) -> VideoParameters {
        VideoParameters(
            height: given.height ?? wished.height, width: given.width ?? wished.width,
            videoProtocol: given.videoProtocol ?? wished.videoProtocol, videoCodec: given.videoCodec ?? wished.videoCodec)
    }
}
