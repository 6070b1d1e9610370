// SPDX-License-Identifier: Apache-2.0

/// Which changes a permission observer is told of.
public enum PermissionInterest: String, CaseIterable, Sendable {
    /// Every change of an answer, and once at the beginning.
    case any
    /// Changes from or to everything being allowed; at the beginning only when it is.
    case allAllowed
}
