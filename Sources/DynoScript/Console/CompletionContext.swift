// SPDX-License-Identifier: Apache-2.0

/// What stands before the cursor in a piece of Lua, as far as it decides which names may come next.
///
/// It reads forgivingly: what it does not understand leads to no names, never to an error.
struct CompletionContext {
    enum Place: Equatable {
        /// A name after these: `app.rpc.Al` stands after `app` and `rpc`, a global after none.
        case name(after: [String])
        /// A field of an RPC's parameters, or of the struct that the path leads to.
        case parameter(rpc: String, path: [String])
        /// A text that is the value of the parameter the path leads to.
        case value(rpc: String, path: [String])
        /// A text that is the first argument of this function.
        case argument(of: [String])
        case nothing
    }

    private struct Frame {
        var isTable: Bool
        /// The names before the bracket.
        var owner: [String]
        var rpc: String?
        var path: [String] = []
        /// The field whose value is being written.
        var key: String?

        var place: [String] { path + (key.map { [$0] } ?? []) }
    }

    private(set) var place = Place.name(after: [])
    /// What is there already of the name.
    private(set) var prefix = ""

    private var frames: [Frame] = []
    /// The names that belong together so far; nil behind something that is no name, such as a call.
    private var chain: [String]? = []
    private var isAfterDot = false

    init(_ text: String) {
        var source = LuaWords(text)
        var words: [LuaWords.Word] = []
        while let word = source.next() { words.append(word) }
        let last = words.popLast()
        for word in words { take(word) }
        if case .openText(let content)? = last {
            finishText(content, after: words.last)
        } else {
            finish(last, isAdjacent: !source.endedInSpace)
        }
    }

    // MARK: Reading

    private mutating func take(_ word: LuaWords.Word) {
        switch word {
        case .name(let name): take(name)
        case .text, .openText, .other: (chain, isAfterDot) = (nil, false)
        case .symbol(let symbol): take(symbol)
        }
    }

    private mutating func take(_ name: String) {
        chain = isAfterDot ? chain.map { $0 + [name] } : [name]
        isAfterDot = false
    }

    private mutating func take(_ symbol: Character) {
        isAfterDot = false
        switch symbol {
        case ".", ":": isAfterDot = true
        case "{": openTable()
        case "(":
            frames.append(Frame(isTable: false, owner: chain ?? []))
            chain = []
        case "}", ")", "]":
            if symbol != "]" { _ = frames.popLast() }
            chain = nil
        case "=":
            if let name = chain?.first, chain?.count == 1, frames.last?.isTable == true { frames[frames.count - 1].key = name }
            chain = []
        case ",", ";":
            if !frames.isEmpty { frames[frames.count - 1].key = nil }
            chain = []
        default: chain = []
        }
    }

    private mutating func openTable() {
        let outer = frames.last
        if let outer, outer.isTable, chain?.isEmpty ?? true {
            frames.append(Frame(isTable: true, owner: [], rpc: outer.rpc, path: outer.place))
        } else {
            let named = chain ?? []
            let owner = named.isEmpty ? outer?.owner ?? [] : named
            let isRequest = owner.count > 1 && ["rpc", "try"].contains(owner[owner.count - 2])
            frames.append(Frame(isTable: true, owner: owner, rpc: isRequest ? owner.last : nil))
        }
        chain = []
    }

    // MARK: The end

    private mutating func finish(_ last: LuaWords.Word?, isAdjacent: Bool) {
        if case .name(let name)? = last, isAdjacent {
            prefix = name
            if !isAfterDot { chain = [] }
        } else {
            if let last { take(last) }
            if case .name? = last { chain = [] }
        }
        guard isAfterDot || chain != nil, let chain else { return place = .nothing }
        if !isAfterDot, let frame = frames.last, frame.isTable, frame.key == nil, let rpc = frame.rpc {
            place = .parameter(rpc: rpc, path: frame.path)
        } else {
            place = .name(after: isAfterDot ? chain : [])
        }
    }

    private mutating func finishText(_ content: String, after last: LuaWords.Word?) {
        prefix = content
        if let frame = frames.last, frame.isTable, let rpc = frame.rpc {
            place = .value(rpc: rpc, path: frame.place)
        } else if case .name? = last {
            place = .argument(of: chain ?? [])
        } else if let frame = frames.last, !frame.isTable, last == .symbol("(") {
            place = .argument(of: frame.owner)
        } else {
            place = .nothing
        }
    }
}
