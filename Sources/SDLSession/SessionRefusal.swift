// SPDX-License-Identifier: Apache-2.0
import DynoWorld
public import SDLWire

/// Why a session did not open.
public enum SessionRefusal: Hashable, Sendable {
    /// The head unit said no.
    case refused(NAKPayload)
    /// The head unit's version is too low for this application; the session was ended in order.
    case versionBelowMinimum(ProtocolVersion, minimum: ProtocolVersion)
    /// No answer came in time.
    case timedOut(Duration)
    /// What answered does not speak SDL; the text shows the first bytes.
    case notSDL(String)
}

extension SessionRefusal: CustomStringConvertible {
    public var description: String {
        switch self {
        case .refused(let nak):
            "the head unit refused the session\(nak.reason.map { ": \($0)" } ?? "")"
                + (nak.rejectedParams.map { " (rejected: \($0.joined(separator: ", ")))" } ?? "")
        case .versionBelowMinimum(let version, let minimum): "the head unit speaks protocol \(version); at least \(minimum) is wanted"
        case .timedOut(let time): "the head unit did not answer StartService within \(time.shortText)"
        case .notSDL(let text): "the peer does not speak SDL: \(text)"
        }
    }
}
