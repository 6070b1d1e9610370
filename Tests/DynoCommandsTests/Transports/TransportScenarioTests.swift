// SPDX-License-Identifier: Apache-2.0
import Testing

/// One set of scenarios over every kind of link.
@Suite(.timeLimit(.minutes(2)), .serialized)
struct TransportScenarioTests {
    @Test(arguments: TransportBench.allCases)
    func `an application registers, is opened, shows, hears and leaves`(bench: TransportBench) async throws {
        let lines = try await bench.run(
            """
            local hu = headunit()
            hu:onApp(function(app) hu.user:activate(app) end)
            hu:on("SubscribeButton", function() sdl.after("20ms", function() hu.user:press "OK" end) end)
            local app = application(hu, { appHMIType = { "MEDIA" } })
            app:onButton("OK", function(press) print(press.buttonName) end)
            app:start()
            print(app.protocolVersion, app.sessionID, app:waitForHMI({ hmiLevel = "FULL" }).audioStreamingState)
            app.rpc.Show { mainField1 = "Hello" }
            app:waitFor("OnButtonPress")
            print(hu:screen(app).fields.mainField1)
            app:stop()
            print(#hu.apps, app.link.stats.malformed, hu.link.stats.malformed)
            hu:close()
            """)
        #expect(lines == ["5.4.1\t1\tAUDIBLE", "OK", "Hello", "0\t0\t0"])
    }

    @Test(arguments: TransportBench.allCases)
    func `messages in pieces go both ways`(bench: TransportBench) async throws {
        let lines = try await bench.run(
            """
            local hu = headunit { mtu = 200 }
            local app = application(hu, {})
            local pieces = { ["in"] = 0, out = 0 }
            for way in pairs(pieces) do
              app.link:onFrame(way, { frameType = "consecutive" }, function() pieces[way] = pieces[way] + 1 end)
            end
            app:start()
            local before = pieces.out
            local bytes = ("0123456789"):rep(3000)
            app.rpc.PutFile({ syncFileName = "file", fileType = "BINARY" }, { bulk = bytes })
            print(pieces["in"] > 20, pieces.out - before > 150, hu:files(app)[1].size)
            sdl.all(20, function(i) app.try.Show { mainField1 = ("x"):rep(400) } end)
            print(app.link.stats.malformed, hu.link.stats.malformed)
            app:stop()
            hu:close()
            """)
        #expect(lines == ["true\ttrue\t30000", "0\t0"])
    }

    @Test(arguments: TransportBench.allCases)
    func `either end misses the other's heartbeat, and the application comes back`(bench: TransportBench) async throws {
        let lines = try await bench.run(
            """
            for _, case in ipairs { { app = "150ms", hu = false }, { app = false, hu = { interval = "150ms" } } } do
              local hu = headunit { heartbeat = case.hu }
              local app = application(hu, { heartbeat = case.app })
              app:start()
              app:waitFor("managerDidDisconnect")
              local missed = app.link.stats.timeouts + hu.link.stats.timeouts
              app:waitFor("ready")
              print(#hu.apps, missed)
              app:stop()
              hu:close()
            end
            """)
        #expect(lines == ["1\t1", "1\t1"])
    }

    @Test(arguments: TransportBench.allCases)
    func `no malformed frame of the protocol's list keeps an application from working`(bench: TransportBench) async throws {
        let lines = try await bench.run(
            """
            local hu = headunit {}
            local app = application(hu, { heartbeat = "100ms" })
            app:start()
            local frames = {
              { "version 0", { version = 0, frameInfo = 1, payload = "x" } },
              { "version 6", { version = 6, payload = "x" } },
              { "frame type 4", { frameType = 4, payload = "x" } },
              { "service 08", { serviceType = 8, payload = "x" } },
              { "control info 0A", { frameType = "control", serviceType = "control", frameInfo = 10 } },
              { "first of 7 bytes", { frameType = "first", payload = "seven b" } },
              { "single of 0 bytes", { payload = "" } },
              { "single with info 1", { frameInfo = 1, payload = "x" } },
              { "too large", { dataSize = 131073, payload = "x" } },
              { "orphan", { frameType = "consecutive", frameInfo = 2, payload = "x" } },
              { "unknown session", { sessionID = 99, payload = "x" } },
              { "encrypted", { encrypted = true, payload = "x" } },
              { "no RPC", { payload = "short" } },
              { "ACK of an application", { frameInfo = "startServiceACK" } },
              { "early last piece", { frameType = "first", serviceType = "hybrid", messageID = 500, payload = "\\0\\0\\1\\0\\0\\0\\0\\2" } },
              { "early last piece", { frameType = "consecutive", serviceType = "hybrid", messageID = 500, frameInfo = 0, payload = "x" } },
              { "promised, not sent", { frameType = "first", serviceType = "hybrid", messageID = 501, payload = "\\0\\0\\0\\0\\0\\0\\0\\0" } },
            }
            for i, case in ipairs(frames) do
              if app.state ~= "ready" then app:waitFor("ready") end
              app.link:sendFrame(case[2])
              -- Either the session survives, or the application notices and comes back by itself.
              local ok
              repeat
                ok = pcall(function() return app.try.ListFiles({}, { timeout = "400ms" }) end)
                if not ok and app.state ~= "ready" then app:waitFor("ready") end
              until ok
            end
            print(hu.link.stats.malformed >= #frames - 2, #hu.apps)
            app:stop()
            hu:close()
            """)
        #expect(lines == ["true\t1"])
    }

