// SPDX-License-Identifier: Apache-2.0

/// What the head unit remembers of an application that went away without unregistering.
struct ResumptionRecord: Equatable {
    var data: AppData
    var hash: String?
    var level: HMILevel
    /// When it was lost, and in which ignition cycle.
    var time: Duration
    var ignitionCycle: Int
}
