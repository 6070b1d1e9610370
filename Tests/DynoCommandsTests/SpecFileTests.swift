// SPDX-License-Identifier: Apache-2.0
import Foundation
import SDLRPC
import Testing

@testable import DynoCommands

/// `dyno spec import`, and `--rpc-spec` wherever a spec is used.
struct SpecFileTests {
    let rig: CommandRig

    init() throws { rig = try CommandRig() }

    private static let document = """
        <?xml version="1.0"?>
        <interface name="OEM" version="9.1" minVersion="1.0">
          <enum name="Wing"><element name="LEFT"/><element name="RIGHT"/></enum>
          <function name="Fly" functionID="77" messagetype="request">
            <param name="height" type="Integer" minvalue="0" maxvalue="9" mandatory="true"/>
            <param name="wing" type="Wing" mandatory="false"/>
          </function>
          <function name="Fly" functionID="77" messagetype="response"><param name="success" type="Boolean" mandatory="true"/></function>
          <function name="OnFly" functionID="78" messagetype="notification"/>
        </interface>
        """

    /// The path of the imported spec.
    private func imported() async throws -> String {
        let xml = try rig.script(Self.document, named: "MOBILE_API.xml")
        let file = rig.folder.appending(path: "specs/my-spec.json").path
        #expect(await rig.run("spec", "import", xml, "-o", file) == 0)
        return file
    }

    @Test func `an XML document becomes a spec file`() async throws {
        let file = try await imported()
        #expect(rig.output == "wrote \(file): RPC spec 9.1.0, 2 functions, 0 structs, 1 enums\n")
        let spec = try JSONValue.parse(try String(contentsOfFile: file, encoding: .utf8))
        #expect(spec["functions"]?[0]?["name"] == "Fly")
    }

    @Test func `without -o it goes to standard output`() async throws {
        #expect(await rig.run("spec", "import", try rig.script(Self.document, named: "api.xml")) == 0)
        #expect(try JSONValue.parse(rig.output)["version"]?.string == "9.1.0")
    }

    @Test func `a broken document is refused with line and column, and nothing is written`() async throws {
        let xml = try rig.script("<interface name='x' version='1.0'>\n  <enum>\n</interface>", named: "broken.xml")
        let file = rig.folder.appending(path: "out.json").path
        #expect(await rig.run("spec", "import", xml, "-o", file) == 2)
        #expect(rig.errors.hasPrefix("dyno: \(xml): line 3, column "))
        #expect(rig.errors.filter { $0 == "\n" }.count == 1)
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test func `a document that is missing, and a place that can't be written, are exit code 2`() async throws {
        #expect(await rig.run("spec", "import", "/nowhere/x.xml", "-o", "/nowhere/y.json") == 2)
        #expect(rig.errors == "dyno: /nowhere/x.xml does not exist\n")
        let xml = try rig.script(Self.document, named: "api.xml")
        #expect(await rig.run("spec", "import", xml, "-o", xml + "/below/y.json") == 2)
    }

    @Test func `tests use the file`() async throws {
        let file = try await imported()
        let text = "local sdl, test = require 'sdl', require 'sdl.test' test('x', function() test.expect(sdl.spec.Fly).isNot:isNil() end)"
        let tests = try rig.script(text, named: "fly_test.lua")
        #expect(await rig.run("test", tests, "--rpc-spec", file, "--memory-folder", rig.folder.path) == 0, "\(rig.output)")
    }

    @Test func `spec show, types and lint use the file`() async throws {
        let file = try await imported()
        #expect(await rig.run("spec", "show", "Fly", "--rpc-spec", file) == 0)
        #expect(rig.output.contains("\nFly: RPC, function id 77\n"))
        #expect(await rig.run("types", "--rpc-spec", file) == 0)
        #expect(rig.output.contains("---@class sdl.Fly\n---@field height integer 0 to 9\n---@field wing? sdl.Wing\n"))
        let script = try rig.script("local app = ...\napp.rpc.Fly { height = 1, wing = 'MIDDLE' }\n")
        #expect(await rig.run("lint", "--rpc-spec", file, script) == 1)
        #expect(rig.output.hasSuffix("\(script):2:34: `Fly`: wing is \"MIDDLE\"; allowed is one of LEFT, RIGHT\n"))
    }

    @Test(arguments: [["run", "x.lua"], ["test", "x.lua"], ["headunit"], ["spec", "show", "Alert"], ["types"], ["lint", "."]])
    func `a file that is no spec is exit code 2 everywhere`(arguments: [String]) async throws {
        let file = try rig.script("{\"interface\":\"x\"}", named: "bad.json")
        let script = try rig.script("print 'x'")
        let words = arguments.map { $0 == "x.lua" ? script : $0 } + ["--rpc-spec", file]
        #expect(await rig.run(words) == 2)
        #expect(rig.errors == "dyno: \(file) is no RPC spec: the specification: `version` is missing; make one with 'dyno spec import'\n")
        #expect(rig.output == "")
    }
}
