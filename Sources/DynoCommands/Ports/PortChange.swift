// SPDX-License-Identifier: Apache-2.0
import DynoIO
import SDLRPC

/// What happened to a serial port between two looks.
enum PortChange: Equatable {
    case pluggedIn(SerialPortDescription)
    case pluggedOut(SerialPortDescription)
    /// Somebody took it or let go of it.
    case holderChanged(SerialPortDescription)

    /// What went, then what came, then who changed, each in the order of the devices.
    static func between(_ old: [SerialPortDescription], _ new: [SerialPortDescription]) -> [PortChange] {
        var went: [PortChange] = []
        var stayed: [PortChange] = []
        for port in old {
            guard let now = new.first(where: { $0.isSameAdapter(as: port) }) else {
                went.append(.pluggedOut(port))
                continue
            }
            if now.holder?.pid != port.holder?.pid { stayed.append(.holderChanged(now)) }
        }
        let came = new.filter { port in !old.contains { $0.isSameAdapter(as: port) } }
        return went + came.map { .pluggedIn($0) } + stayed
    }

    var text: String {
        switch self {
        case .pluggedIn(let port): "+ \(port.page)"
        case .pluggedOut(let port): "- \(port.headline)"
        case .holderChanged(let port): "= \(port.headline): \(port.holder.map { "in use by \($0)" } ?? "free")"
        }
    }

    var json: JSONValue {
        switch self {
        case .pluggedIn(let port): ["event": "plugged-in", "port": port.json]
        case .pluggedOut(let port): ["event": "plugged-out", "port": port.json]
        case .holderChanged(let port): ["event": "holder-changed", "port": port.json]
        }
    }
}

extension SerialPortDescription {
    /// Another adapter may have become the same device.
    fileprivate func isSameAdapter(as other: SerialPortDescription) -> Bool {
        device == other.device && id == other.id
    }
}
