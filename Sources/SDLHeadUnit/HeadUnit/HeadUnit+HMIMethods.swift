// SPDX-License-Identifier: Apache-2.0

/// The methods of the HMI interface, for somebody who waits for one.
extension HeadUnit {
    /// The methods ``onHMIEvent(_:)`` tells of, sorted, without those an RPC of its own has (`BasicCommunication.Show`).
    public static var hmiMethods: [String] { HMICall.methods.sorted() }

    /// Whether an event may ever name this method.
    public static func hasHMIMethod(_ name: String) -> Bool {
        HMICall.methods.contains(name) || name.hasPrefix("BasicCommunication.")
    }
}
