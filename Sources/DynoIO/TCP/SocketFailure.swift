// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOPosix

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// What went wrong with a socket, in the few kinds that call for different advice. Its text is for people.
enum SocketFailure: Error, Equatable {
    case refused, timedOut, reset
    case unreachable
    case unknownHost
    /// Nobody can say now whether the host exists.
    case lookupFailed(String)
    case addressTaken, addressNotHere, notPermitted
    /// This machine has no IPv6 (or no IPv4).
    case familyUnsupported
    case other(String)

    init(_ error: any Error) {
        switch error {
        case let error as IOError: self.init(errno: error.errnoCode)
        case let error as NIOConnectionError: self.init(connecting: error)
        case let error as SocketAddressError.UnknownHost: self.init(lookup: error)
        case ChannelError.connectTimeout: self = .timedOut
        default: self = .other("\(error)")
        }
    }

    init(errno code: CInt) {
        switch code {
        case ECONNREFUSED: self = .refused
        case ETIMEDOUT: self = .timedOut
        case ECONNRESET, EPIPE: self = .reset
        case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EHOSTDOWN: self = .unreachable
        case EADDRINUSE: self = .addressTaken
        case EADDRNOTAVAIL: self = .addressNotHere
        case EACCES, EPERM: self = .notPermitted
        case EAFNOSUPPORT: self = .familyUnsupported
        default: self = .other(String(cString: strerror(code)))
        }
    }

    /// A host has several addresses. One that refused tells more than one that this machine has no way to.
    private init(connecting error: NIOConnectionError) {
        let failures = error.connectionErrors.map { SocketFailure($0.error) }
        if let telling = failures.first(where: { $0 == .refused }) ?? failures.first(where: { $0 == .timedOut }) ?? failures.last {
            self = telling
        } else if let lookup = error.dnsAError ?? error.dnsAAAAError {
            self = SocketFailure(lookup)
        } else {
            self = .unknownHost
        }
    }

    private init(lookup error: SocketAddressError.UnknownHost) {
        switch CInt(truncatingIfNeeded: error.errorCode) {
        case EAI_NONAME: self = .unknownHost
        #if os(Linux)
        // The name exists, but has no address: for the user the same.
        case -5: self = .unknownHost
        #endif
        default: self = .lookupFailed(error.errorDescription)
        }
    }
}

extension SocketFailure: CustomStringConvertible {
    var description: String {
        switch self {
        case .refused: "connection refused"
        case .timedOut: "no answer in time; the peer or the network is gone"
        case .reset: "the peer reset it"
        case .unreachable: "no route there; the network is gone"
        case .unknownHost: "unknown host"
        case .lookupFailed(let text): "name lookup failed (\(text))"
        case .addressTaken: "address in use"
        case .addressNotHere: "not an address of this machine"
        case .notPermitted: "not permitted"
        case .familyUnsupported: "this kind of address is not supported here"
        case .other(let text): text
        }
    }
}
