// SPDX-License-Identifier: Apache-2.0

/// The words of all validation messages, in one place.
enum Wording {
    /// How much of a value or name from a message is quoted.
    private static let excerptLength = 40
    /// How many choices are listed before the rest is only counted.
    private static let listedChoices = 16

    /// Text for people: on one line, without control characters, shortened.
    static func excerpt(_ bytes: UnsafeRawBufferPointer) -> String {
        if bytes.count <= excerptLength, UTF8Text.plainRunLength(bytes, from: 0) == bytes.count {
            return String(decoding: bytes, as: UTF8.self)
        }
        var text = ""
        for scalar in String(decoding: bytes.prefix(excerptLength * 4), as: UTF8.self).unicodeScalars.prefix(excerptLength) {
            text += scalar.value < 0x20 || scalar.value == 0x7F ? scalar.escaped(asASCII: false) : String(scalar)
        }
        let isWhole = bytes.count <= excerptLength || UTF8Text.codePointCount(bytes) <= excerptLength
        return isWhole ? text : text + "…"
    }

    /// `3000`, `0.1`: a bound or value without a fraction is written without one.
    static func number(_ value: Double) -> String {
        Int64(exactly: value).map(String.init) ?? value.description
    }

    /// `3000 to 10000`, `at least 1`, `at most 5`
    static func bounds(_ least: String?, _ most: String?) -> String {
        switch (least, most) {
        case (let least?, let most?): least == most ? "exactly \(least)" : "\(least) to \(most)"
        case (let least?, nil): "at least \(least)"
        case (nil, let most?): "at most \(most)"
        case (nil, nil): "anything"
        }
    }

    /// `is 2999; allowed is 3000 to 10000`
    static func outOfRange(_ value: String, _ limits: Parameter.Limits) -> String {
        "is \(value); allowed is \(bounds(limits.minValue.map(number), limits.maxValue.map(number)))"
    }

    /// `has 501 characters; allowed is at most 500`
    static func wrongLength(_ count: Int, _ limits: Parameter.Limits) -> String {
        "has \(count) \(count == 1 ? "character" : "characters"); allowed is "
            + bounds(limits.minLength.map(String.init), limits.maxLength.map(String.init))
    }

    /// `has 5 elements; allowed is 0 to 4`
    static func wrongSize(_ count: Int, _ limits: Parameter.Limits) -> String {
        "has \(count) \(count == 1 ? "element" : "elements"); allowed is "
            + bounds(limits.minSize.map(String.init), limits.maxSize.map(String.init))
    }

    /// `is missing; it is mandatory (a list of TTSChunk)`
    static func missing(_ parameter: Parameter) -> String {
        "is missing; it is mandatory (\(expectation(of: parameter)))"
    }

    /// ``is no parameter of Alert; did you mean `alertText1`?``
    static func unknownParameter(_ name: String, of list: ParameterList) -> String {
        let names = list.parameters.map(\.name)
        if let nearest = Nearest.name(to: name, among: names) {
            return "is no parameter of \(list.owner); did you mean `\(nearest)`?"
        }
        return "is no parameter of \(list.owner)" + (names.isEmpty ? ", which has none" : " (it has \(choices(names)))")
    }

    /// `is "STEAL_FOCU"; did you mean "STEAL_FOCUS"? (one of …)`
    static func unknownValue(_ value: String, among names: [String]) -> String {
        if let nearest = Nearest.name(to: value, among: names) {
            return "is \"\(value)\"; did you mean \"\(nearest)\"? (one of \(choices(names)))"
        }
        return "is \"\(value)\"; allowed is one of \(choices(names))"
    }

    /// `is "TIMED_OUT", which is not listed here (one of …)`
    static func unlistedValue(_ value: String, among names: [String]) -> String {
        "is \"\(value)\", which is not listed here (one of \(choices(names)))"
    }

    /// `needs RPC 6.0; this session speaks 5.0.0`
    static func unavailable(_ availability: Availability, in version: RPCVersion) -> String {
        if let until = availability.until, version >= until {
            return "was removed in RPC \(until.shortDescription); this session speaks \(version)"
        }
        return "needs RPC \(availability.since?.shortDescription ?? "?"); this session speaks \(version)"
    }

    /// `is a function, which has no place in an RPC`
    static func unencodable(_ what: String) -> String { "is \(what), which has no place in an RPC" }

    /// `is not UTF-8 text: byte 2 is 0xFF`
    static func notUTF8(_ byte: UInt8, at position: Int) -> String {
        "is not UTF-8 text: byte \(position + 1) is 0x\(String(byte, radix: 16, uppercase: true))"
    }

    /// What a parameter takes, with its article: `a list of TTSChunk`.
    static func expectation(of parameter: Parameter) -> String {
        parameter.isArray ? "a list of \(parameter.typeName)" : elementExpectation(of: parameter)
    }

    /// What a parameter takes as an element, or as a whole when it is no list.
    static func elementExpectation(of parameter: Parameter) -> String {
        switch parameter.type {
        case .boolean: "true or false"
        case .integer: "an integer"
        case .float: "a number"
        case .string: "a string"
        case .enumeration(let enumeration): "one of \(choices(parameter.values ?? enumeration.currentNames))"
        case .structure: "\(article(parameter.typeName)) \(parameter.typeName) record"
        }
    }

    /// What a value is, with its article; short ones are shown whole.
    static func kind(of token: ValueToken) -> String {
        switch token {
        case .null: "null"
        case .boolean(let value): value ? "true" : "false"
        case .integer(let value): "the number \(value)"
        case .number(let value): "the number \(value)"
        case .string: "a string"
        case .list: "a list"
        case .record: "a record"
        case .emptyTable: "an empty table"
        case .unsupported(let what): what
        }
    }

    /// `a TTSChunk`, `an Image`, `an HMIPermissions`
    private static func article(_ name: String) -> String {
        let isAcronym = name.prefix(2).allSatisfy(\.isUppercase)
        return name.prefix(1).allSatisfy((isAcronym ? "AEFHILMNORSX" : "AEIOU").contains) ? "an" : "a"
    }

    /// `A, B, C`, and only a count of those beyond the first sixteen.
    private static func choices(_ names: [String]) -> String {
        let listed = names.prefix(listedChoices).joined(separator: ", ")
        return names.count > listedChoices ? "\(listed) and \(names.count - listedChoices) more" : listed
    }
}
