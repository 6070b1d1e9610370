// SPDX-License-Identifier: Apache-2.0

/// How often an application has done what the head unit counts.
struct AppRates: Equatable {
    var inNone = RateWindow()
    var elsewhere = RateWindow()
    var vehicleData = RateWindow()
    var readDID = RateWindow()
    /// Since the application entered NONE, by RPC.
    private(set) var fileRequestsInNone: [String: Int] = [:]
    /// When the last Alert and SubtleAlert in BACKGROUND came.
    var lastBackgroundAlert: [String: Duration] = [:]

    func fileRequests(_ rpc: String) -> Int { fileRequestsInNone[rpc] ?? 0 }

    mutating func countFileRequest(_ rpc: String) {
        fileRequestsInNone[rpc, default: 0] += 1
    }

    mutating func enteredNone() {
        fileRequestsInNone = [:]
    }
}
