// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLRPC
import SDLWire
import Testing

@testable import SDLApp

@Suite struct ApplicationFilesTests {
    let bench = Bench()
    let file = AppFile(name: "f", type: "BINARY", content: .bytes(ByteBuffer(repeating: 1, count: 1_000_000)))

    private func start() {
        bench.answerEverything()
        bench.start()
    }

    @Test func `a head unit that answers no part gets only a few of them`() {
        start()
        bench.silent.insert("PutFile")
        var result: Result<Void, ApplicationError>?
        bench.application.upload(file) { result = $0 }
        bench.scheduler.advance(by: .seconds(1))
        #expect(bench.requests.filter { $0 == "PutFile" }.count == FileUpload.window)
        // Both attempts end with the time-out of their parts.
        bench.scheduler.run()
        guard case .failure(let error)? = result else { return #expect(Bool(false)) }
        #expect(error.kind == .timeout)
        #expect(error.message == "`PutFile` got no answer within 10s")
        #expect(bench.requests.filter { $0 == "PutFile" }.count == 2 * FileUpload.window)
    }

    @Test func `every part fits one frame`() throws {
        start()
        bench.answers["PutFile"] = ["success": true, "resultCode": "SUCCESS", "spaceAvailable": 7]
        bench.application.upload(file) { _ in }
        bench.scheduler.run()
        let parts = zip(bench.requests, bench.bulk).filter { $0.0 == "PutFile" }.map(\.1.readableBytes)
        let description = try #require(bench.application.sessionDescription)
        let limit = FrameLimits(role: .application, mtu: description.mtu).sendLimit(version: 5, service: .hybrid)
        #expect(parts.reduce(0, +) == 1_000_000)
        #expect(parts.allSatisfy { $0 < limit } && parts.count == 8)
        #expect(bench.application.fileSpace == 7)
        #expect(bench.application.fileNames == ["f"])
    }

    @Test func `a session that ends fails the upload and forgets the files`() {
        start()
        bench.silent.insert("PutFile")
        var result: Result<Void, ApplicationError>?
        bench.application.upload(file) { result = $0 }
        bench.scheduler.advance(by: .milliseconds(1))
        bench.link?.close()
        bench.scheduler.advance(by: .milliseconds(1))
        guard case .failure(let error)? = result else { return #expect(Bool(false)) }
        #expect(error.kind == .notConnected)
        #expect(bench.application.fileNames.isEmpty && bench.application.fileSpace == 0)
    }

    @Test func `an icon is uploaded and set before ready, unless it can't be shown`() {
        for types in [["STATIC", "DYNAMIC"], ["STATIC"]] as [[JSONValue]] {
            let bench = Bench()
            bench.answerEverything()
            bench.answers["RegisterAppInterface"]?["displayCapabilities"] = ["graphicSupported": .bool(types.count == 2)]
            bench.answers["PutFile"] = ["success": true, "resultCode": "SUCCESS"]
            bench.answers["SetAppIcon"] = ["success": true, "resultCode": "SUCCESS"]
            bench.application.appIcon = AppFile(name: "i.png", type: "GRAPHIC_PNG", content: .bytes(ByteBuffer(string: "icon")))
            bench.start()
            #expect(bench.application.state == .ready)
            #expect(bench.requests.contains("SetAppIcon") == (types.count == 2))
        }
    }

    @Test func `a request that was forgotten is not answered`() {
        start()
        bench.silent.insert("Show")
        var answers = 0
        let id = bench.application.request(13, name: "Show", json: ByteBuffer(string: "{}")) { _ in answers += 1 }
        bench.application.forget(id ?? 0)
        bench.scheduler.run()
        #expect(answers == 0 && bench.application.pending.count == 0)
    }
}
