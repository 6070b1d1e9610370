// SPDX-License-Identifier: Apache-2.0

/// How urgent an application is, by the priority its policy gives it.
enum AlertPriority {
    private static let ranks = [
        "NONE": 0, "NORMAL": 1, "COMMUNICATION": 2, "VOICECOM": 3, "PROJECTION": 4, "NAVIGATION": 4, "EMERGENCY": 5,
    ]

    static func rank(of name: String) -> Int { ranks[name] ?? 0 }
}
