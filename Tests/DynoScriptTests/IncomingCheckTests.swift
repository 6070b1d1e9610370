// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import SDLRPC
import SDLWire
import Testing

@testable import DynoScript

struct IncomingCheckTests {
    let rig = ScriptRig()
    let headUnit = RawHeadUnit()

    init() { rig.transport = headUnit }

    /// Runs a script with a registered app, and expects it to end well.
    private func run(_ script: String) throws {
        let start = "local sdl = require 'sdl' local app = sdl.app { appName = 'Test', fullAppID = '1' } app:start()\n"
        #expect(try rig.run(start + script + "\napp:stop()") == .finished, "\(rig.texts("error"))")
    }

    /// `severity name: text` of what was told about incoming messages.
    private var told: [String] {
        rig.events.filter { ["invalid", "unknown", "error"].contains($0.name) }.map { "\($0.severity) \($0.name): \($0.text)" }
    }

    @Test func `a valid answer is not marked, and nothing is told`() throws {
        try run("local r = app.rpc.Show {} print(r.invalid, app.registerResponse.invalid)")
        #expect(rig.printed == ["nil\tnil"])
        #expect(told == [])
    }

    @Test func `an invalid response is delivered, marked, and told once`() throws {
        headUnit.answers["Show"] = #"{"success":true,"resultCode":"SUCCESS","info":5}"#
        try run("local r = app.rpc.Show {} print(r.info, #r.invalid, r.invalid[1])")
        #expect(rig.printed == ["5\t1\tinfo: expected a string, got the number 5"])
        #expect(told == ["warning invalid: invalid response to `Show`: info: expected a string, got the number 5"])
        let event = try #require(rig.events.first { $0.name == "invalid" })
        #expect(event.source == "Test")
        #expect(event.fields == [Event.Field(key: "app", string: "Test"), Event.Field(key: "rpc", string: "Show")])
    }

    @Test func `all problems are listed, also for an answer that failed`() throws {
        headUnit.answers["Show"] = #"{"success":"yes","info":5}"#
        try run("local r = app.try.Show {} for _, text in ipairs(r.invalid) do print(text) end")
        #expect(rig.printed.count == 3)
        #expect(told.count == 1)
        #expect(told.first == "warning invalid: invalid response to `Show`:" + rig.printed.map { "\n- \($0)" }.joined())
    }

    @Test func `an invalid notification is delivered, marked and told`() throws {
        headUnit.afterShow = [RawHeadUnit.notification("OnButtonPress", #"{"buttonName":"OK"}"#)]
        try run("app.rpc.Show {} local press = app:waitFor('OnButtonPress') print(press.buttonName, press.invalid[1])")
        let text = "buttonPressMode is missing; it is mandatory (one of LONG, SHORT)"
        #expect(rig.printed == ["OK\t\(text)"])
        #expect(told == ["warning invalid: invalid notification `OnButtonPress`: \(text)"])
    }

    @Test func `an invalid answer to the registration is marked and told`() throws {
        headUnit.answers["RegisterAppInterface"] = #"{"success":true,"resultCode":"SUCCESS","language":7}"#
        try run("print(app.registerResponse.invalid[1])")
        #expect(rig.printed.first?.hasPrefix("language: expected one of") == true)
        #expect(told.count == 1)
        #expect(told.first?.hasPrefix("warning invalid: invalid response to `RegisterAppInterface`: language: expected one of") == true)
    }

    @Test func `an invalid refusal of the registration is marked in the error, and told`() throws {
        headUnit.answers["RegisterAppInterface"] = #"{"success":false,"resultCode":"INVALID_DATA","info":5}"#
        let script = """
            local sdl = require 'sdl'
            local ok, problem = pcall(function() sdl.app { appName = 'Test', fullAppID = '1' }:start() end)
            print(problem.kind, problem.response.info, problem.response.invalid[1])
            """
        #expect(try rig.run(script) == .finished)
        #expect(rig.printed == ["registrationRefused\t5\tinfo: expected a string, got the number 5"])
        #expect(told == ["warning invalid: invalid response to `RegisterAppInterface`: info: expected a string, got the number 5"])
    }

    @Test func `what only a newer head unit knows is no fault`() throws {
        headUnit.answers["Show"] = #"{"success":true,"resultCode":"BRAND_NEW","novelty":1}"#
        headUnit.afterShow = [RawHeadUnit.notification("OnNovelty", "{}")]
        try run("local r = app.rpc.Show {} print(r.resultCode, r.novelty, r.invalid) sdl.sleep '1s'")
        #expect(rig.printed == ["BRAND_NEW\t1\tnil"])
        #expect(told.allSatisfy { $0.hasPrefix("debug unknown: ") })
        #expect(told.count == 2)
        #expect(told.last == "debug unknown: the head unit sent notification `function 4711`, which RPC spec 8.0.0 does not have")
    }

    @Test func `parameters are checked against the version that was agreed on`() throws {
        headUnit.answers["RegisterAppInterface"] =
            #"{"success":true,"resultCode":"SUCCESS","syncMsgVersion":{"majorVersion":1,"minorVersion":0}}"#
        headUnit.answers["Show"] = #"{"success":true,"resultCode":"SAVED"}"#
        try run("print(app.rpc.Show {}.invalid)")
        #expect(rig.printed == ["nil"])
        #expect(told.count == 1)
        #expect(told.first?.hasPrefix("debug unknown: unknown in the response to `Show`:") == true)
        #expect(told.first?.contains("resultCode is \"SAVED\", which needs RPC 2.0; this session speaks 1.0.0") == true)
    }

    @Test func `malformed JSON is a protocol error, told once, and nothing breaks`() throws {
        headUnit.answers["Show"] = #"{"success":true"#
        headUnit.afterShow = [
            RawHeadUnit.notification("OnButtonPress", "{]"), RawHeadUnit.notification("OnHMIStatus", "nonsense"),
        ]
        try run(
            """
            app:on("OnButtonPress", function(press) print(next(press)) end)
            local ok, problem = pcall(app.rpc.Show, {})
            print(ok, problem.kind)
            sdl.sleep "1s"
            """)
        #expect(rig.printed == ["false\trpcFailed", "nil"])
        #expect(told.count == 3)
        #expect(told.allSatisfy { $0.hasPrefix("error invalid: ") && $0.contains("carries malformed JSON: ") }, "\(told)")
    }

    @Test(arguments: ["5", "[1]", "null", "\"x\""]) func `parameters that are no object are marked`(json: String) throws {
        headUnit.afterShow = [RawHeadUnit.notification("OnCommand", json)]
        try run("app.rpc.Show {} print(#app:waitFor('OnCommand').invalid > 0)")
        #expect(rig.printed == ["true"])
    }

    @Test func `an invalid request of the head unit is told too`() throws {
        let request = try #require(RPCSpec.builtIn.function(named: "PerformAppServiceInteraction"))
        headUnit.afterShow = [
            RPCMessage(
                type: .request, functionID: UInt32(request.id), correlationID: 9,
                json: ByteBuffer(string: #"{"serviceUri":"x","serviceID":1}"#))
        ]
        try run("app.rpc.Show {} sdl.sleep '1s'")
        #expect(told.count == 1)
        #expect(
            told.first?.hasPrefix("warning invalid: invalid request `PerformAppServiceInteraction`:\n- serviceID: expected a string")
                == true)
        #expect(rig.texts("request").count == 1)
    }
}
