// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLRPC
import SDLWire

extension Behaviours {
    /// Files and the application's icon.
    static let files: [String: Behaviour] = [
        "PutFile": .immediate { request, headUnit throws(Refusal) in try putFile(request, headUnit) },
        "DeleteFile": .immediate { request, headUnit throws(Refusal) in
            try requireRoomInNone(request, headUnit)
            let name = try fileName(request, "syncFileName")
            guard headUnit.files[request.app.identity]?.remove(name) == true else {
                throw Refusal(.rejected, "there is no file \(name)")
            }
            if request.app.hmiLevel == .none { request.app.rates.countFileRequest(request.rpc) }
            return Answer()
        },
        "ListFiles": .immediate { request, headUnit throws(Refusal) in
            try requireRoomInNone(request, headUnit)
            if request.app.hmiLevel == .none { request.app.rates.countFileRequest(request.rpc) }
            let names = (headUnit.files[request.app.identity]?.files ?? []).map(\.name)
            return Answer(
                .success,
                [
                    "filenames": .array(names.prefix(headUnit.configuration.limits.listedFiles).map { .string($0) }),
                    "spaceAvailable": .integer(headUnit.spaceAvailable(to: request.app)),
                ])
        },
        "SetAppIcon": .immediate { request, headUnit throws(Refusal) in
            let name = try fileName(request, "syncFileName")
            guard headUnit.files[request.app.identity]?[name] != nil else { throw Refusal(.invalidData, "there is no file \(name)") }
            headUnit.files[request.app.identity]?.iconName = name
            return Answer()
        },
        "GetFile": .immediate { request, headUnit throws(Refusal) in try getFile(request, headUnit) },
    ]

    private static func putFile(_ request: HeadUnitRequest, _ headUnit: HeadUnit) throws(Refusal) -> Answer {
        let offset = request.int("offset") ?? 0
        if offset == 0 { try requireRoomInNone(request, headUnit) }
        let name = try fileName(request, "syncFileName")
        guard request.bulk.readableBytes > 0 else { throw Refusal(.invalidData, "PutFile came without data") }
        if let wanted = request.integer("crc"), wanted != Int64(CRC32.checksum(request.bulk)) {
            throw Refusal(.corruptedData, "the data's checksum is \(CRC32.checksum(request.bulk)), not \(wanted)")
        }
        // A system file is for the head unit itself: it takes no room of the application's.
        if request.bool("systemFile") == true { return Answer(.success, ["spaceAvailable": 0]) }
        let part = StoredFile(
            name: name, type: request.string("fileType") ?? "BINARY", isPersistent: request.bool("persistentFile") ?? false,
            bytes: request.bulk)
        let quota = headUnit.configuration.limits.storage
        let isNew = headUnit.files[request.app.identity]?[name] == nil
        switch headUnit.files[request.app.identity, default: FileStore()].put(part, at: offset, quota: quota) {
        case nil: break
        case .wrongOffset(let expected):
            throw Refusal(.invalidData, "offset is \(offset); the file has \(expected) bytes", space(request, headUnit))
        case .outOfMemory: throw Refusal(.outOfMemory, "the application's space is used up", space(request, headUnit))
        }
        if isNew && request.app.hmiLevel == .none { request.app.rates.countFileRequest(request.rpc) }
        return Answer(.success, space(request, headUnit))
    }

    private static func space(_ request: HeadUnitRequest, _ headUnit: HeadUnit) -> JSONObject {
        ["spaceAvailable": .integer(headUnit.spaceAvailable(to: request.app))]
    }

    /// A file's name, which may not lead out of the application's folder.
    private static func fileName(_ request: HeadUnitRequest, _ parameter: String) throws(Refusal) -> String {
        let name = request.string(parameter) ?? ""
        guard !name.isEmpty, !name.contains("/"), TextRule.allows(name) else {
            throw Refusal(.invalidData, "`\(name)` can't be the name of a file")
        }
        return name
    }

    private static func requireRoomInNone(_ request: HeadUnitRequest, _ headUnit: HeadUnit) throws(Refusal) {
        let limit = headUnit.configuration.limits.fileRequestsInNone
        guard request.app.hmiLevel == .none, limit > 0, request.app.rates.fileRequests(request.rpc) >= limit else { return }
        throw Refusal(.rejected, "an application in NONE may use \(request.rpc) \(limit) times")
    }

    private static func getFile(_ request: HeadUnitRequest, _ headUnit: HeadUnit) throws(Refusal) -> Answer {
        let name = try fileName(request, "fileName")
        let owner = request.string("appServiceId").flatMap { headUnit.services[$0]?.provider }.flatMap { headUnit.app($0) }
        guard let file = headUnit.files[(owner ?? request.app).identity]?[name] else {
            throw Refusal(.fileNotFound, "there is no file \(name)")
        }
        let offset = request.int("offset") ?? 0
        guard offset <= file.size else { throw Refusal(.invalidData, "offset is \(offset); the file has \(file.size) bytes") }
        let length = min(request.int("length") ?? file.size, file.size - offset)
        let bytes = file.bytes.getSlice(at: file.bytes.readerIndex + offset, length: length) ?? ByteBuffer()
        var answer = Answer(
            .success,
            [
                "offset": .integer(Int64(offset)), "length": .integer(Int64(length)), "fileType": .string(file.type),
                "crc": .integer(Int64(CRC32.checksum(bytes))),
            ])
        answer.bulk = bytes
        return answer
    }
}

extension HeadUnit {
    /// The files an application has on the head unit.
    public func files(_ app: HeadUnitApp) -> [StoredFile] { files[app.identity]?.files ?? [] }

    /// Bytes an application may still store, as far as the RPC spec can say it.
    func spaceAvailable(to app: HeadUnitApp) -> Int64 {
        let free = configuration.limits.storage - (files[app.identity]?.usedSpace ?? 0)
        return Int64(min(max(free, 0), 2_000_000_000))
    }
}
