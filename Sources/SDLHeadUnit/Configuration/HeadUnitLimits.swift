// SPDX-License-Identifier: Apache-2.0

/// The bounds a head unit sets its applications. The defaults are sdl_core's, but for the rates: those are off, because they count
/// real time, and on the virtual clock thousands of requests take none.
public struct HeadUnitLimits: Equatable, Sendable {
    /// Requests in NONE; more end the registration (sdl_core: 100 per 10 ms).
    public var requestsInNone = RateLimit.off
    /// Requests in the other levels; more end the registration for good (sdl_core: 1000 per 10 ms).
    public var requests = RateLimit.off
    /// Requests not yet answered, per application; 0 means no limit.
    public var pendingRequests = 5000
    /// PutFile, ListFiles and DeleteFile each, since the application entered NONE.
    public var fileRequestsInNone = 5
    /// Bytes an application may store.
    public var storage = 104_857_600
    /// GetVehicleData and ReadDID each (sdl_core: 5 per second).
    public var vehicleData = RateLimit.off
    /// Characters of the hash an application resumes with.
    public var hashLength = 32
    /// Names in the answer to ListFiles.
    public var listedFiles = 1000
    /// Applications registered at a time; 0 means no limit.
    public var applications = 0

    public init() {}
}
