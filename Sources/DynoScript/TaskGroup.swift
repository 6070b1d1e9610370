// SPDX-License-Identifier: Apache-2.0
import LuaRuntime

/// Functions that run together: ends with the list of their first results, or with the first error, which cancels the rest.
final class TaskGroup {
    /// As many as a script may start in one call.
    static let limit: Int64 = 10_000

    private var results: [LuaValue]
    private var members: [LuaTask] = []
    private var left: Int
    private var completion: ((Result<[LuaValue], LuaError>) -> Void)?

    init(count: Int) {
        results = Array(repeating: .nil, count: count)
        left = count
    }

    func start(
        _ jobs: [(LuaReference, [LuaValue])], in lua: LuaState, counting tasks: TaskTable,
        completion: @escaping (Result<[LuaValue], LuaError>) -> Void
    ) {
        self.completion = completion
        guard !jobs.isEmpty else { return finish(.success([.list([])])) }
        for (index, job) in jobs.enumerated() {
            tasks.running += 1
            members.append(
                lua.spawn(job.0, job.1, name: "sdl.all") { result in
                    tasks.running -= 1
                    self.ended(index, result)
                })
        }
    }

    /// The waiting task was cancelled: so are all of the group.
    func cancel() {
        completion = nil
        cancelRest()
    }

    private func ended(_ index: Int, _ result: Result<[LuaValue], LuaError>) {
        left -= 1
        switch result {
        case .success(let values): results[index] = values.first ?? .nil
        case .failure(let error): finish(.failure(error))
        }
        if left == 0 { finish(.success([.list(results)])) }
    }

    private func finish(_ result: Result<[LuaValue], LuaError>) {
        guard let completion else { return }
        self.completion = nil
        if case .failure = result { cancelRest() }
        completion(result)
    }

    private func cancelRest() {
        for member in members where !member.isDone {
            member.cancel(LuaFailure(kind: "cancelled", message: "another function of sdl.all failed or was cancelled"))
        }
        members = []
    }
}

extension LuaTicket {
    /// Hands on a task's result: its values, or its error to be raised again.
    func complete(_ result: Result<[LuaValue], LuaError>) {
        switch result {
        case .success(let values): resume(values)
        case .failure(let error): fail(error)
        }
    }
}
