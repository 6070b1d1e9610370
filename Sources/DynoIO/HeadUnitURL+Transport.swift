// SPDX-License-Identifier: Apache-2.0
public import DynoWorld

extension HeadUnitURL {
    /// What opens links to the head unit there; nil for `sim`, which lives in the caller's own world. `holds` are those of a bench.
    public func makeTransport(holds: SerialHolds? = nil) -> (any Transport)? {
        switch self {
        case .sim: nil
        case .tcp(let host, let port): TCPTransport(host: host, port: port)
        case .serial(let device, let settings): SerialTransport(device: device, settings: settings, holds: holds)
        case .rfc2217(let host, let port, let settings): RemoteSerialTransport(host: host, port: port, settings: settings)
        }
    }
}
