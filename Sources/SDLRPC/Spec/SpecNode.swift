// SPDX-License-Identifier: Apache-2.0

/// One object of a specification document, with its place for error messages.
struct SpecNode {
    /// The object.
    let value: JSONValue
    /// The place of the object around it.
    private let surroundings: String

    init(_ value: JSONValue, at surroundings: String) {
        self.value = value
        self.surroundings = surroundings
    }

    /// Where the object stands. Made on demand: nearly every object is fine.
    var place: String { value["name"]?.string.map { "`\($0)` in \(surroundings)" } ?? surroundings }

    /// The elements of a member that is a list, or none when there is no such member.
    func nodes(_ key: String) throws(SpecError) -> [SpecNode] {
        guard let member = value[key] else { return [] }
        guard let elements = member.array else { throw wrong(.init(key: key, value: member), "a list") }
        let place = place
        return elements.map { SpecNode($0, at: place) }
    }

    /// What a member that is a list is made into, element by element.
    func list<Item>(_ key: String, _ make: (SpecNode) throws(SpecError) -> Item) throws(SpecError) -> [Item] {
        var items: [Item] = []
        for node in try nodes(key) { items.append(try make(node)) }
        return items
    }

    /// All members, for going through them once.
    func members() throws(SpecError) -> JSONObject {
        guard let members = value.object else {
            throw SpecError(message: "\(surroundings): expected an object, got \(value.description.prefix(40))")
        }
        return members
    }

    /// The value, or an error that says the member is missing.
    func require<Value>(_ value: Value?, _ key: String) throws(SpecError) -> Value {
        guard let value else { throw SpecError(message: "\(place): `\(key)` is missing") }
        return value
    }

    // By name, for what is read once.

    func name() throws(SpecError) -> String { try require(text("name"), "name") }

    func text(_ key: String) throws(SpecError) -> String? { try member(key).map(text) }

    func integer(_ key: String) throws(SpecError) -> Int? { try member(key).map(integer) }

    func version(_ key: String) throws(SpecError) -> RPCVersion? { try member(key).map(version) }

    func availability() throws(SpecError) -> Availability {
        Availability(
            since: try version("since"), until: try version("until"), deprecated: try member("deprecated").flatMap(deprecation))
    }

    private func member(_ key: String) -> JSONObject.Member? { value[key].map { .init(key: key, value: $0) } }

    // By member, for what is read thousands of times.

    func text(_ member: JSONObject.Member) throws(SpecError) -> String {
        guard let text = member.value.string, !text.isEmpty else { throw wrong(member, "a text that is not empty") }
        return text
    }

    func integer(_ member: JSONObject.Member) throws(SpecError) -> Int {
        guard let integer = member.value.integer.flatMap(Int.init(exactly:)) else { throw wrong(member, "an integer") }
        return integer
    }

    func number(_ member: JSONObject.Member) throws(SpecError) -> Double {
        guard let number = member.value.number else { throw wrong(member, "a number") }
        return number
    }

    func flag(_ member: JSONObject.Member) throws(SpecError) -> Bool {
        guard let flag = member.value.bool else { throw wrong(member, "true or false") }
        return flag
    }

    func texts(_ member: JSONObject.Member) throws(SpecError) -> [String] {
        let texts = member.value.array?.compactMap(\.string)
        guard let texts, texts.count == member.value.array?.count else { throw wrong(member, "a list of texts") }
        return texts
    }

    func version(_ member: JSONObject.Member) throws(SpecError) -> RPCVersion {
        guard let version = member.value.string.flatMap({ RPCVersion($0) }) else {
            throw wrong(member, "a version such as \"8.0\"")
        }
        return version
    }

    /// `deprecated` is the version that deprecated the thing, or `true` when that is unknown: then it always was.
    func deprecation(_ member: JSONObject.Member) throws(SpecError) -> RPCVersion? {
        guard let isDeprecated = member.value.bool else { return try version(member) }
        return isDeprecated ? RPCVersion(0) : nil
    }

    /// An error that says what a member is and what it should be.
    private func wrong(_ member: JSONObject.Member, _ what: String) -> SpecError {
        SpecError(message: "\(place): `\(member.key)` is \(member.value.description.prefix(40)); expected \(what)")
    }
}
