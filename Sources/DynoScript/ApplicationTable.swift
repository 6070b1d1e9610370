// SPDX-License-Identifier: Apache-2.0
import LuaRuntime
import NIOCore
import SDLApp
import SDLRPC
import SDLWire

/// A script's applications, by the number its Lua side knows them by.
final class ApplicationTable {
    private(set) var lastID: Int64 = 0
    private(set) var all: [Int64: Application] = [:]
    /// What is known beside each application, for its script's next code.
    var entries: [Int64: Heritage.App] = [:]
    /// Who must have unregistered before an application may start.
    var predecessors: [Int64: Application] = [:]
    /// The Lua function that gets every event.
    var dispatcher: LuaReference?
    /// Those whose capabilities the script observes; the others are not told of them, which is costly.
    var capabilityObservers: Set<Int64> = []
    /// Questions to delegates that are not answered yet.
    var vehicleAnswers: [Int64: (Bool) -> Void] = [:]
    var languageAnswers: [Int64: (JSONObject?) -> Void] = [:]
    private var requests: [Int64: RPCMessage] = [:]
    private var requestOrder = CircularBuffer<Int64>()
    private var lastRequest: Int64 = 0

    /// Requests of head units that may wait for an answer; of more, the oldest are not answered any more.
    private static let rememberedRequests = 4096

    func add(_ app: Heritage.App) -> Int64 {
        lastID += 1
        all[lastID] = app.application
        entries[lastID] = app
        return lastID
    }

    /// Everything, for somebody else; questions of the head unit that wait for an answer get the ordinary one.
    func handOver() -> [Heritage.App] {
        for (_, answer) in vehicleAnswers { answer(true) }
        for (_, answer) in languageAnswers { answer(nil) }
        let apps = entries.sorted { $0.key < $1.key }.map(\.value)
        for app in apps { app.application.leaveOwner() }
        (all, entries) = ([:], [:])
        return apps
    }

    /// Keeps a head unit's request until it is answered.
    func remember(_ request: RPCMessage) -> Int64 {
        lastRequest += 1
        requests[lastRequest] = request
        requestOrder.append(lastRequest)
        if requestOrder.count > Self.rememberedRequests { requests[requestOrder.removeFirst()] = nil }
        return lastRequest
    }

    func takeRequest(_ token: Int64) -> RPCMessage? {
        requests.removeValue(forKey: token)
    }

    /// An application that was started and is not stopped keeps its script alive.
    var isAlive: Bool { all.values.contains { $0.state != .stopped } }

    /// Forgets stopped applications made after the one numbered `id`.
    func forget(after id: Int64) {
        all = all.filter { $0.key <= id || $0.value.state != .stopped }
        entries = entries.filter { all[$0.key] != nil }
        capabilityObservers.formIntersection(all.keys)
    }

    /// Stops those made after the one numbered `id`; `completion` is called when the last one has.
    func stopAll(after id: Int64 = 0, completion: @escaping () -> Void) {
        let running = all.filter { $0.key > id }.sorted { $0.key < $1.key }.map(\.value).filter { $0.state != .stopped }
        var left = running.count
        guard left > 0 else { return completion() }
        for application in running {
            application.stop {
                left -= 1
                if left == 0 { completion() }
            }
        }
    }
}
