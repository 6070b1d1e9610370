// SPDX-License-Identifier: Apache-2.0

/// `-k "alert and not (slow or tts)"`: words that a test's title must have, without regard to case.
///
/// `or` binds weakest, `not` strongest. Words side by side must all be there.
public struct SelectionExpression: Sendable {
    private indirect enum Node: Sendable { case word(String), not(Node), and(Node, Node), or(Node, Node) }

    public struct Problem: Error, Equatable, CustomStringConvertible {
        public var description: String
    }

    private let root: Node

    /// Throws ``Problem`` with what is wrong and where.
    public init(_ text: String) throws(Problem) {
        var parser = Parser(text)
        root = try parser.parse()
    }

    public func matches(_ title: String) -> Bool {
        Self.matches(root, title.lowercased())
    }

    private static func matches(_ node: Node, _ title: String) -> Bool {
        switch node {
        case .word(let word): title.contains(word)
        case .not(let node): !matches(node, title)
        case .and(let left, let right): matches(left, title) && matches(right, title)
        case .or(let left, let right): matches(left, title) || matches(right, title)
        }
    }

    private struct Parser {
        let text: String
        var words: [String]
        var position = 0
        var depth = 0

        init(_ text: String) {
            self.text = text
            var words = [""]
            var isQuoted = false
            for character in text {
                switch character {
                case "\"": isQuoted.toggle()
                case "(" where !isQuoted, ")" where !isQuoted: words += [String(character), ""]
                case " " where !isQuoted, "\t" where !isQuoted: words.append("")
                default: words[words.count - 1].append(character)
                }
            }
            self.words = words.filter { !$0.isEmpty }
        }

        private var next: String? { position < words.count ? words[position] : nil }

        private func problem(_ what: String) -> Problem {
            Problem(
                description: "-k \"\(text)\": \(what); write words with and, or, not and parentheses, such as -k \"alert and not slow\"")
        }

        mutating func parse() throws(Problem) -> Node {
            guard !words.isEmpty else { throw problem("there is no word in it") }
            let node = try alternatives()
            if let rest = next { throw problem("'\(rest)' is one too many") }
            return node
        }

        private mutating func alternatives() throws(Problem) -> Node {
            var node = try sequence()
            while next?.lowercased() == "or" {
                position += 1
                node = .or(node, try sequence())
            }
            return node
        }

        private mutating func sequence() throws(Problem) -> Node {
            var node = try negation()
            while let word = next?.lowercased(), word != "or", word != ")" {
                if word == "and" { position += 1 }
                node = .and(node, try negation())
            }
            return node
        }

        private mutating func negation() throws(Problem) -> Node {
            depth += 1
            defer { depth -= 1 }
            guard depth < 100 else { throw problem("it nests too deeply") }
            guard let word = next else { throw problem("a word is missing at the end") }
            position += 1
            switch word.lowercased() {
            case "not": return .not(try negation())
            case "(":
                let node = try alternatives()
                guard next == ")" else { throw problem("a ) is missing") }
                position += 1
                return node
            case ")", "and", "or": throw problem("'\(word)' stands where a word is needed")
            default: return .word(word.lowercased())
            }
        }
    }
}
