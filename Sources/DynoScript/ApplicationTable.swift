// SPDX-License-Identifier: Apache-2.0
import LuaRuntime
import SDLApp

/// A script's applications, by the number its Lua side knows them by.
final class ApplicationTable {
    private(set) var lastID: Int64 = 0
    private(set) var all: [Int64: Application] = [:]
    /// The Lua function that gets every event.
    var dispatcher: LuaReference?

    func add(_ application: Application) -> Int64 {
        lastID += 1
        all[lastID] = application
        return lastID
    }

    /// An application that was started and is not stopped keeps its script alive.
    var isAlive: Bool { all.values.contains { $0.state != .stopped } }

    /// Forgets stopped applications made after the one numbered `id`.
    func forget(after id: Int64) {
        all = all.filter { $0.key <= id || $0.value.state != .stopped }
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
