// SPDX-License-Identifier: Apache-2.0

import CLuaBridge

/// One Lua universe: its globals, its limits, its tasks, and the host functions scripts can call.
///
/// Owned by one actor or thread and never shared. Scripts run in tasks, each a coroutine of its own, that may wait
/// inside host functions. The owner calls ``close()`` at the end: live tasks keep the state alive until then.
///
/// ```swift
/// let state = try LuaState(seed: 1)
/// state.register("sleep", blocking: true) { call in
///     let ticket = call.suspend()
///     scheduler.schedule(after: .seconds(1)) { ticket.resume() }
///     return .suspended(ticket)
/// }
/// let main = try state.load(source, chunkName: "@hello.lua")
/// state.spawn(main) { result in print(result) }
/// ```
public final class LuaState {
    let core: LuaCore
    var functions: [HostFunction] = []
    var live: [UInt64: LuaTask] = [:]
    private var lastID: UInt64 = 0
    /// How many runs are nested: host functions may call scripts that call host functions.
    var depth = 0
    var phase = Phase.open
    var queue = WorkQueue()
    private var customLater: ((@escaping () -> Void) -> Void)?

    enum Phase {
        /// Can transition to closing, closed.
        case open
        /// Closing waits until the running script has ended. Can transition to closed.
        case closing
        case closed
    }

    // Not public itself: the compiler then sees every access, and leaves the checks at run time out of the fast path.
    var current: LuaTask?
    /// The metatable of the tables made from ``LuaFailure``.
    public var errorMetatable: LuaReference?

    /// - Parameter seed: seeds `math.random` and the order of `pairs`: the same seed gives the same run.
    /// - Throws: ``LuaError`` of kind `.memory` when the cap does not even hold the libraries (about 60 KB).
    public convenience init(limits: LuaLimits = .init(), seed: UInt64) throws {
        try self.init(limits: limits, seed: seed, failingAllocation: 0)
    }

    /// - Parameter failingAllocation: the n-th capped allocation fails; 0 for none. For tests of what happens then.
    package init(limits: LuaLimits, seed: UInt64, failingAllocation: Int64) throws {
        core = LuaCore(limits: limits)
        // Half the address space is as good as no cap and leaves room for sums.
        let memory = limits.memory > 0 ? min(limits.memory, Int.max / 4) : 0
        var config = lb_config(
            memory: memory, budget: core.budget, slice: core.slice, seed: seed, fail_at: failingAllocation,
            callback: hostFunctionEntry, context: Unmanaged.passUnretained(self).toOpaque())
        guard let handle = lb_new(&config) else {
            throw LuaError(kind: .memory, message: "not enough memory: \(limits.memory) bytes do not hold a Lua state")
        }
        core.handle = handle
    }

    deinit {
        // Live tasks own the state, so none is left; host functions cannot be called any more.
        if let handle = core.handle {
            core.handle = nil
            lb_close(handle)
        }
    }

    /// Runs `work` soon on the owner's queue; used for resumptions that arrive while Lua is running and after a
    /// preemption. By default it runs when the outermost run has ended.
    public var later: (@escaping () -> Void) -> Void {
        get { customLater ?? { [queue] in queue.append($0) } }
        set { customLater = newValue }
    }

    /// The task whose code runs now.
    public var currentTask: LuaTask? { current }
    /// Bytes the Lua heap holds, garbage included.
    public var memoryUsed: Int { core.handle.map { Int(clamping: lb_memory_used($0)) } ?? 0 }
    /// Whether Lua code is on the call stack.
    public var isRunning: Bool { depth > 0 }
    /// How many tasks have been started and not ended.
    public var tasks: Int { live.count }
    /// Whether the order of `pairs` depends on the seed alone; false with a Lua library unknown to the bridge.
    public var isDeterministic: Bool { core.handle.map { lb_is_deterministic($0) } ?? false }

    /// Tasks that were started and have not ended, oldest first.
    public var liveTasks: [LuaTask] { live.values.sorted { $0.id < $1.id } }

    /// Makes `body` a field of the table `host`, which only host chunks see.
    /// - Parameter blocking: whether it may answer `.suspended`. It then raises where Lua forbids waiting, before
    ///   `body` runs, and when the task was cancelled.
    public func register(_ name: String, blocking: Bool = false, _ body: @escaping (LuaCall) throws -> LuaReturn) {
        guard let handle = core.handle else { return }
        let function = HostFunction(name: name, isBlocking: blocking, body: body)
        functions.append(function)
        let pointer = Unmanaged.passUnretained(function).toOpaque()
        var name = name
        name.withUTF8 { bytes in
            let start = UnsafeRawBufferPointer(bytes).baseAddress?.assumingMemoryBound(to: CChar.self)
            if let start { lb_register(handle, start, bytes.count, pointer, blocking) }
        }
    }

    /// Frees what scripts can no longer reach. Lua does so by itself; this is for leak checks and quiet moments.
    public func collectGarbage() {
        if let handle = core.handle { lb_collect(handle) }
    }

    func nextID() -> UInt64 {
        lastID &+= 1
        return lastID
    }

    /// Bytes and blocks for leak checks.
    package var blocks: Int64 { core.handle.map { lb_blocks($0) } ?? 0 }
    /// Blocks of every state of the process.
    package static var liveBlocks: Int64 { lb_live_blocks() }
    /// How many allocations were refused so far.
    package var deniedAllocations: UInt64 { core.handle.map { lb_denied($0) } ?? 0 }
    /// Whether the allocation that was to fail has failed.
    package var hasFailedAllocation: Bool { core.handle.map { lb_has_failed($0) } ?? false }
}
