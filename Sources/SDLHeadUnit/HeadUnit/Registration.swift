// SPDX-License-Identifier: Apache-2.0

/// Somebody's wish to be called. It holds until cancelled.
public final class Registration {
    private var action: (() -> Void)?

    init(onCancel action: @escaping () -> Void) {
        self.action = action
    }

    /// Ends it; works at any time, also from inside the call.
    public func cancel() {
        let action = action
        self.action = nil
        action?()
    }
}
