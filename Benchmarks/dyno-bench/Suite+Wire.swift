// SPDX-License-Identifier: Apache-2.0
import Foundation
import NIOCore
import SDLWire

extension Suite {
    /// Frames and messages, in memory.
    static let wire = Suite(name: "wire") { bench in
        let total = bench.amount(1 << 30)
        return [
            decode(size: 64 << 10, total: total), decode(size: 100, total: total / 4), encode(size: 64 << 10, total: total),
            encode(size: 100, total: total / 4), assemble(size: 1 << 20, total: total),
        ]
    }

    private static func decode(size: Int, total: Int) -> Figure {
        let block = frames(of: size, in: 1 << 20)
        let rounds = total / block.readableBytes
        var found = 0
        let took = best {
            var decoder = FrameDecoder(recovery: .failStream, context: FrameContext(limits: FrameLimits(role: .headUnit, mtu: 1 << 17)))
            found = 0
            return seconds {
                for _ in 0..<rounds {
                    decoder.append(block)
                    while case .frame? = decoder.next() { found += 1 }
                }
            }
        }
        return figure("decode", size, count: found, took)
    }

    private static func encode(size: Int, total: Int) -> Figure {
        let frame = frame(of: size)
        var buffer = ByteBuffer()
        buffer.reserveCapacity(1 << 20)
        let perBlock = (1 << 20) / size
        let rounds = total / (perBlock * size)
        let took = best {
            seconds {
                for _ in 0..<rounds {
                    buffer.clear()
                    for _ in 0..<perBlock { frame.encode(into: &buffer) }
                }
            }
        }
        return figure("encode", size, count: rounds * perBlock, took)
    }

    private static func assemble(size: Int, total: Int) -> Figure {
        let message = Message(version: 5, sessionID: 1, serviceType: .rpc, messageID: 1, payload: ByteBuffer(repeating: 1, count: size))
        var pieces: [Frame] = []
        if var splitter = MessageSplitter(message, limit: 64 << 10) {
            while let frame = splitter.next() { pieces.append(frame) }
        }
        var assembler = MessageAssembler(limits: .init(role: .headUnit))
        let rounds = total / size
        let took = best {
            seconds {
                for _ in 0..<rounds {
                    for frame in pieces { _ = assembler.receive(frame, frameLimit: 64 << 10, at: .zero) }
                }
            }
        }
        return Figure(
            name: "assembly of 1 MiB messages", value: Double(rounds * size) / took / 1e9, unit: "GB/s", beside: copying(size),
            goals: [.ratio(0.3)])
    }

    private static func figure(_ what: String, _ size: Int, count: Int, _ took: Double) -> Figure {
        size < 1024
            ? Figure(
                name: "\(what), \(size) B frames", value: Double(count) / took / 1e6, unit: "M/s",
                beside: Figure.Beside(name: "memcpy of each", value: copying(size).value * 1e3 / Double(size)), goals: [.value(5)])
            : Figure(
                name: "\(what), 64 KiB frames", value: Double(count * size) / took / 1e9, unit: "GB/s", beside: copying(size),
                goals: [.value(2)])
    }

    /// GB/s of `memcpy`, `size` bytes at a time.
    private static func copying(_ size: Int) -> Figure.Beside {
        let source = [UInt8](repeating: 1, count: 1 << 20)
        var target = [UInt8](repeating: 0, count: 1 << 20)
        let rounds = 200
        let took = best {
            seconds {
                for _ in 0..<rounds {
                    source.withUnsafeBytes { from in
                        target.withUnsafeMutableBytes { to in
                            guard let from = from.baseAddress, let to = to.baseAddress else { return }
                            for offset in stride(from: 0, through: (1 << 20) - size, by: size) { memcpy(to + offset, from + offset, size) }
                        }
                    }
                }
            }
        }
        return Figure.Beside(name: "memcpy", value: Double(rounds) * Double((1 << 20) / size * size) / took / 1e9)
    }

    private static func frame(of size: Int) -> Frame {
        Frame(
            version: 5, frameType: .single, serviceType: .video, sessionID: 1, messageID: 1,
            payload: ByteBuffer(repeating: 1, count: size - 12))
    }

    private static func frames(of size: Int, in total: Int) -> ByteBuffer {
        var block = ByteBuffer()
        for _ in 0..<(total / size) { frame(of: size).encode(into: &block) }
        return block
    }
}
