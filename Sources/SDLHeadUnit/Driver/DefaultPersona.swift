// SPDX-License-Identifier: Apache-2.0

/// A driver who opens each newly registered application and tries each of its buttons once.
///
/// It acts as long as somebody keeps it.
public final class DefaultPersona {
    /// From an application's registration to its opening.
    public static let openingDelay: Duration = .milliseconds(200)
    /// From an application's first subscription to a button to its press.
    public static let pressDelay: Duration = .seconds(1)

    private var registrations: [Registration] = []
    private var pressed: Set<String> = []

    /// Begins to drive.
    public init(_ headUnit: HeadUnit) {
        registrations = [
            headUnit.onApp { [weak headUnit] app in
                headUnit?.world.after(Self.openingDelay) { [weak headUnit] in
                    if app.isRegistered { headUnit?.user.activate(app) }
                }
            },
            headUnit.onSubscription { [weak self, weak headUnit] subscription in
                guard let self, let headUnit else { return }
                press(subscription, headUnit)
            },
        ]
    }

    /// Stops driving.
    public func cancel() {
        for registration in registrations { registration.cancel() }
        registrations = []
    }

    private func press(_ subscription: ButtonSubscription, _ headUnit: HeadUnit) {
        let app = subscription.app
        guard pressed.insert("\(app.key.rawValue) \(subscription.button)").inserted else { return }
        headUnit.world.after(Self.pressDelay) { [weak headUnit] in
            guard app.isRegistered else { return }
            _ = try? headUnit?.user.press(subscription.button, app: app)
        }
    }
}
