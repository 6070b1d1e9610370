// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import LuaRuntime

/// A script that is run again with its newest text whenever somebody says so, while its applications stay registered.
public final class LiveScript {
    /// Who runs the newest text that parses.
    public private(set) var host: ScriptHost
    /// Called when the script is made of more files than before.
    public var onSources: ((Set<String>) -> Void)?
    /// Called when its main chunk has ended, however it did. Set it before `run`.
    public var onMainEnd: (() -> Void)?
    private var isReloading = false
    private var wasToldIdle = false

    /// Whether it was told to end.
    var isOver: Bool { host.isEnding && !isReloading }

    public init(_ host: ScriptHost) {
        self.host = host
    }

    /// Runs the script, which stays when it has nothing to do any more; `completion` is called when the host was told to end it.
    /// - Parameter survivingErrors: whether it also stays when its main chunk fails, which is told then.
    public func run(survivingErrors: Bool = true, completion: @escaping (ScriptOutcome) -> Void) {
        host.stage.isKept = true
        host.stage.survivesErrors = survivingErrors
        host.stage.onMainEnd = onMainEnd
        host.stage.onIdle = { [weak self] in self?.isIdle() }
        follow()
        host.run(completion: completion)
    }

    /// Runs the newest text: the code before it, with its handlers, timers and tasks, is gone, its applications and head units wait for
    /// the new code to ask for them. A text that does not parse changes nothing.
    public func reload() {
        host.world.soon { [weak self] in self?.reloadNow() }
    }

    private func reloadNow() {
        guard !host.isEnding else { return }
        isReloading = true
        defer { isReloading = false }
        do {
            let (next, main) = try host.successor()
            host = next
            wasToldIdle = false
            next.publish(.info, "reload", "\(next.configuration.path) is loaded again")
            follow()
            try next.begin(main)
        } catch let error as LuaError {
            host.tell(error, in: nil)
        } catch {
            host.publish(.error, "error", "\(error)")
        }
    }

    private func follow() {
        host.onSource = { [weak self] in
            guard let self else { return }
            onSources?(host.sources)
        }
        onSources?(host.sources)
    }

    private func isIdle() {
        guard !wasToldIdle else { return }
        wasToldIdle = true
        host.publish(.info, "idle", "the script has ended; it runs again when it is saved")
    }
}
