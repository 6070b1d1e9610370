// SPDX-License-Identifier: Apache-2.0

/// What a successful registration may have to complain about; the first that applies is the result code.
struct RegistrationOutcome: Equatable {
    var hasWrongLanguage = false
    var warnings: [String] = []
    var resumption = ResumptionOutcome.notAsked

    /// Languages don't count when the application resumes.
    var code: ResultCode {
        if hasWrongLanguage, resumption != .succeeded { return .wrongLanguage }
        if !warnings.isEmpty { return .warnings }
        return resumption == .failed ? .resumeFailed : .success
    }

    var info: String? {
        var remarks = warnings
        switch resumption {
        case .notAsked: break
        case .succeeded: remarks.append("Resume succeeded.")
        case .failed: remarks.append("Hash from RAI does not match to saved resume data.")
        }
        return remarks.isEmpty ? nil : remarks.joined(separator: "; ")
    }
}

/// What became of an application's wish to get its data back.
enum ResumptionOutcome: Equatable {
    case notAsked, succeeded, failed
}
