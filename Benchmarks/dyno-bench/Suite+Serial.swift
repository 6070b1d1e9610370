// SPDX-License-Identifier: Apache-2.0
import DynoIO
import DynoWorld
import Foundation
import NIOCore
import SerialCable
import Synchronization

extension Suite {
    /// Serial lines, made of pseudo-terminals.
    static let serial = Suite(name: "serial") { bench in
        let total = bench.amount(256 << 20)
        let cat = try best(of: 3) { try Terminal().seconds(toRead: total) { try Cat.write(total, to: $0) } }
        let link = try best(of: 3) { try Terminal().seconds(toRead: total) { try Sender.write(total, to: $0) } }
        return [
            Figure(
                name: "bytes out of a serial link", value: Double(total) / link / 1e6, unit: "MB/s",
                beside: Figure.Beside(name: "cat", value: Double(total) / cat / 1e6), goals: [.ratio(0.7)]),
            try roundTrip(bench), try framed(bench.amount(1 << 30)),
        ]
    }

    private static func roundTrip(_ bench: Bench) throws -> Figure {
        let count = bench.amount(20_000)
        func microseconds(_ url: String) throws -> Double {
            try best(of: 3) { try Child.run(bench.run("round-trips.lua", ["--headunit", url], count, 1)).figure("microseconds") }
        }
        let folder = try TemporaryFolder()
        let cable = try waiting { try await SerialCable(in: folder.path) }
        let onCable = try HeadUnitChild(bench, listen: ["serial:\(cable.path(.right))"])
        let serial = try microseconds("serial:\(cable.path(.left))?baud=3000000")
        let onLoopback = try HeadUnitChild(bench)
        let tcp = try microseconds(onLoopback.url)
        withExtendedLifetime((cable, onCable, onLoopback)) {}
        return Figure(
            name: "scripted round trip over two pseudo-terminals and a cable", value: serial, unit: "µs", better: .less,
            beside: Figure.Beside(name: "TCP loopback", value: tcp))
    }

    /// Both ends of a noisy line in one world: what is sent is counted and checked where it arrives.
    private static func framed(_ total: Int) throws -> Figure {
        let folder = try TemporaryFolder()
        let cable = try waiting { try await SerialCable(in: folder.path) }
        let generator = Mutex(SeededGenerator(seed: 1))
        cable.setNoise { _, bytes in
            generator.withLock { generator in
                // About one piece in a hundred loses a byte or has one changed.
                guard !bytes.isEmpty, Int.random(in: 0..<100, using: &generator) == 0 else { return }
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                if Bool.random(using: &generator) { bytes[place] ^= 0x10 } else { bytes.remove(at: place) }
            }
        }
        let wrong = try waiting { try await FramedTransfer(cable, total: total).run() }
        return Figure(
            name: "bytes lost or changed in \(total >> 20) MiB of framed transfer with noise", value: Double(wrong), unit: "B",
            better: .less, goals: [.value(0)])
    }
}

/// Runs what is asynchronous to its end.
private func waiting<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
    let outcome = Mutex<Result<Value, any Error>?>(nil)
    let done = DispatchSemaphore(value: 0)
    Task {
        let result: Result<Value, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        outcome.withLock { $0 = result }
        done.signal()
    }
    done.wait()
    guard let result = outcome.withLock({ $0 }) else { throw BenchmarkError("nothing came of it") }
    return try result.get()
}

/// A pseudo-terminal in raw mode, whose master is read as fast as it goes.
private final class Terminal {
    private let master: CInt
    private let device: CInt
    private let path: String

    init() throws {
        (master, path) = try SerialCable.openPseudoTerminal()
        // The reader waits for bytes.
        _ = fcntl(master, F_SETFL, fcntl(master, F_GETFL) & ~O_NONBLOCK)
        device = open(path, O_RDWR | O_NOCTTY)
        var settings = termios()
        tcgetattr(device, &settings)
        cfmakeraw(&settings)
        tcsetattr(device, TCSANOW, &settings)
    }

    deinit {
        close(device)
        close(master)
    }

