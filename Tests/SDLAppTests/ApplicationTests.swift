// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import SDLRPC
import SDLSession
import SDLWire
import Testing

@testable import SDLApp

@Suite struct ApplicationTests {
    let bench = Bench()

    @Test func `an application registers, becomes ready and unregisters`() {
        bench.answerEverything()
        bench.start()
        #expect(
            bench.log == [
                "notification OnHMIStatus", "ready", "hmi NONE initial", "didConnect", "started", "notification OnPermissionsChange",
            ])
        #expect(bench.application.state == .ready)
        #expect(bench.application.hmi.hmiLevel == "NONE")
        #expect(bench.application.rpcVersion == RPCVersion(6, 0, 0))
        #expect(bench.application.permissions.isAllowed("Show", at: "FULL"))
        bench.application.stop { [bench] in bench.log.append("stop done") }
        bench.scheduler.run()
        #expect(bench.log.suffix(4) == ["disconnected", "didDisconnect", "stopped", "stop done"])
        #expect(bench.requests == ["RegisterAppInterface", "ListFiles", "UnregisterAppInterface"])
        #expect(bench.told == ["OnHMIStatus"])
        #expect(bench.application.hmi == HMIStatus())
    }

    @Test func `registration says who the application is`() throws {
        bench.answerEverything()
        bench.start()
        let parameters = try #require(bench.parameters.first)
        #expect(parameters["appName"] == "Bench")
        #expect(parameters["fullAppID"] == "123e4567-e89b-12d3-a456-426614174000")
        #expect(parameters["appID"] == "123e4567e8")
        #expect(parameters["isMediaApplication"] == false)
        #expect(parameters["syncMsgVersion"] == ["majorVersion": 8, "minorVersion": 0, "patchVersion": 0])
    }

    @Test func `a refused registration fails the start with code and text`() {
        bench.answers["RegisterAppInterface"] = ["success": false, "resultCode": "DISALLOWED", "info": "not on the list"]
        bench.start()
        #expect(bench.log.contains("failed registrationRefused: the head unit refused the registration: DISALLOWED (not on the list)"))
        #expect(bench.application.state == .stopped)
    }

    @Test func `a head unit that is too old is left again`() {
        bench.configure { $0.minimumRPCVersion = RPCVersion(7, 0, 0) }
        bench.answerEverything()
        bench.start()
        #expect(bench.log.contains("failed versionTooLow: the head unit speaks RPC 6.0.0; this application needs 7.0.0 or newer"))
    }

    @Test func `an answer is matched by its correlation id alone`() throws {
        bench.answerEverything()
        bench.start()
        bench.answersWithFunction = 31  // GenericResponse
        bench.answers["Show"] = ["success": true, "resultCode": "SUCCESS"]
        #expect(try bench.request("Show").get().functionID == 31)
    }

    @Test func `a request nobody answers times out, and a late answer is ignored`() {
        bench.answerEverything()
        bench.start()
        bench.silent.insert("Show")
        let before = bench.world.now
        #expect(
            bench.request("Show") == .failure(ApplicationError(kind: .timeout, message: "`Show` got no answer within 10s", rpc: "Show")))
        #expect(bench.world.now - before == .seconds(10))
        #expect(bench.application.pending.count == 0)
        bench.notifyApp(RPCMessage(type: .response, functionID: 13, correlationID: 2, json: ByteBuffer(string: "{}")))
        #expect(bench.application.state == .ready)
    }

    @Test func `a request before ready is refused here`() {
        guard case .failure(let error) = bench.request("Show") else { return #expect(Bool(false)) }
        #expect(error.kind == .notReady)
        #expect(error.message == "`Show` was not sent: the application is stopped; wait for app:start() to return")
    }

    @Test func `a lost link fails what waits, and the application comes back by itself`() {
        bench.answerEverything()
        bench.start()
        bench.silent.insert("Show")
        var result: Result<RPCMessage, ApplicationError>?
        bench.send("Show") { result = $0 }
        bench.scheduler.advance(by: .milliseconds(1))
        bench.link?.close()
        bench.scheduler.advance(by: .milliseconds(1))
        guard case .failure(let error)? = result else { return #expect(Bool(false)) }
        #expect(error.kind == .notConnected)
        #expect(error.message.hasPrefix("`Show` got no answer: "))
        #expect(bench.application.state == .reconnecting)
        bench.scheduler.advance(by: .seconds(1))
        #expect(bench.application.state == .ready)
        #expect(bench.requests.filter { $0 == "RegisterAppInterface" }.count == 2)
    }

    @Test func `the status follows the notifications, of the main window only`() {
        bench.answerEverything()
        bench.start()
        bench.notify("OnHMIStatus", ["hmiLevel": "FULL", "audioStreamingState": "AUDIBLE", "systemContext": "MAIN"])
        bench.notify("OnHMIStatus", ["hmiLevel": "NONE", "audioStreamingState": "NOT_AUDIBLE", "systemContext": "MAIN", "windowID": 2])
        #expect(bench.application.hmi == HMIStatus(hmiLevel: "FULL", audioStreamingState: "AUDIBLE", systemContext: "MAIN"))
        #expect(bench.log.filter { $0.hasPrefix("hmi") } == ["hmi NONE initial", "hmi FULL"])
    }

    @Test func `malformed JSON from the head unit is reported and changes nothing`() {
        bench.answerEverything()
        bench.start()
        bench.notifyApp(RPCMessage(type: .notification, functionID: 32768, json: ByteBuffer(string: "{\"hmiLevel\":")))
        #expect(bench.events.contains { $0.severity == .error && $0.text.hasPrefix("OnHMIStatus carries malformed JSON") })
        #expect(bench.application.state == .ready)
    }

    @Test func `a head unit that answers nothing does not hold the start for ever`() {
        bench.silent.insert("RegisterAppInterface")
        bench.start()
        #expect(bench.log.contains("failed timeout: `RegisterAppInterface` got no answer within 10s"))
        #expect(bench.application.state == .stopped)
    }

    @Test func `stop in the middle of a start ends both`() {
        bench.silent.insert("RegisterAppInterface")
        bench.application.start { [bench] in bench.noteStart($0) }
        bench.scheduler.advance(by: .milliseconds(10))
        bench.application.stop { [bench] in bench.log.append("stop done") }
        bench.scheduler.run()
        #expect(bench.log.contains("failed cancelled: the application was stopped before it was ready"))
        #expect(bench.log.last == "stop done")
    }

    @Test func `a handler that stops the application inside a state change does no harm`() {
        bench.answerEverything()
        bench.onEvent = { [bench] event in
            if case .ready = event { bench.application.stop() }
        }
        bench.start()
        #expect(bench.application.state == .stopped)
        #expect(bench.log.contains("started"))
    }
}
