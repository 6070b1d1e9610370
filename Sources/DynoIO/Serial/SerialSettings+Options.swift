// SPDX-License-Identifier: Apache-2.0

/// The options of a `serial:` URL, `baud=115200&flow=rtscts`: written down once, for reading and for writing.
extension SerialSettings {
    /// Why an option can't be used; the text goes behind the URL.
    struct OptionError: Error {
        var problem: String
    }

    static let optionNames = ["baud", "flow", "parity", "stop", "framed", "dtr", "rts"]

    init(options: Substring) throws(OptionError) {
        self.init()
        var seen: Set<Substring> = []
        for option in options.split(separator: "&", omittingEmptySubsequences: false) {
            let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, Self.optionNames.contains(String(parts[0])) else {
                throw OptionError(problem: "`\(option)` is not an option; the options are \(Self.list(Self.optionNames))")
            }
            guard seen.insert(parts[0]).inserted else { throw OptionError(problem: "`\(parts[0])` is given twice") }
            try set(parts[0], to: parts[1])
        }
    }

    /// The options that differ from the default, as a URL has them after its `?`.
    var options: String {
        let standard = SerialSettings()
        var options: [String] = []
        if baud != standard.baud { options.append("baud=\(baud)") }
        if flow != standard.flow { options.append("flow=\(flow.rawValue)") }
        if parity != standard.parity { options.append("parity=\(parity.rawValue)") }
        if stopBits != standard.stopBits { options.append("stop=\(stopBits)") }
        if let framing { options.append("framed=\(framing.rawValue)") }
        if let dtr { options.append("dtr=\(dtr ? "on" : "off")") }
        if let rts { options.append("rts=\(rts ? "on" : "off")") }
        return options.joined(separator: "&")
    }

    /// The options behind their question mark; empty when all are as by default.
    var query: String { options.isEmpty ? "" : "?\(options)" }

    private mutating func set(_ name: Substring, to value: Substring) throws(OptionError) {
        switch name {
        case "baud":
            guard let number = HeadUnitURL.decimal(value), Self.baudRange.contains(number) else {
                throw OptionError(problem: "`\(value)` is not a baud rate")
            }
            baud = number
        case "stop":
            guard value == "1" || value == "2" else { throw OptionError(problem: "`\(value)` is not a number of stop bits; use 1 or 2") }
            stopBits = value == "2" ? 2 : 1
        case "flow": flow = try choice(name, value)
        case "parity": parity = try choice(name, value)
        case "framed": framing = try choice(name, value) as Framing
        case "dtr": dtr = try choice(name, value) == Switch.on
        default: rts = try choice(name, value) == Switch.on
        }
    }

    private enum Switch: String, CaseIterable { case on, off }

    private func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: Substring, _ value: Substring
    ) throws(OptionError) -> Choice {
        if let choice = Choice(rawValue: String(value)) { return choice }
        throw OptionError(problem: "\(name) can't be `\(value)`; it is one of \(Self.list(Choice.allCases.map(\.rawValue)))")
    }

    /// `a, b and c`.
    private static func list(_ names: [String]) -> String {
        names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    }
}

extension SerialSettings: CustomStringConvertible {
    /// As bench people write it: `115200 8N1`, `921600 8E2 rtscts`.
    public var description: String {
        let letter =
            switch parity {
            case .none: "N"
            case .odd: "O"
            case .even: "E"
            }
        return "\(baud) 8\(letter)\(stopBits)" + (flow == .none ? "" : " \(flow.rawValue)")
    }
}
