// SPDX-License-Identifier: Apache-2.0

/// One walk through one value: checks it against the specification and writes it.
///
/// A value that is fine costs nothing but the walk: a problem's path is put together on the way back out, from the
/// innermost name to the outermost.
struct Walker {
    let spec: RPCSpec
    let version: RPCVersion
    let strictness: Validator.Strictness
    let limits: JSONLimits
    /// The kind of message; nil when none is specified.
    let kind: MessageKind?
    /// Whether JSON is written, and not only checked.
    let isWriting: Bool
    /// The parameter `success` of a response: when it is false, the others are not mandatory.
    let success: Parameter?

    /// What is written.
    var members = MemberWriter()
    /// What is wrong so far.
    var problems = ProblemList()
    private(set) var depth = 0
    private var valueCount = 0
    /// Whether a limit was hit, so that the walk ends where it is.
    private(set) var isStopped = false
    /// Whether `success` was false: what describes a result is then not mandatory.
    private(set) var isFailedResponse = false

    init(_ validator: Validator, message: RPCMessageSpec?, isWriting: Bool) {
        spec = validator.spec
        version = validator.version
        strictness = validator.strictness
        limits = validator.limits
        kind = message?.kind
        success = message?.kind == .response ? message?.parameters["success"] : nil
        self.isWriting = isWriting
        if isWriting { members.reserveUsualSize() }
    }

    /// Whether the specification's rules are checked, and not only its shapes used.
    var isChecking: Bool { strictness != .shapeOnly }

    /// Walks a whole message and returns all that is wrong with it.
    mutating func walk(_ source: inout some ValueSource, against message: RPCMessageSpec?) -> [Problem] {
        if let message, isChecking, !message.availability.includes(version) {
            report(.version, "`\(message.name)` " + Wording.unavailable(message.availability, in: version))
        }
        switch source.read() {
        case .record: record(&source, message?.parameters)
        case .emptyTable: emptyRecord(message?.parameters)
        case let token:
            if message != nil, isChecking, source.failure == nil {
                report(.type, "expected a record of parameters, got \(Wording.kind(of: token))")
            }
            natural(&source, token)
        }
        if !isStopped { source.finish() }
        if let failure = source.failure { return [Problem(.invalid, .json, message: "\(failure)")] }
        return problems.all()
    }

    /// Counts a value and refuses to go on when there are more than the size limit has bytes: a Lua table may hold one
    /// table many times over, so that the walk is exponential in the depth.
    mutating func countValue() {
        valueCount += 1
        guard valueCount > limits.size || members.output.count > limits.size else { return }
        stop("is too large: the limit is \(limits.size) bytes")
    }

    /// Enters a list or record; false, and the walk stops, when that is too deep. A Lua table may contain itself.
    mutating func descend() -> Bool {
        depth += 1
        guard depth > limits.depth else { return true }
        stop("is nested deeper than \(limits.depth) levels")
        return false
    }

    /// Leaves a list or record.
    mutating func ascend() { depth -= 1 }

    /// Ends the walk with a last problem.
    private mutating func stop(_ message: String) {
        guard !isStopped else { return }
        isStopped = true
        problems.append(Problem(.invalid, .limit, message: message))
    }

    /// Notes what makes a response a failed one.
    mutating func noteBoolean(_ value: Bool, _ parameter: Parameter) {
        if parameter === success, !value { isFailedResponse = true }
    }

    /// Reports a problem at the current place.
    mutating func report(_ rule: Problem.Rule, _ message: String, path: String = "") {
        problems.append(Problem(severity(of: rule), rule, path: path, message: message))
    }

    /// What a newer peer may do is only unknown from a peer.
    private func severity(of rule: Problem.Rule) -> Problem.Severity {
        switch rule {
        case .value, .unknownParameter, .version: strictness == .incoming ? .unknown : .invalid
        case .type, .mandatory, .range, .length, .size, .encoding, .json, .limit: .invalid
        }
    }
}
