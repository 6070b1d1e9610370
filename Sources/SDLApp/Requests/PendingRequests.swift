// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import SDLWire

/// Requests that wait for their answer, by correlation id.
///
/// An answer is matched by its correlation id alone: a head unit may answer with GenericResponse or another function id.
struct PendingRequests {
    typealias Completion = (Result<RPCMessage, ApplicationError>) -> Void

    /// More than any head unit accepts; beyond it a script is running away.
    static let limit = 10_000

    private struct Entry {
        var name: String
        var completion: Completion
        var timeout: Timer?
    }

    private var entries: [Int32: Entry] = [:]
    private var lastID: Int32 = 0

    var count: Int { entries.count }

    /// 1 … 2³¹−1 and then 1 again; 0 and negative ids are refused by head units.
    mutating func makeID() -> Int32 {
        repeat { lastID = lastID == .max ? 1 : lastID + 1 } while entries[lastID] != nil
        return lastID
    }

    /// A script may use one id twice on purpose; the answer then goes to the newer request, and the older is failed here.
    mutating func add(_ id: Int32, name: String, timeout: Timer?, completion: @escaping Completion) {
        if let older = take(id) {
            let message = "`\(older.name)` gets no answer: another request uses its correlation id \(id)"
            older.completion(.failure(ApplicationError(kind: .cancelled, message: message, rpc: older.name)))
        }
        entries[id] = Entry(name: name, completion: completion, timeout: timeout)
    }

    /// Takes the request out; it can be completed only by whoever takes it.
    mutating func take(_ id: Int32) -> (name: String, completion: Completion)? {
        guard let entry = entries.removeValue(forKey: id) else { return nil }
        entry.timeout?.cancel()
        return (entry.name, entry.completion)
    }

    /// Takes all of them out, oldest first, and starts counting anew.
    mutating func takeAll() -> [(name: String, completion: Completion)] {
        let all = entries.sorted { $0.key < $1.key }
        entries = [:]
        lastID = 0
        return all.map { _, entry in
            entry.timeout?.cancel()
            return (entry.name, entry.completion)
        }
    }
}
