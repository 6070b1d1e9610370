// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import LuaRuntime
import Testing

@testable import DynoScript

/// A script that is saved while it runs.
struct ReloadTests {
    private static let head = """
        local sdl = require "sdl"
        local app = sdl.app { appName = "Hello", fullAppID = "1" }

        """

    @Test func `the new code has the session of the old, whose handlers, timers and tasks are gone`() throws {
        let rig = try ReloadRig()
        rig.run(
            Self.head + """
                app:start()
                app:on("OnHMIStatus", function() print "old handler" end)
                sdl.every("100ms", function() print "old timer" end)
                sdl.spawn(function() while true do sdl.sleep "100ms" print "old task" end end)
                local closing <close> = setmetatable({}, { __close = function() print "closed" end })
                app:waitFor("OnCommand", nil, { timeout = "forever" })
                """, for: .milliseconds(150))
        #expect(rig.takePrinted() == ["old timer", "old task"])
        let session = try #require(rig.script.host.applications.all.values.first?.session)
        rig.save(
            Self.head + "print(sdl.reloaded, app.state)\napp:start()\nprint(app.state, app:waitForHMI({ hmiLevel = 'FULL' }).hmiLevel)")
        #expect(rig.takePrinted() == ["closed", "true\tready", "ready\tFULL"])
        #expect(rig.script.host.applications.all.values.first?.session === session)
        #expect(rig.texts("registered", "unregistered").count == 2, "once on each side")
    }

    @Test func `start tells the new code what is so, as the first start did`() throws {
        let rig = try ReloadRig()
        let code =
            Self.head + """
                app:on("ready", function() print "ready" end)
                app:on("didBecomeActive", function() print "active" end)
                app:onHMI({ hmiLevel = "FULL" }, function(now, was) print(was.hmiLevel, now.hmiLevel) end)
                app:start()
                """
        rig.run(code)
        #expect(rig.takePrinted() == ["ready", "NONE\tFULL", "active"])
        rig.save(code)
        #expect(rig.takePrinted() == ["ready", "NONE\tFULL", "active"])
    }

