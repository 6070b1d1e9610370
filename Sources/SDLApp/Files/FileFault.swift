// SPDX-License-Identifier: Apache-2.0

/// What goes wrong with files before the head unit has a say, by the app libraries' own numbers.
enum FileFault: Int {
    case cannotOverwrite = -1
    case unableToStart = -3
    case unableToUpload = -4
    case fileDoesNotExist = -5
    case uploadCanceled = -6
    case dataMissing = -9
    case staticIcon = -10
    /// Ours: the file can't be read here.
    case unreadable = -100
}

extension ApplicationError {
    static func file(_ fault: FileFault, _ message: String, kind: Kind = .file) -> ApplicationError {
        var error = ApplicationError(kind: kind, message: message)
        error.code = fault.rawValue
        error.domain = "file"
        return error
    }
}
