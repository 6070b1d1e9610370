// SPDX-License-Identifier: Apache-2.0
public import DynoWorld
import LuaRuntime

/// How a script ended.
public enum ScriptOutcome: Equatable, Sendable {
    /// By itself, or because its time was up.
    case finished
    /// It ended well, but this many handlers had failed; each was reported when it did.
    case handlersFailed(Int)
    /// Its main chunk raised an error, or did not parse.
    case failed(ScriptFailure)
    /// There is no such script, or it can't be read.
    case notFound(FileError)
    case interrupted

    /// The exit code of the command line.
    public var exitCode: Int32 {
        switch self {
        case .finished: 0
        case .handlersFailed: 3
        case .failed(let failure): failure.isUnreachableHeadUnit ? 5 : 3
        case .notFound: 2
        case .interrupted: 130
        }
    }
}

/// An error that ended a script or one of its handlers.
public struct ScriptFailure: Equatable, Sendable {
    /// With the script's file and line.
    public var message: String
    public var traceback: String?
    /// The line of the script it happened in: `12 | error 'broken'`.
    public var source: String?
    /// The head unit could not be reached, was busy or does not speak SDL: the bench is at fault, not the script.
    public var isUnreachableHeadUnit: Bool

    public init(message: String, traceback: String? = nil, isUnreachableHeadUnit: Bool = false) {
        self.message = message
        self.traceback = traceback
        self.isUnreachableHeadUnit = isUnreachableHeadUnit
    }

    /// What follows the message: the line of the script, and the traceback.
    public var details: String {
        [source.map { "    \($0)" }, traceback].compactMap { $0.map { "\n\($0)" } }.joined()
    }

    init(_ error: LuaError) {
        // A traceback of one frame says no more than the message, which begins with its place.
        let frames = error.traceback?.split(separator: "\n").dropFirst().count ?? 0
        self.init(
            message: error.message, traceback: frames > 1 ? error.traceback : nil,
            isUnreachableHeadUnit: error.failureKind == "notConnected")
    }
}
