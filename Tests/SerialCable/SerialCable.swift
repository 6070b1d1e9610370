// SPDX-License-Identifier: Apache-2.0
import CSerial
import NIOCore
import NIOPosix
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Two serial ports and the cable between them, made of pseudo-terminals: what goes into one end comes out of the other, unless
/// noise changes it. Each end can be plugged out and in; like an adapter it becomes another device and keeps its name.
public final class SerialCable: Sendable {
    public enum End: Int, CaseIterable, Sendable { case left, right }

    /// Changes the bytes that go out of an end.
    public typealias Noise = @Sendable (_ from: End, _ bytes: inout [UInt8]) -> Void

    private struct Socket {
        var channel: any Channel
        /// Kept open, so that the line does not hang up while no program has it open.
        var device: CInt
    }

    private struct State {
        var sockets: [End: Socket] = [:]
        var noise: Noise?
        var held: Set<End> = []
        var isStopped = false
    }

    private let folder: String
    private let loop: any EventLoop
    private let state = Mutex(State())

    /// A plugged-in cable whose ends are links in `folder`.
    public init(in folder: String) async throws {
        self.folder = folder
        loop = MultiThreadedEventLoopGroup.singleton.next()
        for end in End.allCases { try await plug(end) }
    }

    deinit {
        for end in End.allCases { unplug(end) }
    }

    /// The port's name, which stays when it becomes another device.
    public func path(_ end: End) -> String {
        "\(folder)/\(end)"
    }

    /// The speed an end was set to.
    public func baud(_ end: End) -> Int {
        var baud: UInt32 = 0
        _ = state.withLock { state in state.sockets[end].map { cserial_baud($0.device, &baud) } }
        return Int(baud)
    }

    /// Text comes out of an end, whoever is at the other.
    public func say(_ text: String, to end: End) {
        let socket = state.withLock { $0.sockets[end] }
        socket?.channel.writeAndFlush(ByteBuffer(string: text), promise: nil)
    }

    /// From now on every piece of bytes goes through `noise`.
    public func setNoise(_ noise: Noise?) {
        state.withLock { $0.noise = noise }
    }

    /// Pulls an end out: its device is gone, and the other end hears nothing any more.
    public func unplug(_ end: End) {
        unlink(path(end))
        guard let socket = state.withLock({ $0.sockets.removeValue(forKey: end) }) else { return }
        close(socket.device)
        socket.channel.close(promise: nil)
        readOn(end.other)
    }

    /// While the cable is stopped it takes nothing more from either end than its pseudo-terminals hold: a peer that does not read.
    public func setStopped(_ isStopped: Bool) {
        state.withLock { $0.isStopped = isStopped }
        guard !isStopped else { return }
        for end in End.allCases { readOn(end) }
    }

    /// Puts an end in again, as a new device.
    public func plug(_ end: End) async throws {
        var name = [CChar](repeating: 0, count: 128)
        let master = cserial_open_pseudo_terminal(&name, name.count)
        guard master >= 0 else { throw IOError(errnoCode: -master, reason: "no pseudo-terminal") }
        let device = cserial_open(name)
        guard device >= 0 else { throw IOError(errnoCode: -device, reason: "no pseudo-terminal") }
        // Otherwise what is sent before a program opens this end is echoed.
        cserial_configure(device, cserial_settings(baud: 115_200, parity: 0, stop_bits: 1, hardware_flow: false))
        let channel = try await NIOPipeBootstrap(group: loop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(CableEnd(self, end)) }
            }
            .takingOwnershipOfDescriptor(inputOutput: master).get()
        state.withLock { $0.sockets[end] = Socket(channel: channel, device: device) }
        symlink(String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self), path(end))
    }

    // MARK: What the ends do

    func carry(_ bytes: ByteBuffer, from end: End) {
        let (socket, noise) = state.withLock { ($0.sockets[end.other], $0.noise) }
        guard let socket else { return }
        guard let noise else { return socket.channel.writeAndFlush(bytes, promise: nil) }
        var changed = Array(bytes.readableBytesView)
        noise(end, &changed)
        socket.channel.writeAndFlush(ByteBuffer(bytes: changed), promise: nil)
    }

    /// A reader that does not keep up stops the writer at the other end.
    func mayRead(_ end: End) -> Bool {
        state.withLock { state in
            guard state.isStopped || state.sockets[end.other]?.channel.isWritable == false else { return true }
            state.held.insert(end)
            return false
        }
    }

    func readOn(_ end: End) {
        let waiting = state.withLock { $0.held.remove(end) == nil ? nil : $0.sockets[end] }
        waiting?.channel.read()
    }
}

extension SerialCable.End {
    var other: SerialCable.End { self == .left ? .right : .left }
}

/// One end's side inside the cable.
private final class CableEnd: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private weak var cable: SerialCable?
    private let end: SerialCable.End

    init(_ cable: SerialCable, _ end: SerialCable.End) {
        self.cable = cable
        self.end = end
    }

    func read(context: ChannelHandlerContext) {
        if cable?.mayRead(end) ?? true { context.read() }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        cable?.carry(unwrapInboundIn(data), from: end)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { cable?.readOn(end.other) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
