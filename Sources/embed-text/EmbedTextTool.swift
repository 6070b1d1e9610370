// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Writes `enum Embedded { static let <file name in camel case>: StaticString … }` for the text files it is given.
@main struct EmbedTextTool {
    static func main() throws {
        let paths = CommandLine.arguments.dropFirst()
        guard let output = paths.first else { throw Failure(message: "usage: embed-text OUTPUT INPUT…") }
        var source = "// Generated from the target's Resources folder; edit the files there.\nenum Embedded {\n"
        for path in paths.dropFirst() {
            let url = URL(fileURLWithPath: path)
            let text = try String(contentsOf: url, encoding: .utf8)
            guard !text.contains("\"\"\"####") else { throw Failure(message: "\(path) contains the literal's end mark") }
            source += "    static let \(identifier(url)): StaticString = ####\"\"\"\n\(text)\n\"\"\"####\n"
        }
        try (source + "}\n").write(toFile: output, atomically: true, encoding: .utf8)
    }

    /// `rpc-spec.json` → `rpcSpec`
    static func identifier(_ url: URL) -> String {
        let words = url.deletingPathExtension().lastPathComponent.split { !$0.isLetter && !$0.isNumber }
        return words.enumerated().map { $0.offset == 0 ? String($0.element) : $0.element.capitalized }.joined()
    }
}

struct Failure: Error { var message: String }
