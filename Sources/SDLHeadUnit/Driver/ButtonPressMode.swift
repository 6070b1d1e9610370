// SPDX-License-Identifier: Apache-2.0

/// How long a button is held (RPC spec 8.0.0, ButtonPressMode).
public enum ButtonPressMode: String, CaseIterable, Sendable {
    case short = "SHORT"
    case long = "LONG"
}
