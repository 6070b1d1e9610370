// SPDX-License-Identifier: Apache-2.0

/// Records: parameters of a message, fields of a struct, and records the specification does not know.
extension Walker {
    /// Walks the entries of a record that was just read; a nil list means the specification does not know it.
    mutating func record(_ source: inout some ValueSource, _ list: ParameterList?) {
        guard descend() else { return }
        defer { ascend() }
        let firstProblem = problems.count
        var seen = ParameterSet()
        let span = isWriting ? members.open() : nil
        while !isStopped, source.nextEntry() {
            if let list, let position = source.withText(list.position(of:)) {
                if seen.contains(position) { problems.drop(list.parameters[position].name, from: firstProblem) }
                seen.insert(position)
                known(&source, list.parameters[position], at: position)
            } else {
                unknown(&source, list, firstProblem)
            }
        }
        if let span { members.close(span) }
        if let list { requireMandatory(of: list, seen, isRoot: depth == 1) }
    }

    /// A table without entries where a record belongs.
    mutating func emptyRecord(_ list: ParameterList?) {
        if isWriting { JSONText.write(word: "{}", into: &members.output) }
        if let list { requireMandatory(of: list, ParameterSet(), isRoot: depth == 0) }
    }

    /// Walks an entry that is a parameter.
    private mutating func known(_ source: inout some ValueSource, _ parameter: Parameter, at position: Int) {
        let firstProblem = problems.count
        if isChecking, parameter.isVersioned, !parameter.availability.includes(version) {
            report(.version, Wording.unavailable(parameter.availability, in: version))
        }
        if isWriting { members.begin(parameter.encodedName, rank: position) }
        value(&source, parameter)
        if isWriting { members.end() }
        problems.prefix(parameter.name, from: firstProblem)
    }

    /// Walks an entry the specification does not know: reports it, and writes it as it is.
    private mutating func unknown<Source: ValueSource>(_ source: inout Source, _ list: ParameterList?, _ firstProblem: Int) {
        let name = source.withText(Wording.excerpt)
        problems.drop(name, from: firstProblem)
        if let list, isChecking {
            report(.unknownParameter, Wording.unknownParameter(name, of: list), path: name)
        }
        let ownProblem = problems.count
        let isWellFormed = Source.isTextChecked || source.withText { checkUTF8($0) }
        if isWriting { source.withText { members.beginUnknown($0, isWellFormed: isWellFormed) } }
        natural(&source, source.read())
        if isWriting { members.end() }
        problems.prefix(name, from: ownProblem)
    }

    /// Reports the mandatory parameters that were not seen.
    private mutating func requireMandatory(of list: ParameterList, _ seen: ParameterSet, isRoot: Bool) {
        guard isChecking, !isStopped else { return }
        for position in list.mandatory where !seen.contains(position) {
            let parameter = list.parameters[position]
            guard parameter.availability.includes(version), !(isRoot && isExcused(parameter)) else { continue }
            report(.mandatory, Wording.missing(parameter), path: parameter.name)
        }
    }

    /// RPC spec: a response that failed has `success`, `resultCode` and maybe `info`; its other parameters describe a
    /// result that does not exist.
    private func isExcused(_ parameter: Parameter) -> Bool {
        isFailedResponse && parameter.name != "resultCode"
    }
}
