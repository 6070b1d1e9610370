// SPDX-License-Identifier: Apache-2.0
import LuaRuntime
import NIOCore
import SDLApp
import SDLHeadUnit
import SDLSession
import SDLWire

/// Frames for scripts: what `link.lua` is built on. Arguments 1…3 name a link: the side, the number of the application or head unit,
/// and for one link of a head unit its number.
extension ScriptHost {
    func registerLinks() {
        lua.register("onLinkFrame") { [unowned self] call in
            links.dispatcher = call.reference(1)
            return .none
        }
        lua.register("linkWatch") { [unowned self] in try watch($0) }
        lua.register("linkSendFrame") { [unowned self] in try sendFrame($0) }
        lua.register("linkSendBytes") { [unowned self] call in
            try end(of: call, session: sessionID(call, 5)).sendBytes(call.bytes(4) ?? ByteBuffer())
            return .none
        }
        lua.register("linkDisconnect") { [unowned self] in try disconnect($0) }
        lua.register("linkStats") { [unowned self] in .value(LuaValue(try stats($0))) }
        lua.register("huLinkOf") { [unowned self] in .value(.integer(try linkOf($0))) }
    }

    private func isApplication(_ call: LuaCall) -> Bool { call.string(1) == "app" }

    private func application(ofLink call: LuaCall) throws -> Application {
        guard let application = applications.all[call.integer(2) ?? 0] else {
            throw LuaFailure(kind: "invalidParameters", message: "this is not an application of this script")
        }
        return application
    }

    private func headUnit(ofLink call: LuaCall) throws -> HeadUnit {
        guard let entry = headUnits.all[call.integer(2) ?? 0] else {
            throw LuaFailure(kind: "invalidParameters", message: "this is not a head unit of this script")
        }
        return entry.unit
    }

    // MARK: Sending

    /// The end of the link that is meant, ready to send.
    private func end(of call: LuaCall, session: SessionID?) throws -> LinkEnd {
        guard !isApplication(call) else {
            guard let session = try application(ofLink: call).link.session, session.isLinkOpen else {
                throw LuaFailure(kind: "notConnected", message: "the application has no link now; call app:start() first")
            }
            return .application(session)
        }
        let unit = try headUnit(ofLink: call)
        if let number = call.integer(3) {
            guard let link = links.link(number) else { throw LuaFailure(kind: "notConnected", message: "this link is down") }
            return .headUnit(link)
        }
        if let session, let link = unit.link(ofSession: session) { return .headUnit(link) }
        guard let only = unit.links.first else { throw LuaFailure(kind: "notConnected", message: "no app is connected to this head unit") }
        guard unit.links.count == 1 else {
            throw LuaFailure(
                kind: "invalidParameters",
                message: "this head unit has \(unit.links.count) links; name an open `sessionID`, or use hu:linkOf(app)")
        }
        return .headUnit(only)
    }

    private func sessionID(_ call: LuaCall, _ index: Int) -> SessionID? {
        call.integer(index).flatMap { UInt8(exactly: $0) }.map { SessionID(rawValue: $0) }
    }

    /// Arguments from 4 on: version, frame type, service, frame info, session, message id, data size, encrypted, payload.
    private func sendFrame(_ call: LuaCall) throws -> LuaReturn {
        let end = try end(of: call, session: sessionID(call, 8))
        let session = sessionID(call, 8) ?? end.session ?? .none
        let version = call.integer(4).flatMap { UInt8(exactly: $0) } ?? end.version(of: session)
        let messageID = call.integer(9).flatMap { UInt32(exactly: $0) }.map { MessageID(rawValue: $0) }
        let values = [4, 5, 6, 7, 8, 9, 10].map { call.integer($0) ?? -1 }
        end.send(
            Frame(
                values: [Int64(version), values[1], values[2], values[3], Int64(session.rawValue)]
                    + [Int64((messageID ?? (version == 1 ? .none : end.makeMessageID(of: session))).rawValue), values[6]],
                isEncrypted: call.boolean(11) ?? false, payload: call.bytes(12) ?? ByteBuffer()))
        return .none
    }

    private func disconnect(_ call: LuaCall) throws -> LuaReturn {
        if isApplication(call) {
            try application(ofLink: call).link.session?.disconnect()
        } else if let number = call.integer(3) {
            links.link(number)?.link.close()
        } else {
            for link in try headUnit(ofLink: call).links { link.link.close() }
        }
        return .none
    }

    private func stats(_ call: LuaCall) throws -> LinkStats {
        if isApplication(call) { return try application(ofLink: call).link.stats }
        guard let number = call.integer(3) else { return try headUnit(ofLink: call).linkStats }
        return links.link(number)?.stats ?? LinkStats()
    }

