// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import LuaRuntime
import NIOCore
import SDLRPC
import SDLWire

/// Settings, output, modules and grants: what `base.lua` and `sandbox.lua` are built on.
extension ScriptHost {
    /// Where virtual time begins for `os.time`: 2000-01-01T00:00:00Z.
    static let virtualEpoch: Int64 = 946_684_800
    /// How long a wait lasts when it does not say otherwise.
    static let defaultWait = Duration.seconds(30)

    func registerBasics() {
        lua.register("settings") { [unowned self] _ in
            .values([
                .string(world.scheduler.isVirtual ? "virtual" : "real"),
                .boolean(world.scheduler.isVirtual && !lua.isDeterministic), .integer(Self.virtualEpoch),
                .integer(Self.defaultWait.microseconds), .list(configuration.arguments.map(LuaValue.string)),
            ])
        }
        lua.register("setErrorMetatable") { [unowned self] call in
            lua.errorMetatable = call.reference(1)
            return .none
        }
        lua.register("now") { [unowned self] _ in .value(.number((world.now - stage.origin).inSeconds)) }
        lua.register("duration") { call in
            let argument = call.string(2) ?? "duration"
            return .value(.integer(try call.duration(1, argument, to: call.string(3) ?? "").microseconds))
        }
        lua.register("durationText") { call in .value(.string(Duration.microseconds(call.integer(1) ?? 0).shortText)) }
        lua.register("nearest") { call in
            let known = try call.tree(2).record?.map(\.0) ?? []
            return .value(Nearest.name(to: call.string(1) ?? "", among: known).map(LuaValue.string) ?? .nil)
        }
        registerOutput()
        registerFiles()
        registerJSON()
    }

    private func registerOutput() {
        lua.register("print") { [unowned self] call in
            let text = call.string(1) ?? ""
            try count(output: text)
            environment.output(written.take() + text)
            return .none
        }
        lua.register("write") { [unowned self] call in
            let text = call.string(1) ?? ""
            try count(output: text)
            written.append(text) { environment.output($0) }
            return .none
        }
        lua.register("writeError") { [unowned self] call in
            writtenErrors.append(call.string(1) ?? "") { publish(.warning, "log", $0) }
            return .none
        }
        lua.register("log") { [unowned self] call in
            let severity: Event.Severity =
                switch call.string(1) {
                case "debug": .debug
                case "warn": .warning
                case "error": .error
                default: .info
                }
            publish(severity, "log", call.string(2) ?? "")
            return .none
        }
    }

    /// A script that writes without end is ended before it has filled the disk its output goes to.
    private func count(output text: String) throws {
        outputBytes += text.utf8.count + 1
        guard outputBytes > configuration.outputLimit else { return }
        throw LuaFailure(
            kind: "limit", message: "the script has written more than \(configuration.outputLimit) bytes; raise the cap with --output")
    }

    private func registerFiles() {
        lua.register("findModule") { [unowned self] call in
            let name = call.string(1) ?? ""
            if name.hasPrefix(Self.personaModules), let source = Persona.shippedSource(String(name.dropFirst(Self.personaModules.count))) {
                return .values([.bytes(source), .string("@personas/\(name.dropFirst(Self.personaModules.count)).lua")])
            }
            noteSources(modules.candidates(name))
            if let found = try modules.find(name) { return .values([.bytes(found.source), .string(found.chunk)]) }
            let tried = modules.candidates(name).joined(separator: ", ")
            return .values([.nil, .nil, .string(tried.isEmpty ? "nothing: that is no module name" : tried)])
        }
        lua.register("moduleFolders") { [unowned self] _ in .value(.list(modules.folders.map(LuaValue.string))) }
        lua.register("findCModule") { [unowned self] call in
            .value(modules.findLibrary(call.string(1) ?? "").map(LuaValue.string) ?? .nil)
        }
        lua.register("readScript") { [unowned self] call in
            do {
                let path = call.string(1) ?? ""
                if let granted = try? modules.granted(path) { noteSources([granted]) }
                return .value(.bytes(try modules.read(path)))
            } catch {
                return .values([.nil, .string("\(error)")])
            }
        }
        lua.register("granted") { [unowned self] call in
            let capability = Grants.Capability(rawValue: call.string(1) ?? "")
            return .value(.boolean(capability.map(configuration.grants.capabilities.contains) ?? false))
        }
        lua.register("pathGranted") { [unowned self] call in .value(.boolean(modules.isGranted(call.string(1) ?? ""))) }
    }

    private func registerJSON() {
        lua.register("encodeJSON") { call in
            var json = ByteBuffer()
            do {
                try call.stack.encodeJSON(1, into: &json)
            } catch {
                throw call.badArgument("value", to: "sdl.json.encode", "\(error)")
            }
            return .value(.bytes(json))
        }
        lua.register("decodeJSON") { call in
            guard call.type(1) == .string, let json = call.bytes(1) else {
                throw call.badArgument("text", to: "sdl.json.decode", "expected a string, got \(call.type(1).name)")
            }
            do {
                try call.stack.decodeJSON(json)
            } catch {
                throw call.badArgument("text", to: "sdl.json.decode", "\(error)")
            }
            return .pushed(1)
        }
        lua.register("crc32") { call in
            guard call.type(1) == .string, let bytes = call.bytes(1) else {
                throw call.badArgument("bytes", to: "sdl.crc32", "expected a string, got \(call.type(1).name)")
            }
            return .value(.integer(Int64(CRC32.checksum(bytes))))
        }
    }
}
