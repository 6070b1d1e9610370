// SPDX-License-Identifier: Apache-2.0

extension Parameter {
    /// The type for people: `Integer`, `list of SoftButton`.
    var typeDescription: String { isArray ? "list of \(typeName)" : typeName }

    /// What limits the values, for people: `3000 to 10000`, `default 5000`, `since 2.0`.
    var notes: [String] {
        var notes: [String] = []
        let value = limits
        let range = (value.minValue.map(Wording.number), value.maxValue.map(Wording.number))
        let length = (value.minLength.map(String.init), value.maxLength.map(String.init))
        let size = (value.minSize.map(String.init), value.maxSize.map(String.init))
        if size != (nil, nil) { notes.append("\(Wording.bounds(size.0, size.1)) elements") }
        if length != (nil, nil) { notes.append("\(Wording.bounds(length.0, length.1)) characters") }
        if range != (nil, nil) { notes.append(Wording.bounds(range.0, range.1)) }
        if let defaultValue { notes.append("default \(defaultValue.string ?? defaultValue.description)") }
        return notes + availability.notes
    }
}

extension Availability {
    /// The versions, for people: `since 2.0`, `removed in 7.0`, `deprecated since 6.0`.
    var notes: [String] {
        var notes: [String] = []
        if let since { notes.append("since \(since.shortDescription)") }
        if let until { notes.append("removed in \(until.shortDescription)") }
        if let deprecated { notes.append(deprecated == RPCVersion(0) ? "deprecated" : "deprecated since \(deprecated.shortDescription)") }
        return notes
    }
}
