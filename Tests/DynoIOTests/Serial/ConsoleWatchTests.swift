// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import Testing

@testable import DynoIO

@Suite(.timeLimit(.minutes(1)))
struct ConsoleWatchTests {
    @Test(arguments: [
        ("U-Boot 2023.04 (Apr 01 2023)\r\n", ConsoleWatch.Sight.booting("U-Boot 2023.04 (Apr 01 2023)")),
        ("\r\nStarting kernel ...\r\n", .booting("Starting kernel ...")),
        ("[    0.000000] Linux version 6.1\n", .booting("[    0.000000] Linux version 6.1")),
        ("hu login: ", .login("hu login:")),
        ("\nPassword:", .login("Password:")),
        ("root@hu:~# ", .shell("root@hu:~#")),
        ("\n=> ", .shell("=>")),
        ("AT\r", .modemProbe("AT")),
        ("ATE0\r\n", .modemProbe("ATE0")),
        ("HTTP/1.1 400 Bad Request\r\n", .webServer("HTTP/1.1 400 Bad Request")),
    ])
    func `what is no SDL is recognised, in one piece or byte by byte`(text: String, sight: ConsoleWatch.Sight) {
        var whole = ConsoleWatch()
        #expect(whole.receive(ByteBuffer(string: text)) == [sight])
        var pieces = ConsoleWatch()
        #expect(text.utf8.flatMap { pieces.receive(ByteBuffer(integer: $0)) } == [sight])
    }

    @Test(arguments: [
        [0x10, 0x07, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00] as [UInt8],
        [0x50, 0x07, 0x05, 0x01, 0x00, 0x00, 0x00, 0x20] + Array(#"{"appName":"hu login: "}"#.utf8),
        Array("{\"a\":1}\n".utf8), Array("\n\r\n\r".utf8), Array(String(repeating: "login: ", count: 40).utf8), [],
    ])
    func `frames and other text are not`(bytes: [UInt8]) {
        var watch = ConsoleWatch()
        #expect(watch.receive(ByteBuffer(bytes: bytes)) == [])
    }

    @Test func `each sight is told once`() {
        var watch = ConsoleWatch()
        #expect(watch.receive(ByteBuffer(string: "hu login: \nhu login: ")).count == 1)
        #expect(watch.receive(ByteBuffer(string: "\nU-Boot 1\n")) == [.booting("U-Boot 1")])
        #expect(watch.receive(ByteBuffer(string: "U-Boot 2\n")) == [])
    }

    @Test func `the advice says what to do`() {
        #expect(
            ConsoleWatch.Sight.login("hu login:").advice
                == "the other end asks for a login (`hu login:`): this is its console; use the port that its SDL listens on")
        #expect(ConsoleWatch.Sight.modemProbe("AT").advice.contains("stop ModemManager"))
        #expect(ConsoleWatch.Sight.booting("U-Boot 1").advice.hasPrefix("the other end boots (`U-Boot 1`)"))
        #expect(ConsoleWatch.Sight.shell("$ ").advice.hasPrefix("a shell runs"))
        #expect(ConsoleWatch.Sight.webServer("HTTP/1.1").advice.hasPrefix("the other end speaks HTTP"))
    }

    @Test func `a link tells what its peer is, and hands the bytes on`() async throws {
        let rig = try await SerialRig()
        let told = try await live { (live: LiveWorld<[String]>) in
            var told: [String] = []
            live.world.observe { told.append("\($0.name): \($0.text)") }
            rig.open(in: live.world) { left, right in
                left.onBytes = { bytes in withExtendedLifetime(right) { live.finish(told + [String(buffer: bytes)]) } }
                right.send(ByteBuffer(string: "hu login: "))
            }
        }
        #expect(told == ["peer-text: \(ConsoleWatch.Sight.login("hu login:").advice)", "hu login: "])
    }

    @Test func `a peer that says nothing is told of`() async throws {
        let rig = try await SerialRig()
        var system = rig.system
        system.silenceLimit = .milliseconds(10)
        let told = try await live { [system] (live: LiveWorld<String>) in
            live.world.observe { live.finish($0.text) }
            SerialTransport(device: rig.cable.path(.left), settings: .default, system: system).open(in: live.world) { result in
                expectSuccess(result)?.send(ByteBuffer(string: "?"))
            }
        }
        #expect(
            told == "nothing has come in 10ms; check that the head unit is on, the cable, that both ends have one speed, "
                + "and that it is the SDL port")
    }
}
