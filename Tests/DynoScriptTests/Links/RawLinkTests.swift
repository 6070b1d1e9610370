// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import Testing

@testable import DynoScript

/// Frames from scripts: watching, changing, dropping and sending.
struct RawLinkTests {
    /// A head unit and a started application.
    private static let bench = """
        local sdl = require "sdl"
        local hu = sdl.headunit {}
        local app = sdl.app { appName = "Raw", fullAppID = "raw", headunit = hu }

        """

    private func printed(_ script: String) throws -> [String] {
        try output(of: Self.bench + script + "\napp:stop()")
    }

    @Test func `a script sees the frames of an opening, types by name`() throws {
        let lines = try printed(
            """
            app.link:onFrame("out", { frameType = "control" }, function(f)
              print("out", f.version, f.frameType, f.serviceType, f.frameInfo, f.sessionID, #f.payload > 0)
            end)
            app.link:onFrame("in", { frameInfo = "startServiceACK" }, function(f)
              print("in", f.version, f.frameType, f.serviceType, f.frameInfo, f.sessionID, f.encrypted)
            end)
            app:start()
            app:stop()
            """)
        #expect(
            lines == [
                "out\t1\tcontrol\trpc\tstartService\t0\ttrue", "in\t5\tcontrol\trpc\tstartServiceACK\t1\tfalse",
                "out\t5\tcontrol\trpc\tendService\t1\ttrue",
            ])
    }

    @Test func `a pattern takes names in any case, numbers, matchers and functions`() throws {
        let lines = try printed(
            """
            local function count(...)
              local n = 0
              app.link:onFrame("out", ...)
              return function() return n end
            end
            local seen = {}
            local function note(name) return function() seen[name] = (seen[name] or 0) + 1 end end
            app.link:onFrame("out", { frameInfo = "StartService" }, note "name")
            app.link:onFrame("out", { frameType = 0, frameInfo = 1 }, note "number")
            app.link:onFrame("out", { frameInfo = sdl.any("startService", "endService") }, note "matcher")
            app.link:onFrame("out", function(f) return f.version == 1 end, note "function")
            app.link:onFrame("out", note "all")
            app:start()
            print(seen.name, seen.number, seen.matcher, seen["function"], seen.all)
            """)
        // StartService, RegisterAppInterface, OnHMIStatus, ListFiles.
        #expect(lines == ["1\t1\t1\t1\t4"])
    }

    @Test func `a hook changes a frame, drops one, and is taken away`() throws {
        let lines = try printed(
            """
            app:start()
            local requests = 0
            hu:on("Show", function(r) requests = requests + 1 print(r.params.mainField1) end)
            hu.user:activate(app)
            app:waitForHMI { hmiLevel = "FULL" }
            local change = app.link:onFrame("out", { serviceType = "rpc" }, function(f)
              f.payload = f.payload:gsub("hello", "HELLO")
              return f
            end)
            app.rpc.Show { mainField1 = "hello" }
            change:cancel()
            local drop = app.link:onFrame("in", { frameType = "single" }, function() return false end)
            print(pcall(app.rpc.Show, { mainField1 = "unheard" }, { timeout = "2s" }))
            drop:cancel()
            app.rpc.Show { mainField1 = "hello" }
            print(requests)
            app:stop()
            """)
        #expect(lines.count == 5)
        #expect(lines.first == "HELLO")
        #expect(lines[1] == "unheard")
        #expect(lines[2].hasPrefix("false\t"))
        #expect(lines.suffix(2) == ["hello", "3"])
    }

    @Test func `changes go from one hook to the next, and what returns nothing changes nothing`() throws {
        let lines = try printed(
            """
            hu.link:onFrame("out", { frameInfo = "startServiceACK" }, function(f) f.messageID = 77 return f end)
            hu.link:onFrame("out", { frameInfo = "startServiceACK" }, function(f) print(f.messageID) f.messageID = 5 end)
            app.link:onFrame("in", { frameInfo = "startServiceACK" }, function(f) print(f.messageID) end)
            app:start()
            app:stop()
            """)
        #expect(lines == ["77", "77"])
    }

    @Test func `a hook cannot wait, and says what to do`() throws {
        let rig = ScriptRig()
        let outcome = try rig.run(
            Self.bench + """
                app.link:onFrame("out", { frameInfo = "startService" }, function()
                  sdl.spawn(function() sdl.sleep "1s" print "slept elsewhere" end)
                  sdl.sleep "1s"
                end)
                app:start()
                app:stop()
                """)
        #expect(outcome == .handlersFailed(1))
        #expect(rig.printed == ["slept elsewhere"])
        #expect(
            rig.texts("error").first?.hasPrefix(
                "/test/main.lua:6: cannot wait here: an onFrame function runs while its frame goes through; "
                    + "start a task with sdl.spawn(function() … end) and wait there (in an onFrame function)") == true)
    }

    @Test func `what is left out of a frame is as the session has it`() throws {
        let lines = try printed(
            """
            app:start()
            local watch = hu.link:onFrame("in", function(f)
              print(f.version, f.encrypted, f.frameType, f.serviceType, f.frameInfo, f.sessionID, f.messageID > 1, #f.payload)
            end)
            app.link:sendFrame {}
            app.link:sendFrame { frameInfo = "heartbeat" }
            app.link:sendFrame { frameInfo = "startService", serviceType = "video", payload = "x" }
            app.link:sendFrame { frameType = "consecutive", frameInfo = 3, serviceType = "bulk", messageID = 9, payload = "abc" }
            sdl.sleep "10ms"
            watch:cancel()
            """)
        #expect(
            lines == [
                "5\tfalse\tcontrol\tcontrol\theartbeat\t1\ttrue\t0", "5\tfalse\tcontrol\tvideo\tstartService\t1\ttrue\t1",
                "5\tfalse\tconsecutive\thybrid\t3\t1\ttrue\t3",
            ])
    }

    @Test func `the head unit's end sends frames too, and counts`() throws {
        let lines = try printed(
            """
            app:start()
            local before = app.link.stats.framesIn
            app.link:onFrame("in", function(f) print(f.frameInfo, f.sessionID) end)
            hu.link:sendFrame { frameInfo = "heartbeat" }
            hu:linkOf(app):sendFrame { frameInfo = "transportEventUpdate" }
            hu.link:sendBytes("\\x51\\x07\\x00")
            sdl.sleep "10ms"
            local stats = app.link.stats
            print(stats.framesIn - before, stats.malformed, stats.bytesIn > stats.framesIn * 12, hu.link.stats.framesIn == stats.framesOut)
            """)
        #expect(lines == ["heartbeat\t1", "transportEventUpdate\t1", "2\t0\ttrue\ttrue"])
    }

    @Test func `links of several apps are told apart`() throws {
        let lines = try printed(
            """
            local other = sdl.app { appName = "Other", fullAppID = "other", headunit = hu }
            app:start()
            other:start()
            print(pcall(hu.link.sendFrame, hu.link, { frameInfo = "heartbeat" }))
            hu:linkOf(other):onFrame("in", function(f) print("other", f.sessionID) end)
            app.link:sendFrame { frameInfo = "heartbeat" }
            other.link:sendFrame { frameInfo = "heartbeat" }
            sdl.sleep "10ms"
            other.link:onFrame("in", { frameInfo = "heartbeat" }, function(f) print("to other") end)
            hu.link:sendFrame { frameInfo = "heartbeat", sessionID = 2 }
            hu:linkOf(other):disconnect()
            sdl.sleep "10ms"
            print(#hu.apps, app.state)
            other:stop()
            """)
        #expect(
            lines == [
                "false\t/test/main.lua:7: this head unit has 2 links; name an open `sessionID`, or use hu:linkOf(app)", "other\t2",
                "to other",
                "1\tready",
            ])
    }

    @Test func `a disconnected application comes back, and its hooks with it`() throws {
        let lines = try printed(
            """
            local acks = 0
            app.link:onFrame("in", { frameInfo = "startServiceACK" }, function() acks = acks + 1 end)
            app:start()
            app.link:disconnect()
            app:waitFor("stateChanged", { new = "ready" })
            print(acks, app.state)
            app:stop()
            sdl.sleep "2s"
            print(pcall(app.link.sendFrame, app.link, {}))
            """)
        #expect(
            lines == ["2\tready", "false\t/test/main.lua:12: the application has no link now; call app:start() first"])
    }

    @Test(arguments: [
        ("app.link:onFrame('up', {}, print)", #"bad argument `direction` to `onFrame`: expected "in" or "out", got "up""#),
        ("app.link:onFrame('in', { servicetype = 1 }, print)", "a frame has no `servicetype`; did you mean `serviceType`?"),
        (
            "app.link:onFrame('in', { frameInfo = 'startServise' }, print)",
            "bad argument `frameInfo` to `onFrame`: there is no frameInfo `startServise`; did you mean `startService`?"
        ),
        (
            "app.link:sendFrame { version = 16 }",
            "bad argument `version` to `sendFrame`: expected a number from 0 to 15, got 16"
        ),
        (
            "app.link:sendFrame { serviceType = -1 }",
            "bad argument `serviceType` to `sendFrame`: expected a number from 0 to 255 or a name, got -1"
        ),
        ("app.link:sendFrame { payload = 1 }", "bad argument `payload` to `sendFrame`: expected a string, got number"),
        ("app.link.sendFrame({})", "bad argument `self` to `sendFrame`: call it with a colon, link:sendFrame(…)"),
        ("app.link.stats = 1", "`link.stats` can't be set"),
        ("hu.link:sendFrame {}", "no app is connected to this head unit"),
        ("app.link:disconnect { kind = 'reset' }", #"bad argument `kind` to `disconnect`: expected "close", got "reset""#),
    ])
    func `a mistake is named`(line: String, message: String) throws {
        #expect(try failure(of: Self.bench + line).hasSuffix(message))
    }
}
