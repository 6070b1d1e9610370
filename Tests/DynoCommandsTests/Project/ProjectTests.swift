// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import DynoCommands

@Suite struct ProjectTests {
    private let rig: CommandRig

    init() throws { rig = try CommandRig() }

    private func write(_ json: String) throws { _ = try rig.script(json, named: "dyno.json") }

    private func folder(_ name: String) throws -> String {
        let folder = rig.folder.appending(path: name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder.path
    }

    private func project() throws -> Project { try Project(near: rig.folder.path) }

    @Test(arguments: [
        ("left-hu", "serial:/dev/ttyUSB0?baud=115200"), ("serial:left-hu", "serial:/dev/ttyUSB0?baud=115200"),
        ("serial:left-hu?baud=9600", "serial:/dev/ttyUSB0?baud=9600"), ("right-hu", "tcp://car:12345"), ("sim", "sim"),
        ("tcp://127.0.0.1:1", "tcp://127.0.0.1:1"), ("serial:/dev/ttyUSB0", "serial:/dev/ttyUSB0"),
    ])
    func `a name stands for its URL`(text: String, url: String) throws {
        try write(#"{"headunits":{"left-hu":"serial:/dev/ttyUSB0?baud=115200","right-hu":{"url":"tcp://car:12345"}}}"#)
        #expect(try project().names.resolve(text) == url)
    }

    @Test func `the file is found upwards, and its paths are seen from its folder`() throws {
        try write(#"{"lib":["shared"],"allow":["io=logs","os"],"plugins":["p"],"persona":"hu/mine.lua"}"#)
        let project = try Project(near: try folder("x/y"))
        let root = try #require(project.folder)
        #expect(project.lib == ["\(root)/shared"] && project.plugins == ["\(root)/p"] && project.persona == "\(root)/hu/mine.lua")
        #expect(project.allow == ["io=\(root)/logs", "os"])
    }

    @Test func `without a file there are no settings`() throws {
        #expect(try Project(near: "/nowhere/at/all") == Project(near: "/"))
    }

    @Test(arguments: [
        ("{", "it is no JSON: "), ("[]", "it must be an object such as"),
        (#"{"headunt":"sim"}"#, "it has no `headunt`; did you mean `headunit`?"),
        (#"{"zzz":1}"#, "it has no `zzz`; it takes headunit, headunits, persona, allow, lib, plugins, memory, budget"),
        (#"{"memory":64}"#, "`memory` must be a text, not 64"), (#"{"lib":"x"}"#, "`lib` must be a list of texts, not \"x\""),
        (#"{"headunits":[]}"#, "`headunits` must be an object of names and URLs"),
        (#"{"headunits":{"a":{"url":"sim","ulr":"sim"}}}"#, "`headunits.a` has no `ulr`; did you mean `url`?"),
        (#"{"headunits":{"a":{}}}"#, "`headunits.a` needs `url`"), (#"{"headunits":{"a":1}}"#, "`headunits.a` must be a URL, or an object"),
        (#"{"headunits":{"a":"http://x"}}"#, "`headunits.a`: bad head unit URL `http://x`"),
    ])
    func `a mistake names the file and the place`(json: String, problem: String) throws {
        try write(json)
        let error = #expect(throws: UsageError.self) { try project() }
        #expect(error?.message.contains("dyno.json: \(problem)") == true, "\(error?.message ?? "")")
    }

    @Test func `a slip in the name of a head unit is told`() async throws {
        try write(#"{"headunits":{"left-hu":"tcp://127.0.0.1:1"}}"#)
        let script = try rig.script("")
        #expect(await rig.run("run", script, "--headunit", "lefthu") == 2)
        #expect(rig.errors == "dyno: there is no head unit 'lefthu' in dyno.json; did you mean 'left-hu'?\n")
    }

    @Test func `run takes its settings from the file, and the command line wins`() async throws {
        try write(#"{"headunit":"hu","headunits":{"hu":"serial:/dev/nothing"},"allow":["env"],"lib":["more"],"budget":"30ms"}"#)
        try "return 'from more'".write(toFile: try folder("more") + "/part.lua", atomically: true, encoding: .utf8)
        let app = try rig.script("print(require 'part', type(os.getenv 'PATH')) require('sdl').app():start()")
        #expect(await rig.run("run", app, "--quiet") == 5)
        #expect(rig.output == "from more\tstring\n")
        #expect(rig.errors.contains("there is no serial port /dev/nothing; plug the device in"))
        #expect(await rig.run("run", app, "--quiet", "--headunit", "sim", "--for", "10ms") == 0)
        #expect(await rig.run("run", try rig.script("while true do end", named: "loop.lua"), "--headunit", "sim", "--quiet") == 3)
        #expect(rig.errors.contains("time budget of 30 ms exhausted"))
    }

    @Test func `test takes its settings from the file, and leaves its memory beside it`() async throws {
        try write(#"{"lib":["more"]}"#)
        try "return 'x'".write(toFile: try folder("more") + "/part.lua", atomically: true, encoding: .utf8)
        let tests = try folder("tests")
        try "local t = require 'sdl.test' t('a', function() t.expect(require 'part'):equals 'x' end)"
            .write(toFile: tests + "/a_test.lua", atomically: true, encoding: .utf8)
        #expect(await rig.run("test", tests) == 0, "\(rig.output)\(rig.errors)")
        #expect(FileManager.default.fileExists(atPath: rig.folder.path + "/.dyno/tests.json"))
    }

    @Test func `a bad setting is told like a bad option`() async throws {
        try write(#"{"memory":"lots"}"#)
        #expect(await rig.run("run", try rig.script("")) == 2)
        #expect(rig.errors == "dyno: `memory` of dyno.json takes a size such as 64MiB, not 'lots'\n")
    }

    @Test func `init writes a project that runs, passes its test, is clean, and is never overwritten`() async throws {
        let place = rig.folder.path + "/radio"
        #expect(await rig.run("init", place) == 0)
        let files = ["dyno.json", "hello.lua", "tests/hello_test.lua", ".luarc.json", ".types/sdl.lua", ".types/sdl/test.lua"]
        #expect(
            rig.output == files.map { "wrote \(place)/\($0)\n" }.joined() + "now: dyno run \(place)/hello.lua, dyno test \(place)/tests\n")
        #expect(await rig.run("run", "--virtual-time", "--quiet", place + "/hello.lua") == 0, "\(rig.errors)")
        #expect(await rig.run("test", place) == 0, "\(rig.output)")
        #expect(await rig.run("lint", place) == 0, "\(rig.output)")
        let again = try CommandRig()
        #expect(await again.run("init", place) == 0)
        #expect(again.output.hasPrefix("kept \(place)/dyno.json\nkept \(place)/hello.lua\n"))
    }
}
