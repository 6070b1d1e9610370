// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import LuaRuntime
import NIOCore
import SDLApp
import SDLRPC

/// What `files.lua` is built on. A file is described by a table; its bytes are read when they are sent.
extension ScriptHost {
    func registerAppFiles() {
        lua.register("describeFile") { [unowned self] call in .value(try describeFile(call)) }
        lua.register("image") { [unowned self] call in .value(LuaValue(try appFile(call, 1).image)) }
        lua.register("fileSize") { [unowned self] call in
            do {
                return .value(.integer(Int64(try appFile(call, 1).size())))
            } catch let error as FileError {
                throw LuaFailure(kind: "file", message: error.description)
            }
        }
        lua.register("hasFile") { [unowned self] call in
            .value(.boolean(try application(call).fileNames.contains(call.string(2) ?? "")))
        }
        lua.register("upload", blocking: true) { [unowned self] in try upload($0) }
        lua.register("listFiles", blocking: true) { [unowned self] in try listFiles($0) }
        lua.register("deleteFile", blocking: true) { [unowned self] in try deleteFile($0) }
    }

    // MARK: Describing

    private static let fileKeys: [(name: String, isText: Bool)] = [
        ("path", true), ("bytes", true), ("name", true), ("type", true), ("staticIcon", true), ("persistent", false), ("template", false),
    ]

    /// Argument 1: what the script gave to `sdl.file`. Fills in the name and the type.
    private func describeFile(_ call: LuaCall) throws -> LuaValue {
        let given = try call.tree(1)
        for (key, isText) in Self.fileKeys {
            guard let value = given[key] else { continue }
            guard isText ? value.bytes != nil : value.boolean != nil else {
                throw call.badArgument(key, to: "sdl.file", "expected a \(isText ? "string" : "boolean")")
            }
        }
        let sources = ["path", "bytes", "staticIcon"].filter { given[$0] != nil }
        guard sources.count == 1 else {
            throw LuaFailure(kind: "invalidParameters", message: "sdl.file needs exactly one of `path`, `bytes` and `staticIcon`")
        }
        let name = given["name"]?.string ?? Self.name(of: given)
        let type = given["type"]?.string ?? Self.type(of: given, name)
        if let names = spec.enumeration(named: "FileType")?.elements.map(\.name), !names.contains(type) {
            let hint = Nearest.name(to: type, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
            throw LuaFailure(
                kind: "invalidParameters", message: "\"\(type)\" is not a FileType\(hint) (one of \(names.joined(separator: ", ")))")
        }
        let fields = (given.record ?? []).filter { $0.0 != "name" && $0.0 != "type" }
        return .record(fields + [("name", .string(name)), ("type", .string(type))])
    }

    /// The last part of the path; a picture in memory is named by its content, so that the same one is uploaded once.
    private static func name(of given: LuaValue) -> String {
        if let code = given["staticIcon"]?.string { return code }
        if let path = given["path"]?.string { return path.split(separator: "/").last.map(String.init) ?? path }
        return MD5.name(of: given["bytes"]?.bytes ?? ByteBuffer())
    }

    /// By the name, else by the path; bytes without a telling name are looked at.
    private static func type(of given: LuaValue, _ name: String) -> String {
        let byName = AppFile.type(ofName: name)
        guard byName == "BINARY" else { return byName }
        if let path = given["path"]?.string { return AppFile.type(ofName: path) }
        guard let start = given["bytes"]?.bytes?.readableBytesView.prefix(8) else { return "BINARY" }
        if start.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "GRAPHIC_PNG" }
        return start.starts(with: [0xFF, 0xD8, 0xFF]) ? "GRAPHIC_JPEG" : "BINARY"
    }

    /// The file a description stands for. Paths are checked here, at the last moment.
    func appFile(_ call: LuaCall, _ index: Int) throws -> AppFile {
        let given = try call.tree(index)
        let content: AppFile.Content
        if given["staticIcon"] != nil {
            content = .staticIcon
        } else if let path = given["path"]?.string {
            content = .stored(path: try granted(path), in: environment.files)
        } else {
            content = .bytes(given["bytes"]?.bytes ?? ByteBuffer())
        }
        return AppFile(
            name: given["name"]?.string ?? "", type: given["type"]?.string ?? "BINARY", isPersistent: given["persistent"]?.boolean ?? false,
            isTemplate: given["template"]?.boolean ?? false, content: content)
    }

    private func granted(_ path: String) throws -> String {
        do {
            return try modules.granted(path)
        } catch let error as ModuleFinder.Denied {
            throw LuaFailure(kind: "denied", message: error.description)
        }
    }

    // MARK: Transactions

    private func requireReady(_ application: Application, _ what: String) throws {
        guard application.state != .ready else { return }
        throw LuaFailure(
            kind: "notReady",
            message: "\(what): the application is \(application.state.rawValue); wait for app:start() to return")
    }

    /// Arguments: application, description, whether it replaces, checksum, progress function.
    private func upload(_ call: LuaCall) throws -> LuaReturn {
        let application = try application(call)
        let file = try appFile(call, 2)
        try requireReady(application, "`\(file.name)` was not uploaded")
        var options = Application.UploadOptions()
        options.overwrites = call.boolean(3) ?? false
        if let crc = call.integer(4) {
            guard let crc = UInt32(exactly: crc) else { throw call.badArgument("crc", to: "upload", "\(crc) does not fit 32 bits") }
            options.checksum = crc
        }
        var job: Int?
        if let progress = call.reference(5) {
            options.onProgress = { [weak self] sent, total in
                self?.report(progress, sent, total) { if let job { application.cancelFileJob(job) } }
            }
        }
        let ticket = call.suspend { if let job { application.cancelFileJob(job) } }
        job = application.upload(file, options: options) { [weak self] result in
            self?.turns.resume {
                switch result {
                case .success:
                    ticket.resume([
                        .record([
                            ("success", .boolean(true)), ("resultCode", .string("SUCCESS")),
                            ("spaceAvailable", .integer(Int64(application.fileSpace))),
                        ])
                    ])
                case .failure(let error): ticket.fail(LuaFailure(error))
                }
            }
        }
        return .suspended(ticket)
    }

    /// Calls the script's progress function, which may stop the upload by returning false.
    private func report(_ progress: LuaReference, _ sent: Int, _ total: Int, cancel: @escaping () -> Void) {
        tasks.running += 1
        lua.spawn(progress, [.integer(Int64(sent)), .integer(Int64(total))], name: "onProgress") { [weak self] result in
            if case .success(let values) = result, values.first?.boolean == false { cancel() }
            self?.handlerEnded(result, "onProgress") {}
        }
    }

    private func listFiles(_ call: LuaCall) throws -> LuaReturn {
        let application = try application(call)
        try requireReady(application, "`ListFiles` was not sent")
        let ticket = call.suspend()
        application.listFiles { [weak self] result in
            self?.turns.resume {
                switch result {
                case .success: ticket.resume([.list(application.fileNames.map(LuaValue.string))])
                case .failure(let error): ticket.fail(LuaFailure(error))
                }
            }
        }
        return .suspended(ticket)
    }

    private func deleteFile(_ call: LuaCall) throws -> LuaReturn {
        let application = try application(call)
        let name = call.string(2) ?? ""
        try requireReady(application, "`\(name)` was not deleted")
        let ticket = call.suspend()
        application.deleteFile(name) { [weak self] result in
            self?.turns.resume {
                switch result {
                case .success: ticket.resume()
                case .failure(let error): ticket.fail(LuaFailure(error))
                }
            }
        }
        return .suspended(ticket)
    }
}
