// SPDX-License-Identifier: Apache-2.0
public import SDLWire

/// Why an audio or video service is not, or no longer, running.
public enum ServiceEnding: Hashable, Sendable {
    case endedHere
    case endedByPeer
    /// The head unit did not start it.
    case refused(NAKPayload)
    /// No answer to its start came in time.
    case timedOut
}

extension ServiceEnding: CustomStringConvertible {
    public var description: String {
        switch self {
        case .endedHere: "the service was ended here"
        case .endedByPeer: "the peer ended the service"
        case .refused(let nak):
            "the head unit refused the service\(nak.reason.map { ": \($0)" } ?? "")"
                + (nak.rejectedParams.map { " (rejected: \($0.joined(separator: ", ")))" } ?? "")
        case .timedOut: "the head unit did not answer in time"
        }
    }
}
