// SPDX-License-Identifier: Apache-2.0

/// Writes the members of JSON objects in a fixed order, whatever order they come in.
///
/// Members are written as they come and only moved when an object's are out of order: a Lua table's nearly always are,
/// those of JSON bytes hardly ever.
struct MemberWriter {
    /// What to go back to when an object ends.
    struct Span {
        fileprivate let start: Int
        fileprivate let outerFirstMember: Int
        fileprivate let wasOrdered: Bool
    }

    /// One member in `output`.
    private struct Member {
        /// The position of its parameter; `unknownRank` when the specification does not know it.
        var rank: Int
        var start: Int
        /// Where the name with its quotes and colon ends.
        var nameEnd: Int
        var end: Int
    }

    /// Room for the JSON of a usual message and for its members, so that neither grows step by step.
    private static let usualSize = 1024, usualMembers = 8
    /// Unknown members go last.
    private static let unknownRank = Int.max

    /// The JSON written so far.
    var output: [UInt8] = []
    /// The members of all open objects; those of the innermost begin at `firstMember`.
    private var members: [Member] = []
    private var firstMember = 0
    /// Whether the innermost object's members came in order, without duplicates, so far.
    private var isOrdered = true

    mutating func reserveUsualSize() {
        output.reserveCapacity(Self.usualSize)
        members.reserveCapacity(Self.usualMembers)
    }

    /// Begins an object.
    mutating func open() -> Span {
        output.append(UInt8(ascii: "{"))
        let span = Span(start: output.count, outerFirstMember: firstMember, wasOrdered: isOrdered)
        firstMember = members.count
        isOrdered = true
        return span
    }

    /// Begins a member of the innermost object; its value is then written to `output`.
    mutating func begin(_ encodedName: [UInt8], rank: Int) {
        separate()
        let start = output.count
        output.append(contentsOf: encodedName)
        append(rank, start)
    }

    /// Begins a member the specification does not know. A name that is not UTF-8 is a problem already; it is left empty.
    mutating func beginUnknown(_ name: UnsafeRawBufferPointer, isWellFormed: Bool) {
        separate()
        let start = output.count
        JSONText.write(isWellFormed ? name : UnsafeRawBufferPointer(start: nil, count: 0), into: &output)
        output.append(UInt8(ascii: ":"))
        append(Self.unknownRank, start)
    }

    /// Ends the member that was begun last.
    mutating func end() {
        guard members.count > firstMember else { return }
        members[members.count - 1].end = output.count
    }

    /// Ends the innermost object, its members in order: those of the specification, then unknown ones by name. Of
    /// several with one name the last is kept.
    mutating func close(_ span: Span) {
        if !isOrdered { reorder(from: span.start) }
        output.append(UInt8(ascii: "}"))
        members.removeLast(members.count - firstMember)
        firstMember = span.outerFirstMember
        isOrdered = span.wasOrdered
    }

    /// Writes the comma before every member but the first.
    private mutating func separate() {
        if members.count > firstMember { output.append(UInt8(ascii: ",")) }
    }

    /// Notes a member whose name was just written.
    private mutating func append(_ rank: Int, _ start: Int) {
        if let last = members.last, members.count > firstMember, rank <= last.rank { isOrdered = false }
        members.append(Member(rank: rank, start: start, nameEnd: output.count, end: start))
    }

    /// Rewrites the members of the innermost object, which starts at `start`, in order.
    private mutating func reorder(from start: Int) {
        let sorted = members[firstMember...].sorted { left, right in
            guard left.rank == right.rank else { return left.rank < right.rank }
            if name(left).elementsEqual(name(right)) { return left.start < right.start }
            return name(left).lexicographicallyPrecedes(name(right))
        }
        var ordered: [UInt8] = []
        ordered.reserveCapacity(output.count - start)
        for (position, member) in sorted.enumerated() {
            let isReplaced = position + 1 < sorted.count && name(sorted[position + 1]).elementsEqual(name(member))
            guard !isReplaced else { continue }
            if !ordered.isEmpty { ordered.append(UInt8(ascii: ",")) }
            ordered.append(contentsOf: output[member.start..<member.end])
        }
        output.replaceSubrange(start..., with: ordered)
    }

    /// A member's name as written, with its quotes and colon.
    private func name(_ member: Member) -> ArraySlice<UInt8> { output[member.start..<member.nameEnd] }
}
