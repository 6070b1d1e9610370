// SPDX-License-Identifier: Apache-2.0

/// The members of a JSON object in the order they were first given.
///
/// Nearly all objects of RPCs have fewer than twenty members, so the members are a vector that is searched from its
/// start; a larger object also gets an index, so that a hostile message can't make look-ups quadratic.
public struct JSONObject: Sendable {
    /// One member of an object.
    public struct Member: Equatable, Sendable {
        /// The member's name.
        public var key: String
        /// The member's value.
        public var value: JSONValue
    }

    /// From this number of members on, look-ups use an index.
    private static let indexThreshold = 24

    /// All members, in the order of their first mention.
    private var members: [Member] = []
    /// Where each key stands in `members`; empty below the threshold.
    private var positions: [String: Int] = [:]

    /// Makes an empty object.
    public init() {}

    /// Makes an empty object with room for so many members.
    init(capacity: Int) {
        members.reserveCapacity(capacity)
    }

    /// Makes an object of pairs; of several pairs with one key the last wins, at the first one's place.
    public init(_ pairs: some Sequence<(String, JSONValue)>) {
        members.reserveCapacity(pairs.underestimatedCount)
        for (key, value) in pairs { self[key] = value }
    }

    /// The value of a member; setting nil removes the member.
    public subscript(key: String) -> JSONValue? {
        get { position(of: key).map { members[$0].value } }
        set {
            switch (position(of: key), newValue) {
            case (let position?, let value?): members[position].value = value
            case (let position?, nil): remove(at: position)
            case (nil, let value?): append(Member(key: key, value: value))
            case (nil, nil): break
            }
        }
    }

    /// The members' names, in order.
    public var keys: [String] { members.map(\.key) }

    /// Returns where a key stands in `members`.
    private func position(of key: String) -> Int? {
        members.count < Self.indexThreshold ? members.firstIndex { $0.key == key } : positions[key]
    }

    private mutating func append(_ member: Member) {
        members.append(member)
        guard members.count >= Self.indexThreshold else { return }
        if members.count == Self.indexThreshold { rebuildIndex() }
        positions[member.key] = members.count - 1
    }

    private mutating func remove(at position: Int) {
        members.remove(at: position)
        rebuildIndex()
    }

    /// Makes the index anew: when the object reaches the threshold, and when a removal has moved members.
    private mutating func rebuildIndex() {
        positions.removeAll(keepingCapacity: true)
        guard members.count >= Self.indexThreshold else { return }
        for (position, member) in members.enumerated() { positions[member.key] = position }
    }
}

extension JSONObject: RandomAccessCollection {
    /// The position of the first member.
    public var startIndex: Int { members.startIndex }
    /// The position after the last member.
    public var endIndex: Int { members.endIndex }
    /// The member at a position, for going through all in order.
    public subscript(position: Int) -> Member { members[position] }
}

extension JSONObject: Equatable {
    /// Two objects are equal when they have equal members, in any order: order carries no meaning in JSON.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.count == right.count && left.allSatisfy { right[$0.key] == $0.value }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// `["a": 1]`; of equal keys the last wins.
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
}
