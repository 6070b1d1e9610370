// SPDX-License-Identifier: Apache-2.0

import NIOCore
import SDLRPC
import Testing

struct LuaTypesTests {
    @Test func `a specification as editor types`() throws {
        let json = """
            {"interface":"x","version":"1.2.3",
            "enums":[{"name":"Level","since":"1.0","elements":["FULL",{"name":"EN-US","since":"1.1"}]}],
            "structs":[{"name":"Chunk","params":[{"name":"text","type":"String","mandatory":true,"maxLength":5},
            {"name":"next","type":"Chunk"},{"name":"odd-name","type":"Float"}]}],
            "functions":[
            {"name":"Say","id":1,"since":"1.0","request":[{"name":"chunks","type":"Chunk","mandatory":true,"array":true,"minSize":1}],
            "response":[{"name":"success","type":"Boolean","mandatory":true}]},
            {"name":"Stop","id":2,"deprecated":"1.1","request":[{"name":"level","type":"Level"}]},
            {"name":"OnLevel","id":3,"notification":[{"name":"count","type":"Integer","minValue":0,"maxValue":9,"default":1}]}]}
            """
        let spec = try RPCSpec(json: ByteBuffer(string: json))
        #expect(
            LuaTypes.definitions(for: spec) == """
                -- Types of RPC spec 1.2.3 for the Lua language server; made by `dyno types`.

                ---@class sdl.Incoming
                ---@field invalid? string[] what the RPC spec forbids about it

                ---since 1.0
                ---@alias sdl.Level
                ---| "FULL"
                ---| "EN-US" # since 1.1

                ---@class sdl.Chunk
                ---@field text string at most 5 characters
                ---@field next? sdl.Chunk
                ---@field ["odd-name"]? number

                ---since 1.0
                ---@class sdl.Say
                ---@field chunks sdl.Chunk[] at least 1 elements

                ---since 1.0
                ---@class sdl.Say.Response: sdl.Incoming
                ---@field success boolean

                ---deprecated since 1.1
                ---@class sdl.Stop
                ---@field level? sdl.Level

                ---@class sdl.OnLevel: sdl.Incoming
                ---@field count? integer 0 to 9, default 1

                ---@class sdl.RPC
                ---@field Say fun(parameters: sdl.Say, options?: sdl.RequestOptions): sdl.Say.Response
                ---@field Stop fun(parameters?: sdl.Stop, options?: sdl.RequestOptions): table

                """)
    }

    @Test func `the built-in types name every type they use`() {
        let text = LuaTypes.definitions()
        var defined: Set<Substring> = ["sdl.RequestOptions"]
        var used: Set<Substring> = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("---@alias ") || line.hasPrefix("---@class ") { defined.insert(line.dropFirst(10).prefix { $0 != ":" }) }
            guard line.hasPrefix("---@field ") else { continue }
            for word in line.split(whereSeparator: { " ():,[]?".contains($0) }) where word.hasPrefix("sdl.") { used.insert(word) }
        }
        #expect(used.subtracting(defined) == [])
        #expect(defined.count == 111 + 121 + 152 + 3)
    }
}
