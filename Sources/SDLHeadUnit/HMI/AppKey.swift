// SPDX-License-Identifier: Apache-2.0

/// Names one registered application inside a head unit; never used twice.
struct AppKey: Hashable, Comparable {
    var rawValue: Int

    static func < (left: AppKey, right: AppKey) -> Bool { left.rawValue < right.rawValue }
}
