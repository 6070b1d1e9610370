// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import NIOCore
import SDLRPC

/// `dyno spec import`: a MOBILE_API.xml becomes a file for `--rpc-spec`.
struct SpecImportCommand: DynoSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Turns a MOBILE_API.xml, an OEM's or a newer one, into a file for --rpc-spec.",
        discussion: "A document that is no RPC spec is refused with line and column, and nothing is written.")
    static let examples = [
        "dyno spec import MOBILE_API.xml -o my-spec.json", "dyno run app.lua --rpc-spec my-spec.json",
        "dyno spec show Alert --rpc-spec my-spec.json",
    ]

    @Argument(help: "The XML document.") var document: String
    @Option(name: [.customShort("o"), .customLong("output")], help: "Where to write; standard output when left out.") var file: String?

    func run(output: Output, errors: Output) async throws -> Int32 {
        let spec: RPCSpec
        let xml = try SpecFile.read(document)
        do {
            spec = try SpecXML.parse(xml)
        } catch {
            throw UsageError("\(document): \(error)")
        }
        var json = ByteBuffer()
        spec.write(into: &json)
        guard let file else {
            output.write(String(buffer: json))
            return 0
        }
        try UserFiles.write(String(buffer: json), to: file)
        output.line(
            "wrote \(file): RPC spec \(spec.version), \(spec.functions.count) functions, \(spec.structs.count) structs, \(spec.enums.count) enums"
        )
        return 0
    }
}