    @Test(arguments: TransportBench.allCases)
    func `video and audio carry every byte, at a rate and as fast as the link goes`(bench: TransportBench) async throws {
        let lines = try await bench.run(
            """
            local hu = headunit()
            hu:onApp(function(app) hu.user:activate(app) end)
            local app = application(hu, { appHMIType = { "NAVIGATION" } })
            app:start()
            app:waitForHMI { hmiLevel = "FULL" }
            local video, audio = app:openVideo { width = 800, height = 480 }, app:openAudio()
            sdl.all(
              function() video:send(("v"):rep(400000)) end,
              function() audio:send(("a"):rep(30000), { rate = "100kB/s" }) end)
            app.rpc.ListFiles()
            repeat sdl.sleep "10ms" until hu.apps[1].stream.videoBytes + hu.apps[1].stream.audioBytes >= 430000
            local there = hu.apps[1].stream
            print(video.bytesSent, there.videoBytes, audio.bytesSent, there.audioBytes)
            video:close()
            audio:close()
            print(hu.apps[1].stream.isVideoOpen, hu.apps[1].stream.isAudioOpen, hu.link.stats.malformed)
            app:stop()
            hu:close()
            """)
        #expect(lines == ["400000\t400000\t30000\t30000", "false\tfalse\t0"])
    }

    @Test(arguments: [TransportBench.memory, .tcp])
    func `several applications have their own links and sessions`(bench: TransportBench) async throws {
        let lines = try await bench.run(
            """
            local hu = headunit()
            local apps = {}
            for i = 1, 5 do apps[i] = application(hu, { appName = "App " .. i, fullAppID = "app" .. i }) end
            sdl.all(5, function(i) apps[i]:start() end)
            local sessions = {}
            for _, app in ipairs(apps) do sessions[app.sessionID] = true end
            print(#hu.apps, #sessions)
            sdl.all(5, function(i) for n = 1, 4 do apps[i].rpc.ListFiles() end end)
            hu:linkOf(apps[3]):disconnect()
            apps[3]:waitFor("managerDidDisconnect")
            print(apps[1].state, apps[2].state, apps[4].state, apps[5].state)
            apps[3]:waitFor("ready")
            sdl.all(5, function(i) apps[i]:stop() end)
            print(#hu.apps)
            hu:close()
            """)
        #expect(lines == ["5\t5", "ready\tready\tready\tready", "0"])
    }

    @Test func `on a line that loses bytes the application asks again, passes over noise, and may begin anew`() async throws {
        let lines = try await TransportBench.serial.run(
            """
            local hu = headunit()
            local noise = "noise before anybody listens \\x51\\x07\\x00"
            while not pcall(hu.link.sendBytes, hu.link, noise) do sdl.sleep "1ms" end
            local starts = 0
            local lossy = hu.link:onFrame("in", { frameInfo = "startService", serviceType = "rpc" }, function()
              starts = starts + 1
              if starts == 1 then return false end
            end)
            local app = application(hu, {})
            app:start()
            print(starts, app.link.stats.discardedBytes > 0, app.link.stats.resyncs)
            lossy:cancel()
            -- No goodbye: the head unit learns of it by the next StartService on the same line.
            app.link:disconnect()
            app:waitFor("ready")
            print(#hu.apps, #hu.apps == 1 and hu.apps[1].sessionID == app.sessionID)
            -- A frame that loses its end, and one that lost its head.
            app.link:sendBytes("\\x51\\x07\\x00" .. string.char(app.sessionID) .. "\\0\\0\\1\\0\\0\\0\\0\\9lost")
            sdl.sleep "600ms"
            print(app.rpc.ListFiles().success, hu.link.stats.timeouts, hu.link.stats.malformed, hu.link.stats.resyncs)
            app:stop()
            hu:close()
            """)
        #expect(lines == ["2\ttrue\t1", "1\ttrue", "true\t1\t1\t1"])
    }
}
