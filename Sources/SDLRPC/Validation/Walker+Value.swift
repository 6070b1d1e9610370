// SPDX-License-Identifier: Apache-2.0

/// Values: of parameters, and those the specification does not know.
extension Walker {
    /// Walks the value of a parameter.
    mutating func value(_ source: inout some ValueSource, _ parameter: Parameter) {
        let token = source.read()
        guard parameter.isArray else { return scalar(&source, token, parameter) }
        countValue()
        switch token {
        case .list:
            list(&source, parameter)
        case .emptyTable:
            if isWriting { JSONText.write(word: "[]", into: &members.output) }
            checkSize(0, parameter)
        case .null, .boolean, .integer, .number, .string, .record, .unsupported:
            mismatch(&source, token, Wording.expectation(of: parameter))
        }
    }

    /// Walks the elements of a list that was just read.
    private mutating func list(_ source: inout some ValueSource, _ parameter: Parameter) {
        guard descend() else { return }
        defer { ascend() }
        if isWriting { JSONText.write(word: "[", into: &members.output) }
        var count = 0
        while !isStopped, source.nextElement() {
            if isWriting, count > 0 { JSONText.write(word: ",", into: &members.output) }
            count += 1
            let firstProblem = problems.count
            scalar(&source, source.read(), parameter)
            problems.prefix("[\(count)]", from: firstProblem)
        }
        if isWriting { JSONText.write(word: "]", into: &members.output) }
        if !isStopped { checkSize(count, parameter) }
    }

    /// Walks one value of a parameter's type.
    private mutating func scalar<Source: ValueSource>(_ source: inout Source, _ token: ValueToken, _ parameter: Parameter) {
        countValue()
        switch (parameter.type, token) {
        case (.boolean, .boolean(let value)):
            noteBoolean(value, parameter)
            write(value)
        case (.integer, .integer(let value)), (.float, .integer(let value)):
            checkRange(Double(value), parameter, Wording.number(Double(value)))
            write(value)
        case (.integer, .number(let value)):
            guard let integer = Int64(exactly: value) else { return mismatch(&source, token, Wording.elementExpectation(of: parameter)) }
            checkRange(value, parameter, String(integer))
            write(integer)
        case (.float, .number(let value)):
            if value.isFinite { checkRange(value, parameter, Wording.number(value)) }
            write(value)
        case (.string, .string):
            source.withText { text($0, parameter, isWellFormed: Source.isTextChecked) }
        case (.enumeration(let enumeration), .string):
            source.withText { element($0, enumeration, parameter, isWellFormed: Source.isTextChecked) }
        case (.structure(let position), .record):
            record(&source, spec.structure(position).fields)
        case (.structure(let position), .emptyTable):
            emptyRecord(spec.structure(position).fields)
        case (.boolean, _), (.integer, _), (.float, _), (.string, _), (.enumeration, _), (.structure, _):
            mismatch(&source, token, Wording.elementExpectation(of: parameter))
        }
    }

    /// Walks a value in its natural shape, with nothing to check but that it has one.
    mutating func natural<Source: ValueSource>(_ source: inout Source, _ token: ValueToken) {
        countValue()
        switch token {
        case .null: if isWriting { JSONText.write(word: "null", into: &members.output) }
        case .boolean(let value): write(value)
        case .integer(let value): write(value)
        case .number(let value): write(value)
        case .string: source.withText { text($0, isWellFormed: Source.isTextChecked) }
        case .list: naturalList(&source)
        case .record: record(&source, nil)
        case .emptyTable: emptyRecord(nil)
        case .unsupported(let what): report(.encoding, Wording.unencodable(what))
        }
    }

    /// Walks the elements of a list the specification does not know.
    private mutating func naturalList(_ source: inout some ValueSource) {
        guard descend() else { return }
        defer { ascend() }
        if isWriting { JSONText.write(word: "[", into: &members.output) }
        var count = 0
        while !isStopped, source.nextElement() {
            if isWriting, count > 0 { JSONText.write(word: ",", into: &members.output) }
            count += 1
            let firstProblem = problems.count
            natural(&source, source.read())
            problems.prefix("[\(count)]", from: firstProblem)
        }
        if isWriting { JSONText.write(word: "]", into: &members.output) }
    }

    /// Reports a value of the wrong type and walks it as it is.
    private mutating func mismatch(_ source: inout some ValueSource, _ token: ValueToken, _ expected: @autoclosure () -> String) {
        let isUnsupported = if case .unsupported = token { true } else { false }
        if isChecking, !isUnsupported, source.failure == nil {
            report(.type, "expected \(expected()), got \(Wording.kind(of: token))")
        }
        natural(&source, token)
    }
}
