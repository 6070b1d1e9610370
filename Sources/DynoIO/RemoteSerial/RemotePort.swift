// SPDX-License-Identifier: Apache-2.0

/// A serial port behind a network port, as a value (RFC 2217): agrees on eight-bit data and on control of the port, sets the port, and
/// is open when the gateway has confirmed it.
struct RemotePort {
    enum Effect: Equatable {
        case send([UInt8])
        case deliver([UInt8])
        case reportOpen
        case reportFailure(Failure)
    }

    /// Why the port can't be used.
    enum Failure: Error, Equatable {
        /// The gateway refuses to have the port set, or to pass all bytes.
        case notOffered
        /// What was asked for, and what the gateway made of it.
        case refused(String, got: Int)
        /// Nothing that makes sense came in time; what came instead.
        case silent([UInt8])
        /// What it said before.
        case hungUp([UInt8])
    }

    /// What the gateway must agree to: that this end controls the port, and eight bits in both directions.
    private struct Agreement: Hashable {
        var verb: Telnet.Verb
        var option: UInt8
    }

    /// RFC 2217 § "COM-PORT-OPTION": what this end asks; the gateway's answer is 100 higher.
    private enum Parameter: UInt8, CaseIterable { case baud = 1, dataSize, parity, stopSize }

    private static let setControl: UInt8 = 5
    private static let answerOffset: UInt8 = 100

    private enum State: Equatable {
        /// Becomes setting or failed.
        case agreeing(missing: Set<Agreement>)
        /// Becomes open or failed.
        case setting(missing: Set<Parameter>)
        case open
        case failed
    }

    private let settings: SerialSettings
    private var state = State.agreeing(missing: [
        Agreement(verb: .do, option: Telnet.Option.comPort), Agreement(verb: .do, option: Telnet.Option.binary),
        Agreement(verb: .will, option: Telnet.Option.binary),
    ])
    private var reader = TelnetReader()
    /// What came before the port was open, for a message: a gateway says in words why it hangs up.
    private(set) var greeting: [UInt8] = []

    init(settings: SerialSettings) {
        self.settings = settings
    }

    /// Offers and asks; the gateway's answers need no further answer.
    func start() -> [Effect] {
        let offered = [Telnet.Option.comPort, Telnet.Option.binary, Telnet.Option.suppressGoAhead]
        let asked = [Telnet.Option.binary, Telnet.Option.suppressGoAhead]
        return [.send(offered.flatMap { Telnet.command(.will, $0) } + asked.flatMap { Telnet.command(.do, $0) })]
    }

    mutating func received(_ bytes: some Sequence<UInt8>) -> [Effect] {
        var effects: [Effect] = []
        for output in reader.receive(bytes) where state != .failed {
            switch output {
            case .data(let bytes): effects += receivedData(bytes)
            case .command(let verb, let option): effects += receivedCommand(verb, option)
            case .subnegotiation(let option, let bytes) where option == Telnet.Option.comPort: effects += receivedAnswer(bytes)
            case .subnegotiation: break
            }
        }
        return effects
    }

    private mutating func receivedData(_ bytes: [UInt8]) -> [Effect] {
        switch state {
        case .open: return [.deliver(bytes)]
        case .agreeing, .setting:
            greeting += bytes.prefix(max(0, 200 - greeting.count))
            return []
        case .failed: return []
        }
    }

    private mutating func receivedCommand(_ verb: Telnet.Verb, _ option: UInt8) -> [Effect] {
        guard [Telnet.Option.comPort, Telnet.Option.binary, Telnet.Option.suppressGoAhead].contains(option) else {
            return Self.refusal(of: verb, option)
        }
        switch state {
        case .agreeing(let missing): return agreed(missing, verb, option)
        // Whatever is agreed on is not changed by a second word.
        case .setting, .open, .failed: return []
        }
    }

    private mutating func agreed(_ missing: Set<Agreement>, _ verb: Telnet.Verb, _ option: UInt8) -> [Effect] {
        let isRefusal = verb == .wont || verb == .dont
        let refused = Agreement(verb: verb == .wont ? .will : .do, option: option)
        if isRefusal, missing.contains(refused) { return fail(.notOffered) }
        let left = missing.subtracting([Agreement(verb: verb, option: option)])
        guard left.isEmpty else {
            state = .agreeing(missing: left)
            return []
        }
        state = .setting(missing: Set(Parameter.allCases))
        return [.send(request)]
    }

    /// An option that nobody needs is refused; a refusal is not answered.
    private static func refusal(of verb: Telnet.Verb, _ option: UInt8) -> [Effect] {
        switch verb {
        case .will: [.send(Telnet.command(.dont, option))]
        case .do: [.send(Telnet.command(.wont, option))]
        case .wont, .dont: []
        }
    }

    // MARK: Setting

    private var request: [UInt8] {
        let parameters = Parameter.allCases.flatMap { Telnet.subnegotiation(Telnet.Option.comPort, [$0.rawValue] + bytes(of: $0)) }
        let lines: [UInt8?] = [settings.dtr.map { $0 ? 8 : 9 }, settings.rts.map { $0 ? 11 : 12 }]
        let controls = [settings.flow == .rtscts ? 3 : 1] + lines.compactMap(\.self)
        // The answers to these are of no interest: many ports have no such lines.
        return parameters + controls.flatMap { Telnet.subnegotiation(Telnet.Option.comPort, [Self.setControl, $0]) }
    }

    private func bytes(of parameter: Parameter) -> [UInt8] {
        let value = wanted(parameter)
        guard parameter == .baud else { return [UInt8(truncatingIfNeeded: value)] }
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private func wanted(_ parameter: Parameter) -> Int {
        switch parameter {
        case .baud: settings.baud
        case .dataSize: 8
        case .parity:
            switch settings.parity {
            case .none: 1
            case .odd: 2
            case .even: 3
            }
        case .stopSize: settings.stopBits
        }
    }

    private mutating func receivedAnswer(_ bytes: [UInt8]) -> [Effect] {
        // The states of lines and of the modem are told too, and are of no interest.
        guard case .setting(var missing) = state, let code = bytes.first, code > Self.answerOffset,
            let parameter = Parameter(rawValue: code - Self.answerOffset)
        else { return [] }
        let got = bytes.dropFirst().prefix(4).reduce(0) { $0 << 8 | Int($1) }
        guard isAcceptable(got, parameter) else { return fail(.refused(name(of: parameter), got: got)) }
        missing.remove(parameter)
        state = missing.isEmpty ? .open : .setting(missing: missing)
        return missing.isEmpty ? [.reportOpen] : []
    }

    /// A driver chooses the nearest speed it can do.
    private func isAcceptable(_ got: Int, _ parameter: Parameter) -> Bool {
        let wanted = wanted(parameter)
        return parameter == .baud ? abs(got - wanted) <= wanted / 32 : got == wanted
    }

    private func name(of parameter: Parameter) -> String {
        switch parameter {
        case .baud: "\(settings.baud) baud"
        case .dataSize: "8 data bits"
        case .parity: "parity \(settings.parity.rawValue)"
        case .stopSize: "\(settings.stopBits) stop bits"
        }
    }

    private mutating func fail(_ failure: Failure) -> [Effect] {
        state = .failed
        return [.reportFailure(failure)]
    }
}
