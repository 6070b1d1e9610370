// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import SDLWire
import Testing

@testable import SDLSession

struct AppSessionOpeningTests {
    private static let ack = Frame.control(
        .startServiceACK, service: .rpc, version: 5, sessionID: 1,
        payload: StartServiceACKPayload(protocolVersion: .newest, hashID: HashID(rawValue: 7)).encoded(version: 5))
    private static let nak = Frame.control(.startServiceNAK, service: .rpc, version: 1, sessionID: 0)
    private static func frame(_ info: FrameInfo) -> Frame {
        .control(info, service: .rpc, version: 5, sessionID: 1)
    }
    private static let closure = LinkClosure(kind: .failed, message: "unplugged")

    typealias Event = @Sendable (inout AppSessionOpening) -> [AppSessionOpening.Effect]

    static let states: [(name: String, events: [Event])] = [
        ("idle", []), ("starting", [{ $0.start() }]), ("open", [{ $0.start() }, { $0.receivedStartServiceACK(ack) }]),
        ("ending", [{ $0.start() }, { $0.receivedStartServiceACK(ack) }, { $0.end() }]), ("ended", [{ $0.end() }]),
    ]

    /// Every event, and what it leads to in the states above, in their order.
    static let table: [(name: String, event: Event, effects: [String])] = [
        ("start", { $0.start() }, ["send StartService, timer start", "", "", "", ""]),
        (
            "end", { $0.end() },
            [
                "cancel, close, ended here", "cancel, close, ended here", "send EndService, timer end", "", "",
            ]
        ),
        (
            "ACK", { $0.receivedStartServiceACK(ack) },
            [
                "unexpected", "cancel, opened", "unexpected", "unexpected", "unexpected",
            ]
        ),
        (
            "NAK", { $0.receivedStartServiceNAK(nak) },
            [
                "unexpected", "cancel, close, refused", "unexpected", "unexpected", "unexpected",
            ]
        ),
        (
            "EndService", { $0.receivedEndService(frame(.endService)) },
            [
                "unexpected", "unexpected", "send EndServiceACK, cancel, close, ended by peer", "cancel, close, ended here", "unexpected",
            ]
        ),
        (
            "EndServiceACK", { $0.receivedEndServiceACK(frame(.endServiceACK)) },
            [
                "unexpected", "unexpected", "unexpected", "cancel, close, ended here", "unexpected",
            ]
        ),
        (
            "EndServiceNAK", { $0.receivedEndServiceNAK(frame(.endServiceNAK)) },
            [
                "unexpected", "unexpected", "unexpected", "cancel, close, ended here", "unexpected",
            ]
        ),
        ("start timer", { $0.timerFired(.start) }, ["", "late, cancel, close, timed out", "", "", ""]),
        ("retry timer", { $0.timerFired(.retry) }, ["", "", "", "", ""]),
        ("end timer", { $0.timerFired(.end) }, ["", "", "", "late, cancel, close, ended here", ""]),
        ("heartbeat lost", { $0.heartbeatLost() }, ["", "", "cancel, close, ended lost", "cancel, close, ended lost", ""]),
        (
            "stream broke", { $0.streamBroke("x") },
            [
                "cancel, close, ended error", "cancel, close, not SDL", "cancel, close, ended error", "cancel, close, ended error", "",
            ]
        ),
        (
            "link closed", { $0.linkClosed(closure) },
            [
                "cancel, ended link", "cancel, ended link", "cancel, ended link", "cancel, ended here", "",
            ]
        ),
    ]

    private func text(_ effect: AppSessionOpening.Effect) -> String {
        switch effect {
        case .send(let frame): "send \(frame.header.frameInfo)"
        case .setTimer(let name, _): "timer \(name)"
        case .cancelTimers: "cancel"
        case .reportOpened: "opened"
        case .reportRefused(.refused): "refused"
        case .reportRefused(.timedOut): "timed out"
        case .reportRefused(.notSDL): "not SDL"
        case .reportRefused(.versionBelowMinimum): "below minimum"
        case .reportEnded(.endedHere): "ended here"
        case .reportEnded(.endedByPeer): "ended by peer"
        case .reportEnded(.linkClosed): "ended link"
        case .reportEnded(.heartbeatLost): "ended lost"
        case .reportEnded(.protocolError): "ended error"
        case .reportUnexpected: "unexpected"
        case .countTimeout: "late"
        case .closeLink: "close"
        }
    }

    private func opening(_ events: [Event], kind: LinkKind = .memory) -> AppSessionOpening {
        var opening = AppSessionOpening(configuration: SessionConfiguration(), linkKind: kind)
        for event in events { _ = event(&opening) }
        return opening
    }

    @Test(arguments: table.indices)
    func `every event in every state`(row: Int) {
        let (name, event, effects) = Self.table[row]
        for (state, expected) in zip(Self.states, effects) {
            var opening = opening(state.events)
            #expect(event(&opening).map(text).joined(separator: ", ") == expected, "\(name) in \(state.name)")
        }
    }

    @Test func `on serial the start is repeated and a second answer ignored`() {
        var opening = AppSessionOpening(configuration: SessionConfiguration(), linkKind: .serial)
        #expect(opening.start().map(text) == ["send StartService", "timer start", "timer retry"])
        #expect(opening.timerFired(.retry).map(text) == ["send StartService", "timer retry"])
        #expect(opening.receivedStartServiceACK(Self.ack).map(text) == ["cancel", "opened"])
        #expect(opening.timerFired(.retry).isEmpty)
        #expect(opening.receivedStartServiceACK(Self.ack).isEmpty)
    }

    @Test func `a version below the minimum is left in order`() {
        var configuration = SessionConfiguration()
        configuration.minimumProtocolVersion = ProtocolVersion(5)
        var opening = AppSessionOpening(configuration: configuration, linkKind: .tcp)
        _ = opening.start()
        let ack = Frame.control(.startServiceACK, service: .rpc, version: 4, sessionID: 3, payload: ByteBuffer(hex: "00010001"))
        let effects = opening.receivedStartServiceACK(ack)
        #expect(effects.map(text) == ["send EndService", "cancel", "close", "below minimum"])
        #expect(
            effects.first
                == .send(
                    .control(
                        .endService, service: .rpc, version: 4, sessionID: 3, payload: ByteBuffer(hex: "00010001"))))
    }

    @Test func `an ACK of session 0 opens nothing`() {
        var opening = opening([{ $0.start() }])
        let effects = opening.receivedStartServiceACK(.control(.startServiceACK, service: .rpc, version: 5, sessionID: 0))
        #expect(effects.map(text) == ["cancel", "close", "not SDL"])
    }

    @Test(arguments: [("5.4.1", 32), ("5.0.0", 32), ("4.0.0", 0), ("1.0.0", 0)])
    func `StartService has a version 1 header and, from 5 on, a payload`(version: String, size: Int) throws {
        var configuration = SessionConfiguration()
        configuration.protocolVersion = try #require(ProtocolVersion(parsing: version))
        var opening = AppSessionOpening(configuration: configuration, linkKind: .tcp)
        guard case .send(let frame)? = opening.start().first else { return #expect(Bool(false), "nothing sent") }
        #expect(frame.header.version == 1)
        #expect(frame.header.sessionID == .none)
        #expect(frame.payload.readableBytes == size)
    }
}
