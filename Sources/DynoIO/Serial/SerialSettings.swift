// SPDX-License-Identifier: Apache-2.0

/// How bytes travel on a serial line: always eight bits, because SDL frames are binary, and never XON/XOFF, whose bytes occur in
/// every frame.
public struct SerialSettings: Hashable, Sendable {
    /// A check bit after each byte.
    public enum Parity: String, CaseIterable, Sendable { case none, odd, even }

    /// Who may be stopped from sending, and how.
    public enum FlowControl: String, CaseIterable, Sendable { case none, rtscts }

    /// Whether frames travel in packets that are checked and repeated.
    public enum Framing: String, CaseIterable, Sendable {
        /// SDL's bytes as they are.
        case off
        /// Packets if the other end answers in packets. A head unit follows its application.
        case auto
        /// Packets only.
        case on
    }

    /// Bits a second; USB devices that only look like a serial port do not care.
    public var baud: Int
    public var parity: Parity
    /// 1 or 2.
    public var stopBits: Int
    public var flow: FlowControl
    /// Nil: an application sends plain bytes, a head unit takes either.
    public var framing: Framing?
    /// The level of the line while the port is open; nil leaves it as opening the port made it, which is on.
    public var dtr: Bool?
    /// As ``dtr``.
    public var rts: Bool?

    public static let `default` = SerialSettings()
    /// What a driver's 32 bits hold.
    static let baudRange = 1...4_000_000_000

    /// 115,200 baud, 8N1, no flow control.
    public init() {
        baud = 115_200
        parity = .none
        stopBits = 1
        flow = .none
    }
}
