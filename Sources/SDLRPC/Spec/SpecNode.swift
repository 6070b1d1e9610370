// SPDX-License-Identifier: Apache-2.0

/// One object of a specification document, with its place for error messages.
struct SpecNode {
    let value: JSONValue
    private let surroundings: String

    init(_ value: JSONValue, at surroundings: String) {
        self.value = value
        self.surroundings = surroundings
    }

    /// Where the object stands. Made on demand: nearly every object is fine.
    var place: String { value["name"]?.string.map { "`\($0)` in \(surroundings)" } ?? surroundings }

    func nodes(_ key: String) throws(SpecError) -> [SpecNode] {
        guard let member = value[key] else { return [] }
        guard let elements = member.array else { throw wrong(key, "a list") }
        let place = place
        return elements.map { SpecNode($0, at: place) }
    }

    func list<Item>(_ key: String, _ make: (SpecNode) throws(SpecError) -> Item) throws(SpecError) -> [Item] {
        var items: [Item] = []
        for node in try nodes(key) { items.append(try make(node)) }
        return items
    }

    func name() throws(SpecError) -> String {
        let name = try require(text("name"), "name")
        guard !name.isEmpty else { throw wrong("name", "a text that is not empty") }
        return name
    }

    func require<Value>(_ value: Value?, _ key: String) throws(SpecError) -> Value {
        guard let value else { throw SpecError(message: "\(place): `\(key)` is missing") }
        return value
    }

    func text(_ key: String) throws(SpecError) -> String? { try read(key, "a text", \.string) }

    func integer(_ key: String) throws(SpecError) -> Int? {
        try read(key, "an integer") { $0.integer.flatMap(Int.init(exactly:)) }
    }

    func number(_ key: String) throws(SpecError) -> Double? { try read(key, "a number", \.number) }

    func flag(_ key: String) throws(SpecError) -> Bool { try read(key, "true or false", \.bool) ?? false }

    func texts(_ key: String) throws(SpecError) -> [String]? {
        try read(key, "a list of texts") { member in
            member.array.flatMap { elements in
                let texts = elements.compactMap(\.string)
                return texts.count == elements.count ? texts : nil
            }
        }
    }

    func version(_ key: String) throws(SpecError) -> RPCVersion? {
        try read(key, "a version such as \"8.0\"") { $0.string.flatMap { RPCVersion($0) } }
    }

    /// `deprecated` is the version that deprecated the thing, or `true` when that is unknown: then it always was.
    func availability() throws(SpecError) -> Availability {
        let isAlways = value["deprecated"] == true
        return Availability(
            since: try version("since"), until: try version("until"),
            deprecated: isAlways ? RPCVersion(0) : try version("deprecated"))
    }

    private func read<Value>(_ key: String, _ what: String, _ convert: (JSONValue) -> Value?) throws(SpecError) -> Value? {
        guard let member = value[key] else { return nil }
        guard let converted = convert(member) else { throw wrong(key, what) }
        return converted
    }

    private func wrong(_ key: String, _ what: String) -> SpecError {
        let found = value[key].map { String($0.description.prefix(40)) } ?? "nothing"
        return SpecError(message: "\(place): `\(key)` is \(found); expected \(what)")
    }
}
