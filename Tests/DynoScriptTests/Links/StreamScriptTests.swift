// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import Testing

@testable import DynoScript

/// Audio and video from scripts.
struct StreamScriptTests {
    /// A navigation application that the driver has opened.
    private static let bench = """
        local sdl = require "sdl"
        local hu = sdl.headunit {}
        local app = sdl.app { appName = "Navi", fullAppID = "navi", appHMIType = { "NAVIGATION" }, headunit = hu }
        app:start()
        hu.user:activate(app)
        app:waitForHMI { hmiLevel = "FULL" }

        """

    private func printed(_ script: String, files: [String: String] = [:]) throws -> [String] {
        try output(of: Self.bench + script + "\napp:stop()") { rig in rig.files.files.merge(files) { $1 } }
    }

    @Test func `video opens, carries bytes and closes, and both ends count`() throws {
        let lines = try printed(
            """
            local s = app:openVideo { width = 800, height = 480, videoCodec = "H264", videoProtocol = "RAW" }
            print(s, s.width, s.height, s.videoCodec, s.videoProtocol, s.mtu, s.isOpen)
            s:send(("v"):rep(300000))
            s:send("more")
            sdl.sleep "10ms"
            local there = hu.apps[1].stream
            print(s.bytesSent, there.videoBytes, there.audioBytes, there.isVideoOpen, there.video.width)
            s:close()
            print(s.isOpen, hu.apps[1].stream.isVideoOpen, hu.apps[1].stream.videoBytes)
            print(pcall(s.send, s, "late"))
            """)
        #expect(
            lines == [
                "video stream\t800\t480\tH264\tRAW\t131072\ttrue", "300004\t300004\t0\ttrue\t800", "false\tfalse\t300004",
                "false\t/test/main.lua:16: the video stream is closed",
            ])
    }

    @Test func `a file goes out at its rate`() throws {
        let lines = try printed(
            """
            local s = app:openAudio()
            local start = sdl.now()
            sdl.after("1050ms", function() print("after 1 s", s.bytesSent) end)
            print(s:sendFile("tone.pcm", { rate = "30KiB/s" }), sdl.now() - start)
            sdl.sleep "1ms"
            print(hu.apps[1].stream.audioBytes)
            """, files: ["/test/tone.pcm": String(repeating: "p", count: 61440)])
        #expect(lines == ["after 1 s\t30720", "61440\t2.0", "61440"])
    }

    @Test func `a stream at a rate is ended by the task that sends it, and others go on`() throws {
        let lines = try printed(
            """
            local s = app:openVideo {}
            local slow = sdl.spawn(function() s:send(("x"):rep(1000000), { rate = "10kB/s" }) end)
            sdl.sleep "1050ms"
            slow:cancel()
            local sent = s.bytesSent
            s:send("tail")
            print(sent, s.bytesSent - sent)
            """)
        #expect(lines == ["10000\t4"])
    }

    @Test func `a refused service raises what the head unit said`() throws {
        let lines = try printed(
            """
            local ok, e = pcall(app.openVideo, app, { videoCodec = "VP9", videoProtocol = "RTSP" })
            print(ok, e.kind, e.reason, table.concat(e.rejectedParams, " "))
            print(e)
            app:openVideo { videoProtocol = "RTP" }:close()
            """)
        #expect(
            lines == [
                "false\tserviceRefused\tthe picture cannot be shown like this\tvideoProtocol videoCodec",
                "/test/main.lua:7: video: the head unit refused the service: the picture cannot be shown like this "
                    + "(rejected: videoProtocol, videoCodec)",
            ])
    }

    @Test(arguments: [
        (#"{ "MEDIA" }"#, "FULL", "only NAVIGATION and PROJECTION applications stream"),
        (#"{ "NAVIGATION" }"#, "NONE", "the application is in NONE, not in FULL or LIMITED"),
        (#"{ "PROJECTION" }"#, "LIMITED", "the application is NOT_AUDIBLE"),
    ])
    func `who may not stream is told why`(types: String, level: String, reason: String) throws {
        let lines = try output(
            of: """
                local sdl = require "sdl"
                local hu = sdl.headunit {}
                local app = sdl.app { appName = "App", fullAppID = "app", appHMIType = \(types), headunit = hu }
                print(pcall(app.openAudio, app))
                app:start()
                hu:setHMILevel(app, "\(level)")
                app:waitForHMI { hmiLevel = "\(level)" }
                local ok, e = pcall(app.openAudio, app)
                print(e.kind, e.reason, #e.rejectedParams)
                app:stop()
                """)
        #expect(
            lines == [
                "false\t/test/main.lua:4: the audio service needs a registered application; this one is stopped",
                "serviceRefused\t\(reason)\t0",
            ])
    }

    @Test func `an application that leaves the screen streams no longer`() throws {
        let lines = try printed(
            """
            local s = app:openVideo {}
            local sending = sdl.spawn(function() s:send(("x"):rep(100000), { rate = "10kB/s" }) end)
            sdl.after("1s", function() hu.user:exit(app) end)
            print(pcall(sending.await, sending))
            print(s.isOpen, hu.apps[1].stream.isVideoOpen, app.state)
            """)
        #expect(lines == ["false\t/test/main.lua:8: video: the peer ended the service", "false\tfalse\tready"])
    }

    @Test func `a lost link ends streams`() throws {
        let lines = try printed(
            """
            local s = app:openVideo {}
            local sending = sdl.spawn(function() s:send(("x"):rep(100000), { rate = "10kB/s" }) end)
            sdl.after("1s", function() hu:linkOf(app):disconnect() end)
            local ok, e = pcall(sending.await, sending)
            print(e.kind, s.isOpen)
            app:stop()
            """)
        #expect(lines == ["notConnected\tfalse"])
    }

    @Test func `others are lowered while a navigation application speaks`() throws {
        let lines = try printed(
            """
            local media = sdl.app { appName = "Media", fullAppID = "media", appHMIType = { "MEDIA" }, headunit = hu }
            media:start()
            hu:setHMILevel(media, "LIMITED")
            media:waitForHMI { audioStreamingState = "AUDIBLE" }
            local s = app:openAudio {}
            media:waitForHMI { audioStreamingState = "ATTENUATED" }
            s:close()
            media:waitForHMI { audioStreamingState = "AUDIBLE" }
            print "back"
            media:stop()
            """)
        #expect(lines == ["back"])
    }

    @Test func `video without a service is a protocol violation`() throws {
        let lines = try printed(
            """
            app.link:sendFrame { serviceType = "video", payload = "uninvited" }
            print(app:waitFor("OnAppInterfaceUnregistered").reason)
            """)
        #expect(lines == ["PROTOCOL_VIOLATION"])
    }

    @Test(arguments: [
        ("app:openVideo { widht = 1 }", "the options of `openVideo` has no `widht`; did you mean `width`?"),
        ("app:openVideo { width = '800' }", #"bad argument `width` to `openVideo`: expected pixels, got "800""#),
        ("app:openVideo { encrypted = true }", "secured services are not supported"),
        (
            "app:openAudio{}:send('x', { rate = 30 })",
            #"bad argument `rate` to `send`: expected bytes a second with a unit, such as "30KiB/s" or "1MB/s", got 30"#
        ),
        ("app:openAudio{}:sendFile('none.pcm')", "none.pcm does not exist"),
        ("app:openAudio{}:sendFile('/etc/passwd')", "/etc/passwd is outside the script's folder; run with --allow io=DIR for its folder"),
        ("app:openAudio{} app:openAudio{}", "the audio service is open already; close its stream first"),
    ])
    func `a mistake is named`(line: String, message: String) throws {
        #expect(try failure(of: Self.bench + line).hasSuffix(message))
    }
}