    @Test func `data in sdl.state goes over, everything else stays behind and is told`() throws {
        let rig = try ReloadRig()
        rig.run(
            """
            local sdl = require "sdl"
            assert(sdl.reloaded == false and next(sdl.state) == nil)
            sdl.state.count = 41
            sdl.state.list = { 1, 2.5, "a\\n\\0b", { [7] = true }, 1/0, math.mininteger }
            sdl.state.none = sdl.null
            sdl.state.call = print
            sdl.state.self = sdl.state
            """)
        rig.save(
            """
            local sdl = require "sdl"
            local s = sdl.state
            print(sdl.reloaded, s.count, s.list[2], #s.list[3], s.list[4][7], s.list[5], math.type(s.list[6]), s.none == sdl.null, s.call)
            sdl.state = { again = true }
            """)
        #expect(rig.takePrinted() == ["true\t41\t2.5\t4\ttrue\tinf\tinteger\ttrue\tnil"])
        #expect(rig.texts("log").first == "sdl.state.call is a function and stays behind; only data goes over to the new code")
        #expect(
            rig.texts("log").last?.hasSuffix(
                "is nested too deeply, or contains itself and stays behind; only data goes over to the new code") == true)
        rig.save("print(require('sdl').state.again, require('sdl').state.count)")
        #expect(rig.takePrinted() == ["true\tnil"])
    }

    @Test func `a text that does not parse changes nothing and shows why`() throws {
        let rig = try ReloadRig()
        rig.run("local sdl = require 'sdl'\nsdl.every('100ms', function() print 'tick' end)", for: .milliseconds(150))
        rig.save("local sdl =\n= 1", for: .milliseconds(100))
        #expect(rig.takePrinted() == ["tick", "tick"])
        #expect(rig.texts("error") == ["/test/app.lua:2: unexpected symbol near '='\n    2 | = 1"])
        rig.save("print 'mended'")
        #expect(rig.takePrinted() == ["mended"])
    }

    @Test func `an error of the new main chunk is told, and the session waits for the next save`() throws {
        let rig = try ReloadRig()
        rig.run(Self.head + "app:start()")
        rig.save("error 'not yet'")
        #expect(rig.texts("error") == ["/test/app.lua:1: not yet\n    1 | error 'not yet'"])
        #expect(rig.outcome == nil)
        rig.save(Self.head + "print(app.state)")
        #expect(rig.takePrinted() == ["ready"])
        #expect(rig.texts("unregistered").isEmpty)
    }

    @Test func `a text that is wrong from the beginning waits for the next save`() throws {
        let rig = try ReloadRig()
        rig.run("this is no Lua")
        #expect(rig.texts("error") == ["/test/app.lua:1: syntax error near 'is'\n    1 | this is no Lua"])
        rig.save("print 'now'")
        #expect(rig.takePrinted() == ["now"])
        #expect(rig.texts("idle") == ["the script has ended; it runs again when it is saved"])
    }

    @Test func `an app with another configuration registers again, when it has unregistered`() throws {
        let rig = try ReloadRig()
        rig.run(Self.head + "app:start()")
        rig.save(
            """
            local sdl = require "sdl"
            local app = sdl.app { appName = "Hello", fullAppID = "1", appHMIType = { "MEDIA" } }
            app:start()
            print(app.state)
            """)
        #expect(rig.takePrinted() == ["ready"])
        #expect(rig.texts("reload").last == "Hello registers again, because the head unit was told something else: appHMIType")
        #expect(rig.texts("unregistered").last == "unregistered")
        #expect(rig.texts("error").isEmpty)
    }

    @Test func `an app the new code has no use for unregisters when its main chunk has ended`() throws {
        let rig = try ReloadRig()
        rig.run(Self.head + "app:start()")
        rig.save("local sdl = require 'sdl'\nsdl.sleep '1s'", for: .milliseconds(500))
        #expect(rig.texts("unregistered").isEmpty)
        rig.pass(.seconds(1))
        #expect(rig.texts("unregistered").last == "unregistered")
    }

    @Test func `what the old code has made at the head unit is made again without a clash`() throws {
        let rig = try ReloadRig()
        let code = """
            local sdl = require "sdl"
            local hu = sdl.headunit {}
            local app = sdl.app { appName = "Hello", fullAppID = "1", headunit = hu }
            app:start()
            hu.user:activate(app)
            hu.policy:allow(app, "SubscribeVehicleData")
            hu.policy:allow(app, "UnsubscribeVehicleData")
            app:waitForPermissions { "SubscribeVehicleData", "UnsubscribeVehicleData" }
            app:onButton("OK", function() end)
            app.rpc.AddCommand { cmdID = 1, menuParams = { menuName = "One" } }
            app.rpc.AddSubMenu { menuID = 2, menuName = "Two" }
            app.rpc.SubscribeVehicleData { speed = true, rpm = true }
            print(app.try.DeleteCommand { cmdID = 3 }.resultCode)
            """
        rig.run(code)
        rig.save(code)
        rig.save(code)
        #expect(rig.takePrinted() == ["INVALID_ID", "INVALID_ID", "INVALID_ID"])
        #expect(rig.texts("error").isEmpty)
    }

    @Test func `a head unit of the script goes on with its apps, without the handlers of the old code`() throws {
        let rig = try ReloadRig()
        let code = """
            local sdl = require "sdl"
            local hu = sdl.headunit { rpcVersion = "7.0.0" }
            local app = sdl.app { appName = "Hello", fullAppID = "1", headunit = hu }
            app:start()
            print(#hu.apps, app.state)

            """
        rig.run(code + "hu:on('Show', function() return 'REJECTED' end)\nhu.link:onFrame('in', function() return false end)")
        rig.save(code + "hu:setHMILevel(app, 'FULL')\nprint(app.rpc.Show { mainField1 = 'x' }.resultCode)")
        #expect(rig.takePrinted() == ["1\tready", "1\tready", "SUCCESS"])
        #expect(rig.texts("registered", "unregistered").count == 1 + 1)
        rig.save("print 'alone'")
        #expect(rig.takePrinted() == ["alone"])
        #expect(rig.script.host.headUnits.all.isEmpty)
    }

    @Test func `the end comes only when it is asked for, and apps unregister`() throws {
        let rig = try ReloadRig()
        rig.run(Self.head + "app:start()")
        rig.save("error 'x'")
        rig.script.host.end(.interrupted)
        rig.pass(.seconds(1))
        #expect(rig.outcome == .interrupted)
        #expect(rig.texts("unregistered").last == "unregistered")
        rig.script.reload()
        rig.pass(.seconds(1))
        #expect(rig.texts("reload").count == 1)
    }

    @Test func `modules and what was looked for in their place are files of the script`() throws {
        let rig = try ReloadRig()
        rig.files.files["/test/lib/words.lua"] = "return { hello = 'hi' }"
        var told: Set<String> = []
        rig.script.onSources = { told = $0 }
        rig.run("print(require('words').hello)")
        #expect(rig.takePrinted() == ["hi"])
        #expect(told.isSuperset(of: ["/test/app.lua", "/test/words.lua", "/test/lib/words.lua"]))
        rig.files.files["/test/lib/words.lua"] = "return { hello = 'hello' }"
        rig.script.reload()
        rig.pass(.seconds(1))
        #expect(rig.takePrinted() == ["hello"])
    }

    @Test(arguments: [
        "local c <close> = setmetatable({}, { __close = function() while true do end end })\nsdl.sleep '1h'",
        "while true do pcall(sdl.sleep, '1h') end",
        "sdl.spawn(function() while true do pcall(sdl.sleep, '1h') end end)",
        "local c <close> = setmetatable({}, { __close = function() sdl.app({ appName = 'New', fullAppID = '2' }):start() end })\nsdl.sleep '1h'",
        "sdl.state.big = ('x'):rep(40 << 20)",
        "sdl.state = setmetatable({}, { __index = function() error 'no' end, __pairs = function() error 'no' end })",
        "sdl.state = nil",
        "sdl.state = 5",
        "setmetatable(sdl, { __newindex = error, __index = error })",
    ]) func `old code can't keep the new from running, whatever it does`(code: String) throws {
        let rig = try ReloadRig(persona: nil)
        rig.run(Self.head + "app:start()\n" + code)
        rig.save(Self.head + "print(app.state, type(sdl.state))")
        #expect(rig.takePrinted().first?.hasPrefix("ready\t") == true)
        rig.save(Self.head + "print(app.state)")
        #expect(rig.takePrinted() == ["ready"])
    }

    @Test func `a thousand reloads leave nothing behind`() throws {
        let rig = try ReloadRig(persona: nil)
        let code =
            Self.head + """
                sdl.state.count = (sdl.state.count or 0) + 1
                app:start()
                app.permissions:observe({ "Show" }, "any", function() end)
                app:onHMI({ hmiLevel = "FULL" }, function() end)
                app.link:onFrame("in", function() end)
                sdl.every("1h", function() end)
                sdl.spawn(function() sdl.sleep "1h" end)
                app:waitFor("OnCommand", nil, { timeout = "forever" })
                """
        rig.run(code, for: .milliseconds(50))
        for _ in 0..<10 { rig.save(code, for: .milliseconds(50)) }
        weak let old = rig.script.host
        rig.script.host.lua.collectGarbage()
        let before = rig.script.host.lua.memoryUsed
        for _ in 0..<1000 { rig.save(code, for: .milliseconds(10)) }
        rig.script.host.lua.collectGarbage()
        #expect(old == nil)
        #expect(abs(rig.script.host.lua.memoryUsed - before) < 4096)
        #expect(rig.script.host.applications.all.count == 1)
        #expect(rig.script.host.lua.tasks == 2)
        rig.save("print(require('sdl').state.count)")
        #expect(rig.takePrinted() == ["1011"])
    }
}
