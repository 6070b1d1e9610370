// SPDX-License-Identifier: Apache-2.0
import LuaRuntime
import NIOCore
import SDLRPC
import Testing

@testable import DynoScript

struct ScriptTypesTests {
    let text = ScriptTypes.text()
    private var lines: [Substring] { text.split(separator: "\n") }

    @Test func `it is a Lua file that returns the module`() throws {
        let lua = try LuaState(seed: 1)
        defer { lua.close() }
        let chunk = try lua.load(ByteBuffer(string: text), chunkName: "@sdl.lua")
        guard case .reference(let module)? = try lua.call(chunk).first else { return #expect(Bool(false), "it returns no table") }
        #expect(module.type == .table)
    }

    @Test func `every RPC, struct and enum value of the spec is in it`() {
        let defined = definitions
        let all = Set(lines)
        for function in RPCSpec.builtIn.functions {
            #expect(function.request == nil && function.notification == nil || defined.contains("sdl.\(function.name)"))
            #expect(function.response == nil || defined.contains("sdl.\(function.name).Response"))
            #expect(function.request == nil || all.contains { $0.hasPrefix("---@field \(function.name) fun(parameters") })
        }
        for structure in RPCSpec.builtIn.structs { #expect(defined.contains("sdl.\(structure.name)")) }
        for enumeration in RPCSpec.builtIn.enums {
            #expect(defined.contains("sdl.\(enumeration.name)"))
            for element in enumeration.elements {
                #expect(all.contains { $0 == "---| \"\(element.name)\"" || $0.hasPrefix("---| \"\(element.name)\" #") })
            }
        }
    }

    /// The names of all classes and aliases.
    private var definitions: [Substring] {
        lines.filter { $0.hasPrefix("---@class ") || $0.hasPrefix("---@alias ") }
            .map { $0.dropFirst("---@class ".count).prefix { $0 != " " && $0 != ":" } }
    }

    @Test func `no name is defined twice, and every name that is used is defined`() {
        let defined = definitions
        #expect(Set(defined).count == defined.count)
        var used: Set<Substring> = []
        for line in lines where line.hasPrefix("---@") || line.hasPrefix("---| sdl") {
            // What follows a type is text for people; names with the prefix may stand there in backquotes.
            for word in line.split(whereSeparator: { " ():,[]?|<>{}`".contains($0) })
            where word.hasPrefix("sdl.") && !line.contains("`\(word)") {
                used.insert(word.last == "." ? word.dropLast() : word)
            }
        }
        #expect(used.subtracting(defined) == [])
    }

    @Test func `notifications are events with their own parameters`() {
        #expect(
            text.contains(
                "---@field on fun(self: sdl.App, event: \"OnButtonPress\", fn: fun(params: sdl.OnButtonPress)): sdl.Handle\n"))
    }

    /// Tells every function of the module and of its objects as `Class:name`, found through the debug library.
    private static let enumeration = """
        local sdl = require "sdl"
        local function tell(prefix, t) for name, value in pairs(t) do if type(value) == "function" then print(prefix .. name) end end end
        local function methods(class, object)
          local index = debug.getmetatable(object).__index
          if type(index) == "table" then
            for name, value in pairs(index) do
              if type(value) == "function" and name:sub(1, 2) ~= "__" then print(class .. ":" .. name) end
            end
            return
          end
          for i = 1, 100 do
            local name, value = debug.getupvalue(index, i)
            if name == "methods" or name == "streamMethods" then return tell(class .. ":", value) end
            if not name then return end
          end
        end
        tell("sdl.", sdl) tell("sdl.json.", sdl.json) tell("sdl.log.", sdl.log)
        local hu = sdl.headunit()
        local app = sdl.app { appName = "A", fullAppID = "1", appHMIType = { "NAVIGATION" }, headunit = hu }
        local handle = app:on("ready", function() end)
        local task = sdl.spawn(function() end)
        methods("App", app) methods("Handle", handle) methods("Task", task)
        methods("Permissions", app.permissions) methods("Feature", app.permissions:feature { "Show" })
        methods("Files", app.files) methods("Capabilities", app.capabilities)
        methods("HeadUnit", hu) methods("Driver", hu.user) methods("Policy", hu.policy)
        hu:on("Show", function(request) methods("Request", request) end)
        app:start() hu.user:activate(app) app:waitForHMI { hmiLevel = "FULL" }
        app.try.Show {}
        methods("Link", app.link)
        methods("Stream", app:openAudio())
        app:stop()
        """

    /// The functions of the definitions in the same form.
    private var declared: Set<String> {
        var names: Set<String> = []
        var owner = ""
        for line in lines {
            if line.hasPrefix("---@class sdl.") { owner = String(line.dropFirst("---@class sdl.".count)) }
            if line.hasPrefix("function "), let end = line.firstIndex(of: "(") {
                names.insert(String(line[..<end].dropFirst("function ".count)))
            } else if owner == "App", line.contains(" fun(self: sdl.App"), line.hasPrefix("---@field ") {
                names.insert("App:" + line.split(separator: " ")[1])
            }
        }
        return names
    }

    @Test func `it has every function and method that the module has at run time, and no other`() throws {
        let printed = try output(of: Self.enumeration) { _ = $0.configuration.grants.allow("debug") }
        #expect(printed.count > 50)
        #expect(declared.subtracting(printed) == [])
        #expect(Set(printed).subtracting(declared) == [])
    }

    @Test func `every key of a configuration that it names is accepted`() throws {
        for (owner, call) in [("AppConfig", "sdl.app"), ("HeadUnitConfig", "sdl.headunit"), ("HeadUnitSettings", "sdl.headunit")] {
            let start = try #require(lines.firstIndex { $0.hasPrefix("---@class sdl.\(owner)") && !$0.contains("\(owner)s") })
            let keys = lines[(start + 1)...].prefix { $0.hasPrefix("---@field ") }.map { $0.split(separator: " ")[1].filter { $0 != "?" } }
            #expect(!keys.isEmpty)
            for key in keys {
                let printed = try output(of: "local sdl = require 'sdl' print(pcall(\(call), { \(key) = print }))")
                #expect(!printed[0].contains("has no `"), "\(printed[0])")
            }
        }
    }
}