    /// Seconds until `total` bytes have come, written by `write` to the terminal's path.
    func seconds(toRead total: Int, write: @escaping (String) throws -> Void) throws -> Double {
        let master = master
        let done = DispatchSemaphore(value: 0)
        let start = ContinuousClock.now
        Thread.detachNewThread {
            var space = [UInt8](repeating: 0, count: 1 << 16)
            var left = total
            while left > 0 {
                let count = read(master, &space, space.count)
                guard count > 0 else { break }
                left -= count
            }
            done.signal()
        }
        try write(path)
        done.wait()
        return (ContinuousClock.now - start) / .seconds(1)
    }
}

/// `cat` writes to a terminal.
private enum Cat {
    static func write(_ total: Int, to path: String) throws {
        let folder = try TemporaryFolder()
        let file = "\(folder.path)/bytes"
        guard FileManager.default.createFile(atPath: file, contents: Data(repeating: 1, count: total)) else {
            throw BenchmarkError("no file")
        }
        let child = try RunningChild(["sh", "-c", "cat \(file) > \(path)"])
        _ = try child.wait()
    }
}

/// A serial link writes to a terminal, minding its backlog.
private enum Sender {
    static func write(_ total: Int, to path: String) throws {
        let problem = try waiting {
            try await LiveWorld<String?>.run(catching: []) { live in
                var settings = SerialSettings()
                settings.baud = 3_000_000
                SerialTransport(device: path, settings: settings).open(in: live.world) { result in
                    guard case .success(let link) = result else { return live.finish("\(result)") }
                    let piece = ByteBuffer(repeating: 1, count: link.depth)
                    var left = total
                    func sendMore() {
                        while left > 0, link.backlog < link.depth {
                            let size = min(left, piece.readableBytes)
                            link.send(piece.getSlice(at: 0, length: size) ?? piece)
                            left -= size
                        }
                        if left == 0 {
                            link.onClose = { _ in live.finish(nil) }
                            link.close()
                        }
                    }
                    link.onDrain = { sendMore() }
                    sendMore()
                }
            }
        }
        if let problem { throw BenchmarkError(problem) }
    }
}

/// Frames from one end of a cable to the other, in framed mode.
private struct FramedTransfer: Sendable {
    private static let frameSize = 16_000
    private let app: String
    private let headUnit: String
    private let frames: Int

    init(_ cable: SerialCable, total: Int) {
        app = cable.path(.left)
        headUnit = cable.path(.right)
        frames = total / Self.frameSize
    }

    /// How many bytes were lost or changed.
    func run() async throws -> Int {
        var settings = SerialSettings()
        settings.baud = 4_000_000
        settings.framing = .on
        return try await LiveWorld<Result<Int, TransportError>>.run(catching: []) { [settings] live in
            var received = 0
            var wrong = 0
            let listener = SerialListener(device: headUnit, settings: settings)
            listener.open(in: live.world) { link in
                link.onBytes = { bytes in
                    let expected = Self.frame(received)
                    wrong += expected == bytes ? 0 : max(expected.readableBytes, bytes.readableBytes)
                    received += 1
                    if received == frames { live.finish(.success(wrong)) }
                }
                link.onClose = { live.finish(.success(wrong + (frames - received) * Self.frameSize + ($0.kind == .closedHere ? 0 : 1))) }
            } completion: { _ in
                SerialTransport(device: app, settings: settings).open(in: live.world) { result in
                    switch result {
                    case .failure(let error): live.finish(.failure(error))
                    case .success(let link): send(over: link)
                    }
                }
            }
        }.get()
    }

    private func send(over link: any Link) {
        var sent = 0
        func sendMore() {
            while sent < frames, link.backlog < link.depth {
                link.send(Self.frame(sent))
                sent += 1
            }
        }
        link.onDrain = { sendMore() }
        sendMore()
    }

    /// An SDL frame whose bytes all depend on its number.
    private static func frame(_ number: Int) -> ByteBuffer {
        var frame = ByteBuffer(bytes: [0x51, 0x07, 0x00, 0x01])
        frame.writeInteger(UInt32(frameSize - 12))
        frame.writeInteger(UInt32(truncatingIfNeeded: number))
        frame.writeRepeatingByte(UInt8(truncatingIfNeeded: number), count: frameSize - 12)
        return frame
    }
}
