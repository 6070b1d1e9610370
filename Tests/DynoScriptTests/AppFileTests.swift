// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import Testing

@testable import DynoScript

@Suite struct AppFileTests {
    @Test func `a file is named and typed by its path, or by what is in it`() throws {
        let printed = try scenario(
            """
            local function tell(config) local f = sdl.file(config) print(f.name, f.type, f.size) end
            tell { path = "art/cover.JPG" }
            tell { path = "art/cover.JPG", name = "c", type = "GRAPHIC_PNG" }
            tell { bytes = "a" }
            tell { bytes = "\\x89PNG\\r\\n" }
            tell { bytes = "{}", name = "x.json", persistent = true }
            local icon = sdl.file { staticIcon = "0x29" }
            print(icon.image.value, icon.image.imageType)
            local cover = sdl.file { bytes = "x", name = "c.png", template = true }.image
            print(cover.value, cover.imageType, cover.isTemplate)
            """, files: ["/test/art/cover.JPG": "12345"])
        #expect(
            printed == [
                "cover.JPG\tGRAPHIC_JPEG\t5", "c\tGRAPHIC_PNG\t5", "0cc175b9c0f1b6a8\tBINARY\t1", "8eece9cc616084e6\tGRAPHIC_PNG\t6",
                "x.json\tJSON\t2", "0x29\tSTATIC", "c.png\tDYNAMIC\ttrue",
            ], "\(printed)")
    }

    @Test(arguments: [
        ("{}", "sdl.file needs exactly one of `path`, `bytes` and `staticIcon`"),
        ("{ path = 'x', bytes = 'y' }", "sdl.file needs exactly one of `path`, `bytes` and `staticIcon`"),
        ("{ byte = 'x' }", "sdl.file has no `byte`; did you mean `bytes`?"),
        ("{ bytes = {} }", "bad argument `bytes` to `sdl.file`: expected a string"),
        ("{ bytes = 'x', persistent = 'yes' }", "bad argument `persistent` to `sdl.file`: expected a boolean"),
        ("{ bytes = 'x', type = 'GRAPHIC_PNGS' }", "\"GRAPHIC_PNGS\" is not a FileType; did you mean \"GRAPHIC_PNG\"?"),
    ])
    func `a wrong description says what is wrong`(config: String, message: String) throws {
        let text = try failure(of: "local sdl = require 'sdl'\nsdl.file \(config)")
        #expect(text.hasPrefix("/test/main.lua:2: \(message)"), "\(text)")
    }

    @Test func `a file goes up in parts with their checksums, and progress is told`() throws {
        let printed = try scenario(
            """
            hu:on("PutFile", function(req)
              local p = req.params
              print(p.offset, p.length, #req.bulk, p.crc == sdl.crc32(req.bulk), p.persistentFile, p.systemFile)
            end)
            local a = app()
            a:start() hu.user:activate(a) settle()
            local file = sdl.file { bytes = ("x"):rep(300000), name = "f", persistent = true }
            local answer = a.files:upload(file, { onProgress = function(sent, total) print("sent", sent, total) end })
            print(answer.success, answer.spaceAvailable == a.files.spaceAvailable, a.files:has(file), a.files:has "f", a.files:has "g")
            print(hu:files(a)[1].size)
            """)
        let parts = printed.filter { !$0.hasPrefix("sent") }
        #expect(parts.count == 5)
        #expect(parts[0].hasPrefix("0\t300000\t") && parts[0].hasSuffix("\ttrue\ttrue\tfalse"))
        let size = try #require(Int(parts[0].split(separator: "\t")[2]))
        #expect(size > 130_000 && size < 131_072)
        #expect(parts[1] == "\(size)\t\(size)\t\(size)\ttrue\ttrue\tfalse")
        #expect(parts[2].hasPrefix("\(size * 2)\t\(300_000 - size * 2)\t"))
        #expect(parts[3] == "true\ttrue\ttrue\ttrue\tfalse" && parts[4] == "300000")
        #expect(printed.filter { $0.hasPrefix("sent") } == ["sent\t\(size)\t300000", "sent\t\(size * 2)\t300000", "sent\t300000\t300000"])
    }

    @Test func `what is wrong with an upload has its kind, code and text`() throws {
        let printed = try scenario(
            """
            local a = app()
            local function try(file, options)
              local ok, problem = pcall(a.files.upload, a.files, sdl.file(file), options)
              print(problem.kind, problem.domain, problem.code, problem.resultCode, problem.message)
            end
            try { bytes = "x", name = "early" }
            a:start() hu.user:activate(a) settle()
            try { path = "missing.png" }
            try { path = "/etc/passwd" }
            try { bytes = "", name = "empty" }
            try { staticIcon = "0x01" }
            try({ bytes = "x", name = "spoilt" }, { crc = 1 })
            try { bytes = "x", name = "a/b" }
            a.files:upload(sdl.file { bytes = "x", name = "there" })
            try { bytes = "x", name = "there" }
            hu:on("PutFile", function() return "OUT_OF_MEMORY", { spaceAvailable = 3, info = "full" } end)
            try { bytes = "x", name = "big" }
            print(pcall(a.files.upload, a.files, "name"))
            """)
        #expect(
            Array(printed.prefix(8))
                == [
                    "notReady\tnil\tnil\tnil\t`early` was not uploaded: the application is stopped; wait for app:start() to return",
                    "file\tfile\t-100\tnil\tmissing.png does not exist",
                    "denied\tnil\tnil\tnil\t/etc/passwd is outside the script's folder; run with --allow io=DIR for its folder",
                    "file\tfile\t-9\tnil\t`empty` was not uploaded: it is empty",
                    "file\tfile\t-10\tnil\t`0x01` is an icon of the head unit's own; there is nothing to upload",
                    "rpcFailed\tnil\tnil\tCORRUPTED_DATA\t`PutFile` failed: CORRUPTED_DATA (the data's checksum is 2363233923, not 1)",
                    "rpcFailed\tnil\tnil\tINVALID_DATA\t`PutFile` failed: INVALID_DATA (`a/b` can't be the name of a file)",
                    "file\tfile\t-1\tnil\t`there` was not uploaded: the head unit has a file of that name; pass { overwrite = true }",
                ].map { $0.replacingMissingPath })
        #expect(printed[8] == "rpcFailed\tnil\tnil\tOUT_OF_MEMORY\t`PutFile` failed: OUT_OF_MEMORY (full)")
        #expect(printed[9].hasSuffix("bad argument `file` to `upload`: expected a file made by sdl.file, got string"))
    }

    @Test func `a failed upload is tried once more, and the second try may do`() throws {
        let printed = try scenario(
            """
            local a = app()
            a:start() hu.user:activate(a) settle()
            hu:on("PutFile", function(req) print("try", req.n) if req.n == 1 then return "GENERIC_ERROR" end end)
            print(a.files:upload(sdl.file { bytes = "x", name = "f" }).resultCode)
            """)
        #expect(printed == ["try\t1", "try\t2", "SUCCESS"])
    }

    @Test func `several uploads at once wait for one another`() throws {
        let printed = try scenario(
            """
            local a = app()
            a:start() hu.user:activate(a) settle()
            hu:on("PutFile", function(req) print(req.params.syncFileName) sdl.sleep "1s" end)
            sdl.all(3, function(i) a.files:upload(sdl.file { bytes = "x", name = "f" .. i }) print("done", i, sdl.now() // 1) end)
            print(table.concat(a.files:list(), " "))
            """)
        #expect(printed == ["f1", "done\t1\t1.0", "f2", "done\t2\t2.0", "f3", "done\t3\t3.0", "f1 f2 f3"])
    }

    @Test func `an upload is stopped by its progress, and by the end of its task`() throws {
        let printed = try scenario(
            """
            local a = app()
            a:start() hu.user:activate(a) settle()
            local puts = 0
            hu:on("PutFile", function() puts = puts + 1 sdl.sleep "100ms" end)
            local big = sdl.file { bytes = ("x"):rep(3000000), name = "big" }
            local ok, problem = pcall(a.files.upload, a.files, big, { onProgress = function() return false end })
            print(ok, problem.kind, problem.code, puts < 10)
            local task = sdl.spawn(function() a.files:upload(big, { overwrite = true }) end)
            sdl.sleep "150ms"
            task:cancel()
            sdl.sleep "1s"
            local before = puts
            sdl.sleep "1s"
            print(puts == before, puts < 20, a.files:upload(sdl.file { bytes = "x", name = "small" }).resultCode)
            """)
        #expect(printed == ["false\tcancelled\t-6\ttrue", "true\ttrue\tSUCCESS"])
    }

    @Test func `many files are uploaded by one call, whose errors are kept by name`() throws {
        let printed = try scenario(
            """
            local a = app()
            a:start() hu.user:activate(a) settle()
            local function file(name) return sdl.file { bytes = "xx", name = name } end
            print(table.concat(a.files:uploadAll({ file "1.png", file "2.png" }), " "))
            local names, errors = a.files:uploadAll({ file "1.png", file "bad/3", file "4.png" }, {
              raise = false, onProgress = function(name, fraction, err) print(name, ("%.2f"):format(fraction), err and err.resultCode) end,
            })
            print(table.concat(names, " "), errors["bad/3"].resultCode)
            local ok, problem = pcall(a.files.uploadAll, a.files, { file "bad/3" })
            print(ok, problem.kind, problem.code, problem.errors["bad/3"].kind)
            print(#a.files:uploadAll({ file "5", file "6" }, { onProgress = function() return false end }))
            """)
        #expect(
            printed == [
                "1.png 2.png", "1.png\t0.33\tnil", "bad/3\t0.67\tINVALID_DATA", "4.png\t1.00\tnil", "1.png 4.png\tINVALID_DATA",
                "false\trpcFailed\t-7\trpcFailed", "1",
            ])
    }

    @Test func `files are listed and deleted, and only those that are there`() throws {
        let printed = try scenario(
            """
            local a = app()
            a:start() hu.user:activate(a) settle()
            local file = sdl.file { bytes = "x", name = "f" }
            local before = a.files.spaceAvailable
            a.files:upload(file)
            print(before - a.files.spaceAvailable)
            a.files:delete(file)
            print(a.files:has(file), #a.files:list())
            local ok, problem = pcall(a.files.delete, a.files, "f")
            print(problem.kind, problem.code, problem.message)
            """)
        #expect(printed == ["1", "false\t0", "file\t-5\t`f` was not deleted: the head unit has no such file"])
    }

    @Test func `a picture goes up before the first request that shows it, wherever it stands`() throws {
        let printed = try scenario(
            """
            local a = app()
            a:start() hu.user:activate(a) settle()
            for _, rpc in ipairs { "PutFile", "Show", "AddCommand" } do hu:on(rpc, function(req) print(rpc, req.params.syncFileName) end) end
            local one, two = sdl.file { bytes = "1", name = "1.png" }, sdl.file { bytes = "2", name = "2.png" }
            local params = { mainField1 = "x", graphic = one,
              softButtons = { { type = "IMAGE", image = two, softButtonID = 1 }, { type = "IMAGE", image = one, softButtonID = 2 } } }
            a.rpc.Show(params)
            print(params.graphic == one, hu:screen(a).graphic.value)
            a.rpc.AddCommand { cmdID = 1, menuParams = { menuName = "x" }, cmdIcon = two }
            a.rpc.Show { graphic = sdl.file { staticIcon = "0x29" } }
            """)
        #expect(printed == ["PutFile\t1.png", "PutFile\t2.png", "Show\tnil", "true\t1.png", "AddCommand\tnil", "Show\tnil"])
    }

    @Test func `a picture the head unit refuses fails rpc and leaves try to the head unit`() throws {
        let printed = try scenario(
            """
            local a = app()
            a:start() hu.user:activate(a) settle()
            hu:on("PutFile", function() return "OUT_OF_MEMORY" end)
            local ok, problem = pcall(a.rpc.Show, { graphic = sdl.file { bytes = "1", name = "1.png" } })
            print(ok, problem.kind, problem.rpc, problem.resultCode)
            local answer = a.try.Show { mainField1 = "x", graphic = sdl.file { bytes = "1", name = "1.png" } }
            print(answer.resultCode, answer.info)
            """)
        #expect(printed == ["false\trpcFailed\tPutFile\tOUT_OF_MEMORY", "WARNINGS\tRequested image(s) not found: 1.png"])
    }

    @Test func `pending uploads fail when the link goes`() throws {
        let printed = try scenario(
            """
            local a = app()
            a:start() hu.user:activate(a) settle()
            hu:on("PutFile", hu.noReply)
            sdl.after("1s", function() hu.user:ignition "off" end)
            local ok, problem = pcall(a.files.upload, a.files, sdl.file { bytes = "x", name = "f" })
            print(ok, problem.kind, a.files:has "f")
            """)
        #expect(printed == ["false\tnotConnected\tfalse"])
    }

    @Test func `a large file is read in pieces, few at a time`() throws {
        let rig = ScriptRig()
        let disk = CountingFileSystem(size: 64 << 20)
        let outcome = try rig.run(
            """
            local sdl = require "sdl"
            local hu = sdl.headunit {}
            local a = sdl.app { appName = "x", fullAppID = "y", headunit = hu }
            hu:on("PutFile", function() return "SUCCESS", { spaceAvailable = 5 } end)
            a:start() hu.user:activate(a) sdl.sleep "1ms"
            local answer = a.files:upload(sdl.file { path = "large.bin" })
            print(answer.resultCode, answer.spaceAvailable)
            a:stop()
            """, files: disk)
        #expect(outcome == .finished)
        #expect(rig.printed == ["SUCCESS\t5"])
        #expect(disk.bytesRead == 64 << 20)
        #expect(disk.largestRead < 131_072)
    }
}

extension String {
    /// Paths are told as the host sees them: beside the script.
    fileprivate var replacingMissingPath: String { replacing("missing.png", with: "/test/missing.png") }
}

/// One script, and one large file that exists only while it is read.
final class CountingFileSystem: FileSystem {
    let scripts = MemoryFileSystem()
    let size: Int
    private(set) var bytesRead = 0
    private(set) var largestRead = 0

    init(size: Int) {
        self.size = size
    }

    func read(_ path: String, limit: Int) throws(FileError) -> ByteBuffer { try scripts.read(path, limit: limit) }
    func resolve(_ path: String) -> String? { scripts.resolve(path) }
    func size(of path: String) throws(FileError) -> Int { size }

    func read(_ path: String, from offset: Int, count: Int) throws(FileError) -> ByteBuffer {
        let count = min(count, size - offset)
        bytesRead += count
        largestRead = max(largestRead, count)
        return ByteBuffer(repeating: 7, count: count)
    }
}
