// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import SDLRPC
import Testing

@testable import SDLHeadUnit

@Suite struct HostileInputTests {
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `random requests with random parameters are all answered and nothing stays behind`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let rig = Rig()
        let app = rig.open("Hello", ["isMediaApplication": true, "appHMIType": ["NAVIGATION", "REMOTE_CONTROL"]])
        try rig.allowEverything("id-Hello")
        let others = ["RegisterAppInterface", "UnregisterAppInterface", "ChangeRegistration"]
        let functions = rig.headUnit.spec.functions.filter { $0.request != nil && !others.contains($0.name) }
        var ids: [Int32: String] = [:]
        for _ in 0..<400 {
            guard let function = functions.randomElement(using: &random), let message = function.request else { continue }
            var parameters = Samples.parameters(of: message, Bool.random(using: &random) ? .all : .mandatory)
            damage(&parameters, &random)
            ids[app.send(function.name, .object(parameters), bulk: ByteBuffer(string: "data"))] = "\(function.name) \(parameters)"
            rig.advance(.milliseconds(Int64.random(in: 0...500, using: &random)))
        }
        rig.advance(.seconds(20_000))
        for (id, request) in ids { #expect(app.responses(to: id).count == 1, "\(request)") }
        #expect(app.problems == [])
        #expect(rig.headUnit.overlays.stack.overlays.isEmpty)
        #expect(rig.headUnit.arbiter.temporaryStates.isEmpty)
        #expect(app.unit.pendingCorrelationIDs.isEmpty)
    }

    private func damage(_ parameters: inout JSONObject, _ random: inout SeededGenerator) {
        guard Int.random(in: 0..<3, using: &random) == 0, let member = parameters.randomElement(using: &random) else { return }
        let values: [JSONValue] = [.null, true, 0, -1, 2_000_000_001, 1.5, "", "a\nb", [], [:], [[:]], .integer(.max), .integer(.min)]
        parameters[member.key] = values.randomElement(using: &random)
    }

    @Test func `random JSON and random function ids trap nothing`() {
        var random = SeededGenerator(seed: 9)
        let rig = Rig()
        let app = rig.open("Hello")
        for _ in 0..<500 {
            let text = random.string(Int.random(in: 0...40, using: &random), of: #"{}[]":,0123456789.eE-truefalsn \"#)
            app.sendRaw(.request, UInt32.random(in: 0...70, using: &random), text)
            app.sendRaw(.notification, UInt32.random(in: 32768...32800, using: &random), text)
            app.sendRaw(.response, UInt32.random(in: 0...70, using: &random), text)
        }
        rig.advance(.seconds(100))
        #expect(app.problems == [])
        #expect(app.code("ListFiles") != "no answer" || !app.session.isOpen)
    }

    @Test func `one seed gives one run`() {
        func run() -> [String] {
            let rig = Rig(seed: 5)
            let app = rig.open("Hello")
            app.request("AddCommand", ["cmdID": 1, "vrCommands": ["x"]])
            app.request("Alert", ["alertText1": "x"])
            return app.received.map { "\($0.time) \($0.name) \($0.params)" }
        }
        #expect(run() == run())
    }
}
