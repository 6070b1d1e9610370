// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import LuaRuntime
import NIOCore
import SDLApp

/// Hot reload: the new text of a script runs in a Lua state of its own, so nothing of the old code is left, and takes over what the
/// old code had at the head unit.
extension ScriptHost {
    func registerReload() {
        lua.register("onReload") { [unowned self] call in
            reloadFunctions = call.reference(1).flatMap { leave in call.reference(2).map { (leave, $0) } }
            return .none
        }
        lua.register("leaveMade") { [unowned self] call in
            applications.entries[call.integer(1) ?? 0]?.made = try call.tree(2)
            return .none
        }
    }

    /// A host for the script's newest text, and that text, to begin in this one's place; this one is over then.
    ///
    /// Throws when the text can't be read or does not parse, and then nothing has changed. Never call it while the script runs.
    func successor() throws -> (host: ScriptHost, main: LuaReference) {
        let next = try ScriptHost(
            configuration: configuration, environment: environment, spec: spec, world: world, extensions: extensions)
        let main = try next.loadMain()
        next.persona = persona
        next.stage = stage
        next.onFinish = onFinish
        next.heritage = handOver(to: next)
        return (next, main)
    }

    /// Ends this script's code, but not its applications and head units.
    private func handOver(to next: ScriptHost) -> Heritage {
        retire()
        for task in lua.liveTasks { task.cancel(LuaFailure(kind: "cancelled", message: "the script was reloaded")) }
        releaseBench()
        let state = leaveState()
        lua.close()
        let rest = heritage?.rest ?? (apps: [], headUnits: [])
        heritage = nil
        next.takePlugins(of: self)
        if let unit = next.headUnits.adoptBuiltIn(of: headUnits) { next.plugins.drive(unit) }
        return Heritage(state: state, apps: applications.handOver() + rest.apps, headUnits: headUnits.handOver() + rest.headUnits)
    }

    /// `sdl.state` as text. If it can't be had, that is the script's fault and costs only the data.
    private func leaveState() -> ByteBuffer {
        do {
            return try reloadFunctions.flatMap { try lua.call($0.leave).first?.bytes } ?? ByteBuffer()
        } catch {
            publish(.error, "error", "sdl.state is lost: \(error)")
            return ByteBuffer()
        }
    }

    /// Hands the data to the new code, before it runs.
    func takeOver() throws {
        guard let heritage, let enter = reloadFunctions?.enter else { return }
        _ = try lua.call(enter, [.bytes(heritage.state)])
    }
}
