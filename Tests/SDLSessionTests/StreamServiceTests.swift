// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLWire
import Testing

@testable import SDLSession

struct StreamServiceTests {
    typealias Event = @Sendable (inout StreamService) -> [StreamService.Effect]

    static let states: [(name: String, events: [Event])] = [
        ("closed", []), ("starting", [start]), ("open", [start, acknowledge]), ("ending", [start, acknowledge, { $0.end() }]),
    ]
    static let start: Event = { $0.start(StartServicePayload(), version: 5) }
    static let acknowledge: Event = { $0.receivedStartServiceACK(StartServiceACKPayload()) }

    /// Every event, and what it leads to in the states above, in their order.
    static let table: [(name: String, event: Event, effects: [String])] = [
        ("start", start, ["send StartService, timer", "", "", ""]),
        ("end", { $0.end() }, ["", "send EndService, timer", "send EndService, timer", ""]),
        ("ACK", acknowledge, ["unexpected", "cancel, started", "unexpected", ""]),
        ("NAK", { $0.receivedStartServiceNAK(NAKPayload()) }, ["unexpected", "cancel, refused", "unexpected", "cancel, here"]),
        (
            "EndService", { $0.receivedEndService() },
            [
                "send EndServiceNAK, unexpected", "send EndServiceACK, cancel, by peer", "send EndServiceACK, cancel, by peer",
                "send EndServiceACK",
            ]
        ),
        ("EndServiceACK", { $0.receivedEndServiceAnswer(.endServiceACK) }, ["unexpected", "unexpected", "unexpected", "cancel, here"]),
        ("EndServiceNAK", { $0.receivedEndServiceAnswer(.endServiceNAK) }, ["unexpected", "unexpected", "unexpected", "cancel, here"]),
        ("timer", { $0.timerFired() }, ["", "late, cancel, timed out", "", "late, cancel, here"]),
    ]

    private func text(_ effect: StreamService.Effect) -> String {
        switch effect {
        case .send(let info, _): "send \(info)"
        case .setTimer: "timer"
        case .cancelTimer: "cancel"
        case .reportStarted: "started"
        case .reportEnded(.endedHere): "here"
        case .reportEnded(.endedByPeer): "by peer"
        case .reportEnded(.refused): "refused"
        case .reportEnded(.timedOut): "timed out"
        case .reportUnexpected: "unexpected"
        case .countTimeout: "late"
        }
    }

    @Test(arguments: table.indices)
    func `every event in every state`(row: Int) {
        let (name, event, effects) = Self.table[row]
        for (state, expected) in zip(Self.states, effects) {
            var service = StreamService(startTimeout: .seconds(10), endTimeout: .seconds(1))
            for event in state.events { _ = event(&service) }
            #expect(event(&service).map(text).joined(separator: ", ") == expected, "\(name) in \(state.name)")
        }
    }

    @Test func `before version 5 a start has no payload`() {
        let payload = StartServicePayload(video: VideoParameters(height: 1, width: 1))
        var service = StreamService(startTimeout: .seconds(10), endTimeout: .seconds(1))
        #expect(service.start(payload, version: 4).first == .send(.startService, payload: ByteBuffer()))
        service = StreamService(startTimeout: .seconds(10), endTimeout: .seconds(1))
        #expect(service.start(payload, version: 5).first == .send(.startService, payload: payload.encoded()))
    }
}
