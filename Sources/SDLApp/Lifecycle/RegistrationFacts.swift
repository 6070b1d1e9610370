// SPDX-License-Identifier: Apache-2.0

/// What a successful registration means for the life of the application.
struct RegistrationFacts: Equatable {
    /// The head unit speaks an older RPC version than the application needs.
    var refusal: ApplicationError?
    /// The answer describes the vehicle, and the session's opening did not.
    var describesVehicle = false
    /// The head unit's languages are others than the application's, which can adapt.
    var asksForLanguage = false
    /// The head unit wants to know whether the application is in the phone's foreground.
    var announcesForeground = false
}
