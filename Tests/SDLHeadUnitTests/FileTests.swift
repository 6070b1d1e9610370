// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLRPC
import SDLWire
import Testing

@testable import SDLHeadUnit

@Suite struct FileTests {
    private func put(
        _ app: TestApp, _ name: String, _ text: String, _ more: JSONObject = [:]
    ) -> JSONValue {
        let base: JSONObject = ["syncFileName": .string(name), "fileType": "BINARY"]
        return app.request("PutFile", .object(base.merging(more)), bulk: ByteBuffer(string: text))
    }

    private func code(_ response: JSONValue) -> String { response["resultCode"]?.string ?? "" }

    @Test func `files are stored, listed, read back and deleted`() throws {
        let rig = Rig { $0.limits.storage = 1000 }
        let app = rig.open("Hello")
        try rig.allowEverything("id-Hello")
        #expect(put(app, "a.txt", "hello")["spaceAvailable"] == 995)
        #expect(put(app, "b.txt", "world!", ["persistentFile": true])["spaceAvailable"] == 989)
        let list = app.request("ListFiles")
        #expect(list["filenames"] == ["a.txt", "b.txt"])
        #expect(list["spaceAvailable"] == 989)
        #expect(
            rig.headUnit.files(app.unit).map(\.json) == [
                ["name": "a.txt", "type": "BINARY", "size": 5, "persistent": false],
                ["name": "b.txt", "type": "BINARY", "size": 6, "persistent": true],
            ])
        let id = app.send("GetFile", ["fileName": "b.txt", "offset": 1, "length": 3])
        rig.settle()
        let file = app.received.first { $0.correlationID == id }
        #expect(file.map { String(buffer: $0.bulk) } == "orl")
        #expect(file?.params["length"] == 3)
        #expect(app.code("GetFile", ["fileName": "none"]) == "FILE_NOT_FOUND")
        #expect(app.code("DeleteFile", ["syncFileName": "a.txt"]) == "SUCCESS")
        #expect(app.code("DeleteFile", ["syncFileName": "a.txt"]) == "REJECTED")
        #expect(app.code("DeleteFile", ["syncFileName": "../x"]) == "INVALID_DATA")
        #expect(app.request("ListFiles")["filenames"] == ["b.txt"])
        #expect(app.problems == [])
    }

    @Test func `an empty list of files is a list`() {
        let app = Rig().open("Hello")
        #expect(app.request("ListFiles")["filenames"] == [])
    }

    @Test func `a file comes in parts, each at its place`() {
        let app = Rig().open("Hello")
        #expect(code(put(app, "a", "hello", ["offset": 0, "length": 10])) == "SUCCESS")
        #expect(code(put(app, "a", "world", ["offset": 4, "length": 5])) == "INVALID_DATA")
        #expect(code(put(app, "a", "world", ["offset": 5, "length": 5])) == "SUCCESS")
        #expect(app.unit.isRegistered)
        #expect(code(put(app, "b", "x", ["offset": 3])) == "INVALID_DATA")
        #expect(code(put(app, "a", "new")) == "SUCCESS")
    }

    @Test func `what can't be stored is refused`() {
        let app = Rig { $0.limits.storage = 6 }.open("Hello")
        #expect(code(put(app, "a", "")) == "INVALID_DATA")
        #expect(code(put(app, "a/b", "x")) == "INVALID_DATA")
        #expect(code(put(app, "a", "hello", ["crc": 5])) == "CORRUPTED_DATA")
        #expect(code(put(app, "a", "hello", ["crc": .integer(0x3610_A686)])) == "SUCCESS")
        let full = put(app, "b", "12")
        #expect(code(full) == "OUT_OF_MEMORY")
        #expect(full["spaceAvailable"] == 1)
        #expect(code(put(app, "a", "123456")) == "SUCCESS")
        #expect(put(app, "system", "a long system file", ["systemFile": true])["spaceAvailable"] == 0)
    }

    @Test func `the checksum is zlib's`() {
        #expect(CRC32.checksum(ByteBuffer()) == 0)
        #expect(CRC32.checksum(ByteBuffer(string: "123456789")) == 0xCBF4_3926)
    }

    @Test func `in NONE only a few file requests are allowed`() {
        let rig = Rig { $0.limits.fileRequestsInNone = 2 }
        let app = rig.register("Hello")
        #expect(code(put(app, "a", "1")) == "SUCCESS")
        #expect(code(put(app, "a", "again")) == "SUCCESS")
        #expect(code(put(app, "b", "2")) == "SUCCESS")
        #expect(code(put(app, "c", "3")) == "REJECTED")
        #expect(code(put(app, "b", "3", ["offset": 1])) == "SUCCESS")
        for expected in ["SUCCESS", "SUCCESS", "REJECTED"] { #expect(app.code("ListFiles") == expected) }
        #expect(app.code("DeleteFile", ["syncFileName": "none"]) == "REJECTED")
        for (name, expected) in [("a", "SUCCESS"), ("b", "SUCCESS"), ("b", "REJECTED")] {
            #expect(app.code("DeleteFile", ["syncFileName": .string(name)]) == expected)
        }
        rig.headUnit.user.activate(app.unit)
        #expect(app.code("ListFiles") == "SUCCESS")
        rig.headUnit.user.exit(app.unit)
        #expect(app.code("ListFiles") == "SUCCESS")
    }

    @Test func `persistent files and the icon outlive the session, others do not`() {
        let rig = Rig()
        let app = rig.open("Hello")
        _ = put(app, "keep", "1", ["persistentFile": true])
        _ = put(app, "drop", "2")
        #expect(app.code("SetAppIcon", ["syncFileName": "none"]) == "INVALID_DATA")
        #expect(app.code("SetAppIcon", ["syncFileName": "keep"]) == "SUCCESS")
        app.request("UnregisterAppInterface")
        rig.settle()
        #expect(app.register("Hello")["iconResumed"] == true)
        rig.headUnit.user.activate(app.unit)
        #expect(app.request("ListFiles")["filenames"] == ["keep"])
        app.request("DeleteFile", ["syncFileName": "keep"])
        app.request("UnregisterAppInterface")
        #expect(app.register("Hello")["iconResumed"] == false)
    }

    @Test func `a picture that is there is no warning`() {
        let app = Rig().open("Hello")
        _ = put(app, "cover.png", "png")
        #expect(app.code("Show", ["graphic": ["value": "cover.png", "imageType": "DYNAMIC"]]) == "SUCCESS")
        #expect(app.code("Speak", ["ttsChunks": [["text": "cover.png", "type": "FILE"]]]) == "SUCCESS")
    }
}
