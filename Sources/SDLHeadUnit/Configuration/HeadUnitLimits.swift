// SPDX-License-Identifier: Apache-2.0

/// The bounds a head unit sets its applications. The defaults are sdl_core's.
public struct HeadUnitLimits: Equatable, Sendable {
    /// Requests in NONE; more end the registration.
    public var requestsInNone = RateLimit(100, per: .milliseconds(10))
    /// Requests in the other levels; more end the registration for good.
    public var requests = RateLimit(1000, per: .milliseconds(10))
    /// Requests not yet answered, per application; 0 means no limit.
    public var pendingRequests = 5000
    /// PutFile, ListFiles and DeleteFile each, since the application entered NONE.
    public var fileRequestsInNone = 5
    /// Bytes an application may store.
    public var storage = 104_857_600
    /// GetVehicleData and ReadDID each.
    public var vehicleData = RateLimit(5, per: .seconds(1))
    /// Characters of the hash an application resumes with.
    public var hashLength = 32
    /// Names in the answer to ListFiles.
    public var listedFiles = 1000
    /// Applications registered at a time; 0 means no limit.
    public var applications = 0

    public init() {}
}
