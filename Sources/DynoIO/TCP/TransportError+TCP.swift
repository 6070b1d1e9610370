// SPDX-License-Identifier: Apache-2.0
import DynoWorld

extension TransportError {
    /// Why no link to `host` and `port` came about, and what to do.
    static func connecting(host: String, port: Int, _ failure: SocketFailure, deadline: Duration) -> TransportError {
        let url = HeadUnitURL.tcp(host: host, port: port)
        let place = url.description.dropFirst("tcp://".count)
        switch failure {
        case .refused:
            return TransportError(
                "nothing listens on \(place); start a head unit there (dyno headunit --listen \(url)) or check the port")
        case .timedOut:
            return TransportError(
                "no answer from \(place) within \(deadline); check that the head unit is on, and that no firewall is in between")
        case .unknownHost:
            return TransportError(
                "no host is called `\(host)`; check the spelling or use its address, for example tcp://192.168.1.20:\(port)")
        case .lookupFailed(let text):
            return TransportError("cannot look up the host `\(host)` (\(text)); check the network or use its address")
        case .unreachable, .addressNotHere, .familyUnsupported:
            return TransportError("no way to \(place) from this machine (\(failure)); check the address and the network")
        case .notPermitted:
            return TransportError("this machine does not permit a connection to \(place); check its firewall")
        case .reset, .addressTaken, .other:
            return TransportError("cannot connect to \(place): \(failure); check the host and the port")
        }
    }

    /// Why nothing can listen on `host` and `port`, and what to do.
    static func listening(host: String, port: Int, _ failure: SocketFailure) -> TransportError {
        switch failure {
        case .addressTaken:
            let free = HeadUnitURL.tcp(host: host, port: port < Int(UInt16.max) ? port + 1 : 0)
            return TransportError(
                "port \(port) is taken; stop the program that listens there, or listen on another one, for example \(free)")
        case .notPermitted:
            return TransportError("port \(port) needs root's rights; listen on one above 1023, for example \(HeadUnitURL.defaultPort)")
        case .unknownHost, .lookupFailed, .addressNotHere, .familyUnsupported:
            return TransportError(
                "cannot listen on `\(host)`: it is not an address of this machine; use tcp://localhost:\(port) for programs on "
                    + "this machine, tcp://0.0.0.0:\(port) for the network")
        case .refused, .timedOut, .reset, .unreachable, .other:
            return TransportError("cannot listen on \(HeadUnitURL.tcp(host: host, port: port)): \(failure); try another port")
        }
    }

    /// A world whose time jumps cannot wait for a socket.
    static func needsRealTime(_ label: String) -> TransportError {
        TransportError("\(label) needs real time; leave out --virtual-time or use the head unit sim")
    }
}
