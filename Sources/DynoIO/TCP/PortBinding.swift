// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOPosix

/// Binds all the addresses that a host stands for to one port.
struct PortBinding {
    /// Somebody else may hold the port that the system picked on another of the addresses; then it picks again.
    static let attempts = 8

    let host: String
    /// 0 lets the system pick one.
    let port: Int
    /// Makes what turns a bound address into a listening channel; a bootstrap keeps the options of its last use.
    let makeBootstrap: () -> ServerBootstrap

    /// Reports the listening channels, the first of which knows the port; or why there are none.
    func bind(attempts: Int = Self.attempts, completion: @escaping (Result<[any Channel], SocketFailure>) -> Void) {
        bind(addresses[...], port: port, bound: []) { result in
            guard result.failure == .addressTaken, port == 0, attempts > 1 else { return completion(result) }
            bind(attempts: attempts - 1, completion: completion)
        }
    }

    private var addresses: [String] { host.lowercased() == "localhost" ? ["127.0.0.1", "::1"] : [host] }

    /// One address after the other, all to the port that the first one got.
    private func bind(
        _ addresses: ArraySlice<String>, port: Int, bound: [any Channel],
        completion: @escaping (Result<[any Channel], SocketFailure>) -> Void
    ) {
        guard let address = addresses.first else { return completion(.success(bound)) }
        guard let socketAddress = try? SocketAddress(ipAddress: address, port: port) else { return completion(.failure(.unknownHost)) }
        bootstrap(for: socketAddress).bind(to: socketAddress).assumeIsolated().whenComplete { outcome in
            var bound = bound
            switch outcome {
            case .success(let channel):
                bound.append(channel)
            case .failure(let error):
                let failure = SocketFailure(error)
                // A machine without IPv6 has no second loopback address.
                let canDoWithout = !bound.isEmpty && [.addressNotHere, .familyUnsupported].contains(failure)
                guard canDoWithout else {
                    for channel in bound { channel.close(promise: nil) }
                    return completion(.failure(failure))
                }
            }
            bind(addresses.dropFirst(), port: bound.first?.localAddress?.port ?? port, bound: bound, completion: completion)
        }
    }

    private func bootstrap(for address: SocketAddress) -> ServerBootstrap {
        let bootstrap = makeBootstrap()
        guard address.protocol == .inet6 else { return bootstrap }
        // The system's default differs from machine to machine.
        let option = ChannelOptions.Types.SocketOption(level: .ipv6, name: .ipv6_v6only)
        return bootstrap.serverChannelOption(option, value: address.ipAddress == "::" ? 0 : 1)
    }
}

extension Result {
    fileprivate var failure: Failure? {
        guard case .failure(let failure) = self else { return nil }
        return failure
    }
}
