// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import LuaRuntime
import NIOCore
import SDLApp
import SDLHeadUnit
import SDLWire

/// Audio and video for scripts.
extension ScriptHost {
    /// Larger files are not sent: a file is read as a whole.
    static let streamFileLimit = 256 << 20

    func registerStreams() {
        lua.register("openStream", blocking: true) { [unowned self] in try openStream($0) }
        lua.register("streamSend", blocking: true) { [unowned self] call in
            send(call.bytes(2) ?? ByteBuffer(), try stream(call), call)
        }
        lua.register("streamSendFile", blocking: true) { [unowned self] call in
            let stream = try stream(call)
            return send(try streamFile(call.string(2) ?? ""), stream, call)
        }
        lua.register("streamClose", blocking: true) { [unowned self] call in
            let ticket = call.suspend()
            try stream(call).close { ticket.resume() }
            return .suspended(ticket)
        }
        lua.register("streamField") { [unowned self] call in .value(field(call.string(2) ?? "", of: try stream(call))) }
    }

    private func stream(_ call: LuaCall) throws -> MediaStream {
        guard let stream = links.stream(call.integer(1) ?? 0) else {
            throw LuaFailure(kind: "invalidParameters", message: "this is not a stream of this script")
        }
        return stream
    }

    /// Arguments: application, service, width, height, protocol, codec.
    private func openStream(_ call: LuaCall) throws -> LuaReturn {
        let application = try application(call)
        let video = VideoParameters(
            height: call.integer(4).map { Int32(clamping: $0) }, width: call.integer(3).map { Int32(clamping: $0) },
            videoProtocol: call.string(5), videoCodec: call.string(6))
        let ticket = call.suspend()
        application.openStream(ServiceType(rawValue: UInt8(clamping: call.integer(2) ?? 0)), video: video) { [weak self] result in
            switch result {
            case .success(let stream): ticket.resume([.integer(self?.links.add(stream) ?? 0)])
            case .failure(let error): ticket.fail(LuaFailure(error))
            }
        }
        return .suspended(ticket)
    }

    /// Argument 3: bytes a second, or nothing.
    private func send(_ bytes: ByteBuffer, _ stream: MediaStream, _ call: LuaCall) -> LuaReturn {
        var cancel: (() -> Void)?
        let ticket = call.suspend { cancel?() }
        let count = Int64(bytes.readableBytes)
        cancel = stream.send(bytes, rate: call.integer(3).map { Int(clamping: $0) }) { result in
            switch result {
            case .success: ticket.resume([.integer(count)])
            case .failure(let error): ticket.fail(LuaFailure(error))
            }
        }
        return .suspended(ticket)
    }

    private func streamFile(_ path: String) throws -> ByteBuffer {
        do {
            return try modules.read(path, limit: Self.streamFileLimit)
        } catch let error as ModuleFinder.Denied {
            throw LuaFailure(kind: "denied", message: "\(error)")
        } catch {
            throw LuaFailure(kind: "file", message: "\(error)")
        }
    }

    private func field(_ name: String, of stream: MediaStream) -> LuaValue {
        let video = stream.accepted.video
        switch name {
        case "service": return .string(stream.service == .video ? "video" : "audio")
        case "bytesSent": return .integer(Int64(stream.bytesSent))
        case "isOpen": return .boolean(stream.isOpen)
        case "mtu": return stream.accepted.mtu.map(LuaValue.integer) ?? .nil
        case "width": return video.width.map { .integer(Int64($0)) } ?? .nil
        case "height": return video.height.map { .integer(Int64($0)) } ?? .nil
        case "videoProtocol": return video.videoProtocol.map(LuaValue.string) ?? .nil
        case "videoCodec": return video.videoCodec.map(LuaValue.string) ?? .nil
        default: return .nil
        }
    }
}

extension LuaValue {
    /// `hu.apps[i].stream`.
    init(_ streams: AppStreams) {
        var fields: [(String, LuaValue)] = [
            ("videoBytes", .integer(Int64(streams.videoBytes))), ("audioBytes", .integer(Int64(streams.audioBytes))),
            ("isVideoOpen", .boolean(streams.running.contains(.video))), ("isAudioOpen", .boolean(streams.running.contains(.audio))),
        ]
        if let video = streams.video {
            var picture: [(String, LuaValue)] = []
            if let width = video.width { picture.append(("width", .integer(Int64(width)))) }
            if let height = video.height { picture.append(("height", .integer(Int64(height)))) }
            if let text = video.videoProtocol { picture.append(("videoProtocol", .string(text))) }
            if let text = video.videoCodec { picture.append(("videoCodec", .string(text))) }
            fields.append(("video", .record(picture)))
        }
        self = .record(fields)
    }
}
