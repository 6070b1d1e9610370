// SPDX-License-Identifier: Apache-2.0

/// A function of the RPC specification: a request with its response, or a notification.
public final class RPCFunction: Sendable {
    /// The function's name: `Alert`.
    public let name: String
    /// The function id of the binary header, the same for request and response.
    public let id: Int
    /// What an application sends; nil for a notification.
    public let request: RPCMessageSpec?
    /// What the head unit answers. Only `GenericResponse` has a response without a request.
    public let response: RPCMessageSpec?
    /// What the head unit sends unasked.
    public let notification: RPCMessageSpec?
    /// The versions that have it.
    public let availability: Availability

    init(name: String, id: Int, messages: [RPCMessageSpec], availability: Availability) {
        self.name = name
        self.id = id
        self.availability = availability
        request = messages.first { $0.kind == .request }
        response = messages.first { $0.kind == .response }
        notification = messages.first { $0.kind == .notification }
    }

    /// The message of a kind; nil when the function has none, as a notification has no response.
    public subscript(kind: MessageKind) -> RPCMessageSpec? {
        switch kind {
        case .request: request
        case .response: response
        case .notification: notification
        }
    }
}
