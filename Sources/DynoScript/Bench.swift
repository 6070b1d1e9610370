// SPDX-License-Identifier: Apache-2.0
public import DynoWorld

/// What a script's bench is made of: ports it can hold and power it can switch. The layer that does I/O provides it.
public protocol Bench: AnyObject {
    /// Takes a port, or waits for it. Completes once and never from inside this call; what is returned gives up waiting.
    func acquire(
        _ name: String, wait: Duration, completion: @escaping (Result<any BenchPort, TransportError>) -> Void
    ) -> () -> Void
    /// Whether the project says how the head unit's power is switched.
    func canSwitchPower(of name: String) -> Bool
    /// Completes with what went wrong, or nil, and never from inside this call.
    func switchPower(of name: String, on isOn: Bool, completion: @escaping (TransportError?) -> Void)
}

/// A port that a script holds.
public protocol BenchPort: AnyObject {
    /// What an application connects to, or a head unit listens on.
    var url: String { get }
    /// Unplugs it for so long; completes, never from inside this call, when it is out, with what did it: `host` or `hub`.
    func unplug(for duration: Duration, completion: @escaping (Result<String, TransportError>) -> Void)
    func release()
}
