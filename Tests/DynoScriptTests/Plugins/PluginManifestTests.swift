// SPDX-License-Identifier: Apache-2.0
import NIOCore
import Testing

@testable import DynoScript

@Suite struct PluginManifestTests {
    private func read(_ json: String) throws -> PluginManifest { try PluginManifest(parsing: ByteBuffer(string: json)) }

    @Test func `a manifest is read whole`() throws {
        let manifest = try read(
            #"""
            { "name": "loudness", "version": "1.2.0", "description": "How loud it is", "author": "me", "license": "MIT", "host": ">=0.1 <1",
              "entry": "src/main.lua", "capabilities": ["rpc:observe", "io=logs"], "dependencies": { "metrics": "^1" },
              "provides": { "matchers": ["louder"], "commands": ["loudness"] } }
            """#)
        #expect(manifest.name == "loudness" && manifest.version == SemanticVersion(1, 2) && manifest.entry == "src/main.lua")
        #expect(manifest.observes == ["rpc:observe"] && manifest.grants == ["io=logs"])
        #expect(manifest.provides == ["matchers": ["louder"], "commands": ["loudness"]])
        #expect(manifest.dependencies["metrics"]?.description == "^1")
    }

    @Test(arguments: [
        ("", "it is no JSON: "), ("[]", "it must be an object with `name`, `version` and `host`"),
        ("{}", "`name` must be there and be a text"), (#"{"name":"A b"}"#, "`name` is \"A b\"; use small letters"),
        (#"{"name":"../x"}"#, "`name` is \"../x\"; use small letters"),
        (#"{"name":"a"}"#, "`version` must be there"), (#"{"name":"a","version":"one"}"#, "`version` is \"one\"; write it like \"1.2.0\""),
        (#"{"name":"a","version":"1"}"#, "`host` must be there and be a text, such as \">=0.1 <1\""),
        (#"{"name":"a","version":"1","host":"new"}"#, "`host` is \"new\"; write a range of versions"),
        (#"{"nam":"a"}"#, "a manifest has no `nam`; did you mean `name`?"),
        (#"{"name":"a","version":"1","host":"*","entry":"../x.lua"}"#, "`entry` is \"../x.lua\"; name a Lua file inside"),
        (#"{"name":"a","version":"1","host":"*","entry":"/x.lua"}"#, "`entry` is \"/x.lua\""),
        (
            #"{"name":"a","version":"1","host":"*","capabilities":["rpc:obsrve"]}"#,
            "`capabilities` has no `rpc:obsrve`; did you mean `rpc:observe`?"
        ),
        (#"{"name":"a","version":"1","host":"*","capabilities":"io"}"#, "`capabilities` must be a list of texts"),
        (#"{"name":"a","version":"1","host":"*","provides":{"matcher":[]}}"#, "`provides` has no `matcher`; did you mean `matchers`?"),
        (#"{"name":"a","version":"1","host":"*","provides":[]}"#, "`provides` must be an object"),
        (#"{"name":"a","version":"1","host":"*","dependencies":{"b":1}}"#, "`dependencies.b` must be a range"),
        (#"{"name":"a","version":"1","host":"*","dependencies":{"b":"new"}}"#, "`dependencies.b` is \"new\"; write a range"),
    ])
    func `a mistake says what to write`(json: String, problem: String) throws {
        let error = #expect(throws: PluginManifestError.self) { try read(json) }
        #expect(error?.description.hasPrefix(problem) == true, "\(error?.description ?? "")")
    }
}
