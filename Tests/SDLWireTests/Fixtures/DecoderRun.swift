// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLWire

/// What a decoder made of a stream.
struct DecoderRun: Equatable {
    var frames: [Frame] = []
    var faults: [FrameFault] = []
    var discarded = 0
    var isFailed = false

    init() {}

    /// Feeds a decoder piece by piece and takes out everything after each.
    init(_ pieces: [ByteBuffer], recovery: FrameDecoder.Recovery = .failStream, context: FrameContext = .unrestricted) {
        var decoder = FrameDecoder(recovery: recovery, context: context)
        for piece in pieces {
            decoder.append(piece)
            while let output = decoder.next() { take(output) }
        }
        discarded = decoder.discardedBytes
        isFailed = decoder.isFailed
    }

    mutating func take(_ output: FrameDecoder.Output) {
        switch output {
        case .frame(let frame): frames.append(frame)
        case .problem(let problem): faults.append(problem.fault)
        }
    }
}

extension FrameContext {
    /// Checks structure and size only.
    static let unrestricted = FrameContext(limits: FrameLimits(role: .headUnit, mtu: 131_072))
}
