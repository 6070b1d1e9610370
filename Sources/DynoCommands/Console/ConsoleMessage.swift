// SPDX-License-Identifier: Apache-2.0
import DynoScript
import NIOCore
import SDLRPC

/// What goes between an attached console and what runs, a line of JSON each. Answers come in the order of the questions.
enum ConsoleMessage: Equatable, Sendable {
    // From the console.
    case evaluate(String, width: Int?)
    case complete(String)
    case cancel
    // To the console.
    case reply(ScriptConsole.Reply)
    case completion(Completion)
    /// What the script prints, and what happens.
    case output(String)
    case story(String)

    /// A longer line is nobody's console.
    static let longestLine = 16 << 20

    var line: ByteBuffer {
        var line = ByteBuffer()
        json.write(into: &line)
        line.writeInteger(UInt8(ascii: "\n"))
        return line
    }

    private var json: JSONValue {
        switch self {
        case .evaluate(let text, let width): ["evaluate": .string(text), "width": width.map { .integer(Int64($0)) } ?? .null]
        case .complete(let text): ["complete": .string(text)]
        case .cancel: ["cancel": true]
        case .reply(.done(let text)): ["done": text.map(JSONValue.string) ?? .null]
        case .reply(.incomplete): ["incomplete": true]
        case .reply(.ended): ["ended": true]
        case .reply(.failed(let problem)): ["failed": .string(problem)]
        case .completion(let completion):
            ["insertion": .string(completion.insertion), "choices": .array(completion.choices.map(JSONValue.string))]
        case .output(let text): ["output": .string(text)]
        case .story(let text): ["story": .string(text)]
        }
    }

    /// Nil for a line that is none of them.
    init?(line: ByteBuffer) {
        guard let json = try? JSONValue.parse(line), let member = json.object?.first(where: { _ in true }) else { return nil }
        let text = member.value.string
        switch (member.key, text) {
        case ("evaluate", let text?): self = .evaluate(text, width: json["width"]?.integer.map { Int(clamping: $0) })
        case ("complete", let text?): self = .complete(text)
        case ("cancel", _): self = .cancel
        case ("done", _): self = .reply(.done(text))
        case ("incomplete", _): self = .reply(.incomplete)
        case ("ended", _): self = .reply(.ended)
        case ("failed", let text?): self = .reply(.failed(text))
        case ("insertion", let text?):
            self = .completion(Completion(insertion: text, choices: json["choices"]?.array?.compactMap(\.string) ?? []))
        case ("output", let text?): self = .output(text)
        case ("story", let text?): self = .story(text)
        default: return nil
        }
    }
}

/// Cuts a stream of bytes into messages.
struct ConsoleMessages: Sendable {
    private var bytes = ByteBuffer()

    /// The messages that are whole now; nil when the other side is no console.
    mutating func read(_ new: ByteBuffer) -> [ConsoleMessage]? {
        bytes.writeImmutableBuffer(new)
        var messages: [ConsoleMessage] = []
        while let end = bytes.readableBytesView.firstIndex(of: UInt8(ascii: "\n")) {
            guard let line = bytes.readSlice(length: end - bytes.readerIndex), let message = ConsoleMessage(line: line) else { return nil }
            bytes.moveReaderIndex(forwardBy: 1)
            messages.append(message)
        }
        bytes.discardReadBytes()
        return bytes.readableBytes > ConsoleMessage.longestLine ? nil : messages
    }
}
