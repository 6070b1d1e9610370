// SPDX-License-Identifier: Apache-2.0

/// When an application's screen on the phone is locked, and whether the user may dismiss the lock.
public struct LockScreenConfiguration: Equatable, Sendable {
    public enum DisplayMode: String, CaseIterable, Sendable { case never, requiredOnly, optionalOrRequired, always }

    public var displayMode: DisplayMode
    /// Whether the user may swipe it away where the head unit allows that.
    public var enablesDismissGesture: Bool

    public init(displayMode: DisplayMode = .requiredOnly, enablesDismissGesture: Bool = true) {
        self.displayMode = displayMode
        self.enablesDismissGesture = enablesDismissGesture
    }

    public static let disabled = LockScreenConfiguration(displayMode: .never, enablesDismissGesture: false)
}
