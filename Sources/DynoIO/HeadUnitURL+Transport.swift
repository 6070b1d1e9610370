// SPDX-License-Identifier: Apache-2.0
public import DynoWorld

extension HeadUnitURL {
    /// What opens links to the head unit there; nil for `sim`, which lives in the caller's own world.
    public func makeTransport() -> (any Transport)? {
        switch self {
        case .sim: nil
        case .tcp(let host, let port): TCPTransport(host: host, port: port)
        case .serial(let device, let settings): SerialTransport(device: device, settings: settings)
        case .rfc2217: UnavailableTransport(label: description)
        }
    }
}