    private func linkOf(_ call: LuaCall) throws -> Int64 {
        let unit = try headUnit(call)
        let app = try app(call, 2, of: unit)
        guard let link = unit.link(of: app) else { throw LuaFailure(kind: "notConnected", message: "\(app) has no link any more") }
        return links.number(of: link)
    }

    // MARK: Watching

    private func watch(_ call: LuaCall) throws -> LuaReturn {
        let isOn = call.boolean(3) ?? false
        let owner = "\(call.string(1) ?? "") \(call.integer(2) ?? 0)"
        if isApplication(call) {
            try application(ofLink: call).link.hooks = isOn ? hooks(owner, link: 0) : FrameHooks()
        } else {
            try headUnit(ofLink: call).linkHooks =
                isOn
                ? { [unowned self] link in hooks(owner, link: links.number(of: link)) } : nil
        }
        return .none
    }

    private func hooks(_ owner: String, link: Int64) -> FrameHooks {
        FrameHooks(
            incoming: { [weak self] in self?.passed($0, owner, link, "in") ?? nil },
            outgoing: { [weak self] in self?.passed($0, owner, link, "out") ?? nil })
    }

    /// Shows a frame to the script; what goes on instead, nil to drop it. A function that fails changes nothing.
    private func passed(_ frame: Frame, _ owner: String, _ link: Int64, _ direction: String) -> Frame? {
        guard let dispatcher = links.dispatcher else { return frame }
        do {
            let fields = [.string(owner), .integer(link), .string(direction)] + LuaValue.fields(of: frame)
            let results = try lua.call(dispatcher, fields)
            if results.first == .boolean(false) { return nil }
            guard results.count == 9 else { return frame }
            return Frame(
                values: results.prefix(7).map { $0.integer ?? 0 }, isEncrypted: results[7].boolean ?? false,
                payload: results[8].bytes ?? ByteBuffer())
        } catch {
            report((error as? LuaError ?? LuaError(kind: .runtime, message: "\(error)")).explainedForHook, in: "an onFrame function")
            return frame
        }
    }
}

extension LuaValue {
    /// A frame as the dispatcher takes it.
    fileprivate static func fields(of frame: Frame) -> [LuaValue] {
        let header = frame.header
        return [
            .integer(Int64(header.version)), .boolean(header.isEncrypted), .integer(Int64(header.frameType.rawValue)),
            .integer(Int64(header.serviceType.rawValue)), .integer(Int64(header.frameInfo.rawValue)),
            .integer(Int64(header.sessionID.rawValue)), .integer(Int64(header.messageID.rawValue)), .bytes(frame.payload),
        ]
    }

    init(_ stats: LinkStats) {
        self = .record(
            [
                ("framesIn", stats.framesIn), ("framesOut", stats.framesOut), ("bytesIn", stats.bytesIn), ("bytesOut", stats.bytesOut),
                ("malformed", stats.malformed), ("discardedBytes", stats.discardedBytes), ("resyncs", stats.resyncs),
                ("timeouts", stats.timeouts),
            ].map { ($0.0, .integer(Int64($0.1))) })
    }
}

extension Frame {
    /// From a script's numbers: version, frame type, service, frame info, session, message id, data size. A negative size is the
    /// payload's own.
    fileprivate init(values: [Int64], isEncrypted: Bool, payload: ByteBuffer) {
        let small = values.map { UInt8(clamping: $0) }
        self.init(
            version: small[0], isEncrypted: isEncrypted, frameType: FrameType(rawValue: small[1]),
            serviceType: ServiceType(rawValue: small[2]), frameInfo: FrameInfo(rawValue: small[3]),
            sessionID: SessionID(rawValue: small[4]), messageID: MessageID(rawValue: UInt32(clamping: values[5])), payload: payload)
        if values[6] >= 0 { header.dataSize = UInt32(clamping: values[6]) }
    }
}

extension LuaError {
    /// Says what to do when the function wanted to wait.
    fileprivate var explainedForHook: LuaError {
        guard let range = message.range(ofFirst: "cannot wait here") else { return self }
        var error = self
        error.message =
            message[..<range] + "cannot wait here: an onFrame function runs while its frame goes through; start a task with "
            + "sdl.spawn(function() … end) and wait there"
        return error
    }
}

extension String {
    /// Where a text first begins.
    fileprivate func range(ofFirst text: String) -> String.Index? {
        indices.first { self[$0...].hasPrefix(text) }
    }
}
