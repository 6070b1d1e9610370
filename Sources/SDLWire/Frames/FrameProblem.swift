// SPDX-License-Identifier: Apache-2.0
public import NIOCore

/// One run of bytes that were no frame.
public struct FrameProblem: Hashable, Sendable {
    /// What was wrong where the run began.
    public let fault: FrameFault
    /// The run's first bytes, at most ``ByteText/shownBytes`` of them.
    public let bytes: ByteBuffer
    /// Whether the stream is lost: nothing that follows can be told apart.
    public let endsStream: Bool

    public init(fault: FrameFault, bytes: ByteBuffer, endsStream: Bool) {
        self.fault = fault
        self.bytes = bytes
        self.endsStream = endsStream
    }
}

extension FrameProblem: CustomStringConvertible {
    public var description: String {
        "\(fault): \(ByteText.describe(bytes))"
    }
}
