// SPDX-License-Identifier: Apache-2.0

/// Why a line in framed mode is down.
enum LineFailure: Equatable {
    /// Nobody answers in packets.
    case unanswered
    case peerRestarted
    case goodbye
    case noProgress
    case silent
    /// The pieces of a frame do not fit together.
    case broken
}

extension LineFailure: CustomStringConvertible {
    var description: String {
        switch self {
        case .unanswered: "the other end does not answer in packets; use framed=off, or framed=on at both ends"
        case .peerRestarted: "the other end began anew"
        case .goodbye: "the other end closed the line"
        case .noProgress: "packets do not arrive; check the cable, the speed and flow control"
        case .silent: "nothing has come in 3s; check that the other end runs and the cable"
        case .broken: "the pieces of a frame do not fit together; the other end does not follow the packet format"
        }
    }
}
