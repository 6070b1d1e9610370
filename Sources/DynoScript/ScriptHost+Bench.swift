// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import LuaRuntime

/// The bench for scripts: what `bench.lua` is built on. Durations arrive as whole microseconds.
extension ScriptHost {
    func registerBench() {
        lua.register("benchAcquire", blocking: true) { [unowned self] in try acquirePort($0) }
        lua.register("benchRelease") { [unowned self] call in
            benchPorts.removeValue(forKey: call.integer(1) ?? 0)?.release()
            return .none
        }
        lua.register("benchUnplug", blocking: true) { [unowned self] in try unplug($0) }
        lua.register("benchHasPower") { [unowned self] call in
            .value(.boolean(environment.bench?.canSwitchPower(of: call.string(1) ?? "") ?? false))
        }
        lua.register("benchPower", blocking: true) { [unowned self] in try switchPower($0) }
    }

    /// Gives the ports back that were acquired after the one with this number.
    func releaseBench(after number: Int64 = 0) {
        for id in benchPorts.keys where id > number { benchPorts.removeValue(forKey: id)?.release() }
    }

    private func bench() throws -> any Bench {
        if let bench = environment.bench { return bench }
        throw LuaFailure(kind: "device", message: "there is no bench on the virtual clock; run in real time, against a real head unit")
    }

    /// Argument 1: the port's name. Argument 2: how long to wait for it.
    private func acquirePort(_ call: LuaCall) throws -> LuaReturn {
        let bench = try bench()
        var giveUp: (() -> Void)?
        let ticket = call.suspend { giveUp?() }
        giveUp = bench.acquire(call.string(1) ?? "", wait: .microseconds(call.integer(2) ?? 0)) { [self] result in
            switch result {
            case .success(let port):
                let id = tasks.makeID()
                benchPorts[id] = port
                ticket.resume([.integer(id), .string(port.url)])
            case .failure(let error): ticket.fail(LuaFailure(kind: "notConnected", message: error.description))
            }
        }
        return .suspended(ticket)
    }

    /// Argument 1: the port. Argument 2: for how long.
    private func unplug(_ call: LuaCall) throws -> LuaReturn {
        guard let port = benchPorts[call.integer(1) ?? 0] else {
            throw LuaFailure(kind: "device", message: "this port was given back; acquire it again")
        }
        let ticket = call.suspend {}
        port.unplug(for: .microseconds(call.integer(2) ?? 0)) { result in
            switch result {
            case .success(let who): ticket.resume([.string(who)])
            case .failure(let error): ticket.fail(LuaFailure(kind: "device", message: error.description))
            }
        }
        return .suspended(ticket)
    }

    /// Argument 1: the head unit's name. Argument 2: whether on.
    private func switchPower(_ call: LuaCall) throws -> LuaReturn {
        let bench = try bench()
        let ticket = call.suspend {}
        bench.switchPower(of: call.string(1) ?? "", on: call.boolean(2) ?? false) { error in
            guard let error else { return ticket.resume() }
            ticket.fail(LuaFailure(kind: "device", message: error.description))
        }
        return .suspended(ticket)
    }
}
