// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLWire
import Testing

@testable import SDLSession

struct OfferedServiceTests {
    typealias Event = @Sendable (inout OfferedService) -> [OfferedService.Effect]

    static let start: Event = { $0.receivedStartService(StartServicePayload()) }
    static let accept: Event = { $0.decided(.accept()) }
    static let states: [(name: String, events: [Event])] = [
        ("closed", []), ("deciding", [start]), ("open", [start, accept]), ("ending", [start, accept, { $0.end() }]),
    ]

    /// Every event, and what it leads to in the states above, in their order.
    static let table: [(name: String, event: Event, effects: [String])] = [
        ("StartService", start, ["ask", "StartServiceNAK", "StartServiceNAK", "StartServiceNAK"]),
        ("accepted", accept, ["", "ACK, started", "", ""]),
        ("refused", { $0.decided(.refuse(NAKPayload())) }, ["", "StartServiceNAK", "", ""]),
        ("end", { $0.end() }, ["", "", "EndService, timer", ""]),
        (
            "EndService", { $0.receivedEndService() },
            [
                "EndServiceNAK", "EndServiceNAK", "EndServiceACK, cancel, by peer", "EndServiceACK",
            ]
        ),
        ("EndServiceACK", { $0.receivedEndServiceAnswer(.endServiceACK) }, ["unexpected", "unexpected", "unexpected", "cancel, here"]),
        ("timer", { $0.timerFired() }, ["", "", "", "late, cancel, here"]),
    ]

    private func text(_ effect: OfferedService.Effect) -> String {
        switch effect {
        case .askOwner: "ask"
        case .sendStartServiceACK: "ACK"
        case .sendNAK(let info, _), .send(let info): "\(info)"
        case .setTimer: "timer"
        case .cancelTimer: "cancel"
        case .reportStarted: "started"
        case .reportEnded(.endedHere): "here"
        case .reportEnded(.endedByPeer): "by peer"
        case .reportEnded(.refused), .reportEnded(.timedOut): "never"
        case .reportUnexpected: "unexpected"
        case .countTimeout: "late"
        }
    }

    @Test(arguments: table.indices)
    func `every event in every state`(row: Int) {
        let (name, event, effects) = Self.table[row]
        for (state, expected) in zip(Self.states, effects) {
            var service = OfferedService(endTimeout: .seconds(1))
            for event in state.events { _ = event(&service) }
            #expect(event(&service).map(text).joined(separator: ", ") == expected, "\(name) in \(state.name)")
        }
    }

    @Test func `what the owner does not change is accepted as wished`() {
        var service = OfferedService(endTimeout: .seconds(1))
        _ = service.receivedStartService(StartServicePayload(video: VideoParameters(height: 480, width: 800, videoCodec: "H264")))
        #expect(
            service.decided(.accept(VideoParameters(height: 400))).first
                == .sendStartServiceACK(VideoParameters(height: 400, width: 800, videoCodec: "H264")))
    }
}
