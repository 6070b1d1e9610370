// SPDX-License-Identifier: Apache-2.0

/// What is visible where: local variables by name, and the labels and gotos of each function.
struct Scopes {
    /// As in Lua (`MAXVARS`).
    private static let localLimit = 200
    /// As in Lua. Each is compared with all that are open.
    private static let jumpLimit = 32767

    struct Block {
        var isLoop: Bool
        fileprivate var firstLocal: Int
        fileprivate var firstLabel: Int
        fileprivate var firstGoto: Int
        /// How many locals of the function were active.
        fileprivate var activeCount: Int
    }

    private struct Function {
        var isVariadic: Bool
        /// Nil for the main chunk.
        var line: Int?
        var firstLabel: Int
        var activeCount = 0
    }

    private struct Label {
        var name: String
        var line: Int
        var activeCount: Int
    }

    private struct Goto {
        var name: String
        var line: Int
        var offset: Int
        var activeCount: Int
    }

    /// The visible variables, innermost last, and where each name's are among them.
    private var active: [(id: Local.ID, name: String)] = []
    private var byName: [String: [Local.ID]] = [:]
    private var blocks: [Block] = []
    private var functions: [Function] = []
    private var labels: [Label] = []
    private var labelsByName: [String: [Int]] = [:]
    /// Gotos whose label was not seen yet. `break` is one too, to a label behind its loop.
    private var gotos: [Goto] = []

    var isVariadic: Bool { functions.last?.isVariadic ?? false }

    // MARK: Names

    func local(named name: String) -> Local.ID? { byName[name]?.last }

    /// False when the function has too many.
    mutating func activate(_ id: Local.ID, _ name: String) -> Bool {
        guard let function = functions.indices.last, functions[function].activeCount < Self.localLimit else { return false }
        functions[function].activeCount += 1
        active.append((id, name))
        byName[name, default: []].append(id)
        return true
    }

    var tooManyLocals: String {
        let place = functions.last?.line.map { "function at line \($0)" } ?? "main function"
        return "too many local variables (limit is \(Self.localLimit)) in \(place)"
    }

    // MARK: Blocks

    mutating func openFunction(isVariadic: Bool, line: Int?) {
        functions.append(Function(isVariadic: isVariadic, line: line, firstLabel: labels.count))
        openBlock()
    }

    mutating func closeFunction() throws(SyntaxError) {
        let firstGoto = blocks.last?.firstGoto ?? 0
        try closeBlock()
        if let pending = gotos.dropFirst(firstGoto).first { throw Self.unresolved(pending) }
        functions.removeLast()
    }

    mutating func openBlock(isLoop: Bool = false) {
        blocks.append(
            Block(
                isLoop: isLoop, firstLocal: active.count, firstLabel: labels.count, firstGoto: gotos.count,
                activeCount: functions.last?.activeCount ?? 0))
    }

    mutating func closeBlock() throws(SyntaxError) {
        guard let block = blocks.popLast() else { return }
        while active.count > block.firstLocal, let last = active.popLast() { byName[last.name]?.removeLast() }
        if let function = functions.indices.last { functions[function].activeCount = block.activeCount }
        // Gotos that leave the block jump from where it began.
        for position in block.firstGoto..<gotos.count {
            gotos[position].activeCount = min(gotos[position].activeCount, block.activeCount)
        }
        while labels.count > block.firstLabel, let last = labels.popLast() { labelsByName[last.name]?.removeLast() }
        if block.isLoop { gotos.replaceSubrange(block.firstGoto..., with: gotos[block.firstGoto...].filter { $0.name != "break" }) }
    }

    // MARK: Jumps

    mutating func addGoto(_ name: String, line: Int, offset: Int) throws(SyntaxError) {
        // Backwards every label of the function that is still open can be reached.
        guard label(named: name) == nil else { return }
        try checkJumps(gotos.count, at: offset)
        gotos.append(Goto(name: name, line: line, offset: offset, activeCount: functions.last?.activeCount ?? 0))
    }

    /// - Parameter isLast: nothing follows in the block, whose locals then count as gone.
    mutating func addLabel(_ name: String, line: Int, offset: Int, isLast: Bool) throws(SyntaxError) {
        try checkJumps(labels.count, at: offset)
        let count = isLast ? blocks.last?.activeCount ?? 0 : functions.last?.activeCount ?? 0
        labelsByName[name, default: []].append(labels.count)
        labels.append(Label(name: name, line: line, activeCount: count))
        let first = blocks.last?.firstGoto ?? 0
        for pending in gotos[first...] where pending.name == name && pending.activeCount < count {
            let position = active.count - (functions.last?.activeCount ?? 0) + pending.activeCount
            let variable = active.indices.contains(position) ? active[position].name : "?"
            throw SyntaxError(
                message: "<goto \(name)> at line \(pending.line) jumps into the scope of local '\(variable)'", offset: pending.offset)
        }
        gotos.replaceSubrange(first..., with: gotos[first...].filter { $0.name != name })
    }

    private func checkJumps(_ count: Int, at offset: Int) throws(SyntaxError) {
        guard count >= Self.jumpLimit else { return }
        throw SyntaxError(message: "too many labels/gotos (limit is \(Self.jumpLimit))", offset: offset)
    }

    /// The line of a label that is visible here already.
    func lineOfLabel(_ name: String) -> Int? { label(named: name)?.line }

    private func label(named name: String) -> Label? {
        guard let position = labelsByName[name]?.last, position >= functions.last?.firstLabel ?? 0 else { return nil }
        return labels[position]
    }

    private static func unresolved(_ pending: Goto) -> SyntaxError {
        let message =
            pending.name == "break"
            ? "break outside loop at line \(pending.line)" : "no visible label '\(pending.name)' for <goto> at line \(pending.line)"
        return SyntaxError(message: message, offset: pending.offset)
    }
}
