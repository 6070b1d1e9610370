// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import SerialCable
import Synchronization
import Testing

@testable import DynoIO

@Suite(.timeLimit(.minutes(1)))
struct FramedLinkTests {
    private static func settings(_ framing: SerialSettings.Framing?) -> SerialSettings {
        var settings = SerialSettings()
        settings.baud = 3_000_000
        settings.framing = framing
        return settings
    }

    /// An SDL frame of the RPC service.
    private static func frame(_ size: Int, _ byte: UInt8) -> ByteBuffer {
        var frame = ByteBuffer(bytes: [0x51, 0x07, 0x00, 0x01])
        frame.writeInteger(UInt32(size))
        frame.writeInteger(UInt32(1))
        frame.writeRepeatingByte(byte, count: size)
        return frame
    }

    private static let startService = ByteBuffer(bytes: [0x10, 0x07, 0x01, 0x00, 0, 0, 0, 0])

    /// Sends StartService from an application's end and has it echoed by a head unit's.
    private static func echo(_ application: SerialSettings.Framing?, _ headUnit: SerialSettings.Framing?, _ rig: SerialRig) async throws
        -> ByteBuffer
    {
        try await live { (live: LiveWorld<ByteBuffer>) in
            var links: [any Link] = []
            rig.listener(.right, settings(headUnit)).open(in: live.world) { link in
                links.append(link)
                link.onBytes = { link.send($0) }
            } completion: { _ in
                rig.transport(.left, settings(application)).open(in: live.world) { result in
                    guard let link = expectSuccess(result) else { return }
                    links.append(link)
                    var echo = ByteBuffer()
                    link.onBytes = { bytes in
                        echo.writeImmutableBuffer(bytes)
                        if echo.readableBytes == startService.readableBytes { live.finish(echo) }
                    }
                    link.send(startService)
                }
            }
        }
    }

    @Test(
        arguments: [
            (nil, nil), (.off, .off), (.off, .auto), (.auto, .off), (.auto, .auto), (.auto, .on), (.on, .auto), (.on, .on), (.on, nil),
        ] as [(SerialSettings.Framing?, SerialSettings.Framing?)])
    func `these settings understand each other`(application: SerialSettings.Framing?, headUnit: SerialSettings.Framing?) async throws {
        #expect(try await Self.echo(application, headUnit, try await SerialRig()) == Self.startService)
    }

    @Test func `nothing is lost or changed on a noisy line, in either direction`() async throws {
        let rig = try await SerialRig()
        let generator = Mutex(SeededGenerator(seed: 11))
        let hits = Mutex(0)
        rig.cable.setNoise { _, bytes in
            generator.withLock { generator in
                guard !bytes.isEmpty, Int.random(in: 0..<6, using: &generator) == 0 else { return }
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                if Bool.random(using: &generator) { bytes[place] ^= 0x10 } else { bytes.remove(at: place) }
                hits.withLock { $0 += 1 }
            }
        }
        let frames = (0..<60).map { Self.frame(50 * $0, UInt8($0)) }
        let received = try await live { (live: LiveWorld<[ByteBuffer]>) in
            var received = [ByteBuffer(), ByteBuffer()]
            let total = frames.reduce(0) { $0 + $1.readableBytes }
            var links: [any Link] = []
            func note(_ bytes: ByteBuffer, _ end: Int) {
                received[end].writeImmutableBuffer(bytes)
                if received.allSatisfy({ $0.readableBytes == total }) { live.finish(received) }
            }
            rig.listener(.right, Self.settings(.on)).open(in: live.world) { link in
                links.append(link)
                link.onBytes = { note($0, 0) }
                for frame in frames { link.send(frame) }
            } completion: { _ in
                rig.transport(.left, Self.settings(.on)).open(in: live.world) { result in
                    guard let link = expectSuccess(result) else { return }
                    links.append(link)
                    link.onBytes = { note($0, 1) }
                    for frame in frames { link.send(frame) }
                }
            }
        }
        let all = frames.reduce(into: ByteBuffer()) { $0.writeImmutableBuffer($1) }
        #expect(received == [all, all])
        #expect(hits.withLock { $0 } > 0)
    }

    @Test func `an application that begins anew ends the head unit's link, and the next one works`() async throws {
        let rig = try await SerialRig()
        let closures = try await live { (live: LiveWorld<[String]>) in
            var closures: [String] = []
            var links: [any Link] = []
            func run(_ framing: SerialSettings.Framing, _ then: @escaping () -> Void) {
                rig.transport(.left, Self.settings(framing)).open(in: live.world) { result in
                    guard let link = expectSuccess(result) else { return }
                    var isAnswered = false
                    link.onBytes = { bytes in
                        // What the head unit still said to the one before is no answer.
                        guard bytes.readableBytesView.suffix(8).elementsEqual(Self.startService.readableBytesView) else { return }
                        isAnswered = true
                        link.close()
                    }
                    link.onClose = { _ in then() }
                    // As applications do on serial lines, though more often: the head unit may be between two links.
                    func ask() {
                        guard !isAnswered else { return }
                        link.send(Self.startService)
                        live.world.after(.milliseconds(50), ask)
                    }
                    ask()
                }
            }
            rig.listener(.right, Self.settings(nil)).open(in: live.world) { link in
                links.append(link)
                link.onBytes = { link.send($0) }
                link.onClose = { closures.append($0.message) }
            } completion: { _ in
                run(.on) { run(.off) { run(.on) { live.finish(closures) } } }
            }
        }
        let label = "serial:\(rig.cable.path(.right))?baud=3000000"
        #expect(closures.prefix(2) == ["\(label): the other end closed the line", "\(label): the other end began anew, with packets"])
    }

    @Test func `the borders of frames are found, also of version 1`() {
        var bytes = Self.startService
        bytes.writeImmutableBuffer(Self.frame(3, 9))
        #expect(FrameCutter.frames(in: bytes).map(\.count) == [8, 15])
        #expect(FrameCutter.frames(in: ByteBuffer(bytes: [1, 2, 3])) == [[1, 2, 3]])
        #expect(FrameCutter.frames(in: ByteBuffer(repeating: 0xFF, count: 20)).map(\.count) == [20])
    }

    @Test func `noise before the first frame does not decide`() {
        var sniffer = FramingSniffer()
        #expect(sniffer.receive([1, 2, 3, 0, 9, 0x10, 0x07]) == .undecided)
        #expect(sniffer.receive([0x01, 0x00, 0, 0]) == .plain([0x10, 0x07, 0x01, 0x00, 0, 0]))
        var other = FramingSniffer()
        let packet = SerialPacket(kind: .ping)
        #expect(other.receive([0x10, 0x07] + packet.encoded()) == .packets([packet]))
    }
}
