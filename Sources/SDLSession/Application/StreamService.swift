// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLWire

/// The life of one audio or video service, seen by the application.
struct StreamService {
    enum Effect: Equatable {
        case send(FrameInfo, payload: ByteBuffer)
        case setTimer(Duration)
        case cancelTimer
        case reportStarted(StartServiceACKPayload)
        case reportEnded(ServiceEnding)
        case reportUnexpected(FrameInfo)
        case countTimeout
    }

    private enum State: Equatable {
        case closed, starting, open, ending
    }

    private let startTimeout: Duration
    private let endTimeout: Duration
    private var state = State.closed

    init(startTimeout: Duration, endTimeout: Duration) {
        self.startTimeout = startTimeout
        self.endTimeout = endTimeout
    }

    var isOpen: Bool {
        state == .open
    }

    mutating func start(_ payload: StartServicePayload, version: UInt8) -> [Effect] {
        switch state {
        case .closed:
            state = .starting
            return [.send(.startService, payload: version >= 5 ? payload.encoded() : ByteBuffer()), .setTimer(startTimeout)]
        case .starting, .open, .ending: return []
        }
    }

    mutating func end() -> [Effect] {
        switch state {
        case .starting, .open:
            state = .ending
            return [.send(.endService, payload: ByteBuffer()), .setTimer(endTimeout)]
        case .closed, .ending: return []
        }
    }

    mutating func receivedStartServiceACK(_ payload: StartServiceACKPayload) -> [Effect] {
        switch state {
        case .starting:
            state = .open
            return [.cancelTimer, .reportStarted(payload)]
        // The start was taken back before its answer came.
        case .ending: return []
        case .closed, .open: return [.reportUnexpected(.startServiceACK)]
        }
    }

    mutating func receivedStartServiceNAK(_ payload: NAKPayload) -> [Effect] {
        switch state {
        case .starting: return close(.refused(payload))
        case .ending: return close(.endedHere)
        case .closed, .open: return [.reportUnexpected(.startServiceNAK)]
        }
    }

    mutating func receivedEndService() -> [Effect] {
        let answer = Effect.send(.endServiceACK, payload: ByteBuffer())
        switch state {
        case .open, .starting: return [answer] + close(.endedByPeer)
        case .ending: return [answer]
        case .closed: return [.send(.endServiceNAK, payload: ByteBuffer()), .reportUnexpected(.endService)]
        }
    }

    /// Whether the head unit says ACK or NAK, the service is over here.
    mutating func receivedEndServiceAnswer(_ info: FrameInfo) -> [Effect] {
        switch state {
        case .ending: return close(.endedHere)
        case .closed, .starting, .open: return [.reportUnexpected(info)]
        }
    }

    mutating func timerFired() -> [Effect] {
        switch state {
        case .starting: return [.countTimeout] + close(.timedOut)
        case .ending: return [.countTimeout] + close(.endedHere)
        case .closed, .open: return []
        }
    }

    private mutating func close(_ ending: ServiceEnding) -> [Effect] {
        state = .closed
        return [.cancelTimer, .reportEnded(ending)]
    }
}
