// SPDX-License-Identifier: Apache-2.0

/// The request, the response or the notification of a function.
public final class RPCMessageSpec: Sendable {
    /// The function's name.
    public let name: String
    /// Which of the function's messages it is.
    public let kind: MessageKind
    /// What it carries; a response's include `success`, `resultCode` and `info`.
    public let parameters: ParameterList
    /// The function's availability.
    public let availability: Availability

    init(name: String, kind: MessageKind, parameters: [Parameter], availability: Availability) {
        self.name = name
        self.kind = kind
        self.availability = availability
        self.parameters = ParameterList(owner: name, parameters: parameters)
    }
}
