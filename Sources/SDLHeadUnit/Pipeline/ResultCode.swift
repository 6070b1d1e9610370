// SPDX-License-Identifier: Apache-2.0

/// The outcome of a request in the RPC spec's words (enum `Result`). Unknown ones, which a script may send on purpose, survive.
public struct ResultCode: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public init(stringLiteral value: String) {
        rawValue = value
    }

    public var description: String { rawValue }

    static let success: ResultCode = "SUCCESS"
    static let warnings: ResultCode = "WARNINGS"
    static let wrongLanguage: ResultCode = "WRONG_LANGUAGE"
    static let resumeFailed: ResultCode = "RESUME_FAILED"
    static let aborted: ResultCode = "ABORTED"
    static let timedOut: ResultCode = "TIMED_OUT"
    static let ignored: ResultCode = "IGNORED"
    static let inUse: ResultCode = "IN_USE"
    static let rejected: ResultCode = "REJECTED"
    static let disallowed: ResultCode = "DISALLOWED"
    static let userDisallowed: ResultCode = "USER_DISALLOWED"
    static let invalidData: ResultCode = "INVALID_DATA"
    static let invalidID: ResultCode = "INVALID_ID"
    static let duplicateName: ResultCode = "DUPLICATE_NAME"
    static let fileNotFound: ResultCode = "FILE_NOT_FOUND"
    static let corruptedData: ResultCode = "CORRUPTED_DATA"
    static let outOfMemory: ResultCode = "OUT_OF_MEMORY"
    static let dataNotAvailable: ResultCode = "DATA_NOT_AVAILABLE"
    static let vehicleDataNotAvailable: ResultCode = "VEHICLE_DATA_NOT_AVAILABLE"
    static let unsupportedRequest: ResultCode = "UNSUPPORTED_REQUEST"
    static let unsupportedResource: ResultCode = "UNSUPPORTED_RESOURCE"
    static let encryptionNeeded: ResultCode = "ENCRYPTION_NEEDED"
    static let tooManyPendingRequests: ResultCode = "TOO_MANY_PENDING_REQUESTS"
    static let tooManyApplications: ResultCode = "TOO_MANY_APPLICATIONS"
    static let applicationNotRegistered: ResultCode = "APPLICATION_NOT_REGISTERED"
    static let applicationRegisteredAlready: ResultCode = "APPLICATION_REGISTERED_ALREADY"

    /// Codes that come with `success = true` when nobody says otherwise.
    private static let successes: Set<ResultCode> = [
        .success, .warnings, .wrongLanguage, .resumeFailed, "RETRY", "SAVED", "TRUNCATED_DATA",
    ]

    /// Whether the request counts as carried out.
    var meansSuccess: Bool { Self.successes.contains(self) }
}
