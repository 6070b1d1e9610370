// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import DynoScript

/// What the guides to permissions and HMI levels promise, statement by statement (documents 0 and 1).
@Suite struct StatementsOfPermissionsTests {
    @Test func `statements 0.1, 1.1: connected is not permitted, and what is not permitted is refused`() throws {
        let printed = try scenario(
            """
            local a = app()
            a:start()
            print(a.state, a.try.Show { mainField1 = "x" }.resultCode)
            local ok, problem = pcall(a.rpc.Show, { mainField1 = "x" })
            print(ok, problem.kind, problem.rpc, problem.resultCode)
            """)
        #expect(printed == ["ready\tDISALLOWED", "false\trpcFailed\tShow\tDISALLOWED"])
    }

    @Test func `statement 0.2: levels limit each RPC, and what is obscured is refused too`() throws {
        let printed = try scenario(
            """
            local a = app { appHMIType = { "MEDIA" } }
            a:start()
            print(a.try.ListFiles().resultCode, a.try.Alert { alertText1 = "x" }.resultCode)
            hu:setHMILevel(a, "BACKGROUND")
            a:waitForHMI { hmiLevel = "BACKGROUND" }
            print(a.try.Show { mainField1 = "x" }.resultCode, a.try.Alert { alertText1 = "x" }.resultCode)
            hu.user:activate(a)
            a:waitForHMI { hmiLevel = "FULL" }
            print(a.try.Alert { alertText1 = "x" }.resultCode)
            hu:setSystemContext(a, "HMI_OBSCURED")
            a:waitForHMI { systemContext = "HMI_OBSCURED" }
            print(a.try.ShowAppMenu().resultCode)
            """)
        #expect(printed == ["SUCCESS\tDISALLOWED", "SUCCESS\tDISALLOWED", "SUCCESS", "REJECTED"])
    }

    @Test func `statement 0.3: who may do what is decided per application, and the application asks`() throws {
        let printed = try scenario(
            """
            hu.policy:set("free", { Show = { levels = { "NONE" } } })
            local one, two = app { appName = "One", fullAppID = "free" }, app { appName = "Two", fullAppID = "bound" }
            one:start() two:start()
            settle()
            for _, a in ipairs { one, two } do
              print(a.permissions:isAllowed "Show", a.try.Show { mainField1 = "x" }.resultCode)
            end
            """)
        #expect(printed == ["true\tSUCCESS", "false\tDISALLOWED"])
    }

    @Test func `statements 0.4, 1.2: the application is told of each change of its status`() throws {
        let printed = try scenario(
            """
            local a = app()
            a:on("OnHMIStatus", function(p) print(p.hmiLevel, p.audioStreamingState, p.systemContext) end)
            a:start()
            hu.user:activate(a) settle()
            hu.user:exit(a) settle()
            """)
        #expect(printed == ["NONE\tNOT_AUDIBLE\tMAIN", "FULL\tNOT_AUDIBLE\tMAIN", "NONE\tNOT_AUDIBLE\tMAIN"])
    }

    @Test func `statements 0.5, 1.3: the four levels`() throws {
        let printed = try scenario(
            """
            local media = app { appName = "Media", fullAppID = "m", appHMIType = { "MEDIA" } }
            local plain = app { appName = "Plain", fullAppID = "p" }
            media:start() plain:start()
            local function levels(what) settle() print(what, media.hmi.hmiLevel, plain.hmi.hmiLevel) end
            levels "registered"
            hu.user:activate(media) levels "media opened"
            hu.user:activate(plain) levels "plain opened"
            hu.user:background(plain) levels "plain left"
            hu.user:exit(media) levels "media exited"
            """)
        #expect(
            printed == [
                "registered\tNONE\tNONE", "media opened\tFULL\tNONE", "plain opened\tLIMITED\tFULL", "plain left\tLIMITED\tBACKGROUND",
                "media exited\tNONE\tBACKGROUND",
            ])
    }

    @Test func `statements 0.6, 1.4: what needs the screen waits for FULL`() throws {
        let printed = try scenario(
            """
            hu.policy:profile "seedStrict"
            local a = app()
            a:start()
            print(a.try.Show { mainField1 = "x" }.resultCode)
            hu:setHMILevel(a, "BACKGROUND") settle()
            print(a.try.Show { mainField1 = "x" }.resultCode)
            sdl.after("1s", function() hu.user:activate(a) end)
            print(a:waitForHMI({ hmiLevel = "FULL" }).hmiLevel, a.try.Show { mainField1 = "x" }.resultCode)
            """)
        #expect(printed == ["DISALLOWED", "DISALLOWED", "FULL\tSUCCESS"])
    }

    @Test func `statements 0.7, 1.6: the delegate hears of the level at ready and at each change`() throws {
        let printed = try scenario(
            """
            local a = app { delegate = { hmiLevel = function(app, old, new) print(tostring(app), old, new) end } }
            a:start() settle()
            hu.user:activate(a) settle()
            hu:setSystemContext(a, "MENU") settle()
            hu.user:exit(a) settle()
            """)
        #expect(printed == ["app Test (test-1)\tNONE\tNONE", "app Test (test-1)\tNONE\tFULL", "app Test (test-1)\tFULL\tNONE"])
    }

    @Test func `statements 0.8, 1.7: static menus at the first level in use, the screen in FULL`() throws {
        let printed = try scenario(
            """
            local first = "NONE"
            local a = app { delegate = { hmiLevel = function(app, old, new)
              if new ~= "NONE" and first == "NONE" then
                first = new
                print("menu", app.rpc.AddCommand { cmdID = 1, menuParams = { menuName = "One" } }.resultCode)
              end
              if new == "FULL" then print("show", app.rpc.Show { mainField1 = "x" }.resultCode) end
            end } }
            a:start() settle()
            for _, level in ipairs { "BACKGROUND", "FULL", "BACKGROUND", "FULL" } do hu:setHMILevel(a, level) settle() end
            print(#hu:screen(a).menu, hu:screen(a).fields.mainField1)
            """)
        #expect(printed == ["menu\tSUCCESS", "show\tSUCCESS", "show\tSUCCESS", "1\tx"])
    }

    @Test func `statements 0.9, 1.8: one RPC, a group, and changes`() throws {
        let printed = try scenario(
            """
            local a = app()
            a:start() settle()
            print(a.permissions:isAllowed "Show", a.permissions:groupStatus { "Show", "PutFile" })
            a.permissions:observe({ "Show" }, function(status) print(status.group) end)
            hu.user:activate(a) settle()
            """)
        #expect(printed == ["false\tmixed", "disallowed", "allowed"])
    }

    @Test func `statement 1.9: one RPC is allowed or not`() throws {
        let printed = try scenario(
            """
            local a = app()
            print(a.permissions:isRPCAllowed "Show")
            a:start() hu.user:activate(a) settle()
            print(a.permissions:isRPCAllowed "Show", a.permissions:isRPCAllowed "Nope")
            print(a.permissions:isAllowed("Show", "mainField1"))
            """)
        #expect(printed == ["false", "true\tfalse", "false"])
    }

    @Test func `statement 1.10: the status of each of several RPCs, and of the group`() throws {
        let printed = try scenario(
            """
            local a = app()
            local p = a.permissions
            print(p:groupStatusOfRPCs { "Show" }, p:statusOfRPCs({ "Show" }).Show)
            hu.policy:set(a, { Show = { levels = { "FULL" } }, GetVehicleData = { levels = { "FULL" }, parameters = { "speed" } } })
            a:start() hu.user:activate(a) settle()
            local old = p:statusOfRPCs { "Show", "Alert" }
            print(old.Show, old.Alert, p:groupStatusOfRPCs { "Show", "Alert" })
            local rich = p:status { "Show", { "GetVehicleData", "speed", "rpm" } }
            print(rich.group, rich.rpcs.Show.allowed, rich.rpcs.GetVehicleData.parameters.speed, rich.rpcs.GetVehicleData.parameters.rpm)
            """)
        #expect(printed == ["unknown\tfalse", "true\tfalse\tmixed", "mixed\ttrue\ttrue\tfalse"])
    }

    @Test func `statement 1.11: observers of any change, and of everything being allowed`() throws {
        let printed = try scenario(
            """
            local a = app { appHMIType = { "MEDIA" } }
            a:start() settle()
            for _, interest in ipairs { "any", "allAllowed" } do
              a.permissions:observe({ "Show", "Alert" }, interest, function(status) print(interest, status.group) end)
            end
            for _, level in ipairs { "BACKGROUND", "LIMITED", "FULL", "BACKGROUND", "NONE" } do
              hu:setHMILevel(a, level) settle()
              print(level)
            end
            """)
        #expect(
            printed == [
                "any\tdisallowed", "any\tmixed", "BACKGROUND", "any\tallowed", "allAllowed\tallowed", "LIMITED", "FULL", "any\tmixed",
                "allAllowed\tmixed", "BACKGROUND", "any\tdisallowed", "NONE",
            ])
    }

    @Test func `statement 1.12: a handler gets all answers of the group, and the group's`() throws {
        let printed = try scenario(
            """
            local a = app()
            a:start() settle()
            a.permissions:addObserverForRPCs({ "Show", "PutFile", "Alert" }, "allAllowed", function(answers, group)
              print(answers.Show, answers.PutFile, answers.Alert, group)
            end)
            hu.user:activate(a) settle()
            """)
        #expect(printed == ["false\ttrue\tfalse\tmixed", "true\ttrue\ttrue\tallowed"])
    }

    @Test func `statements 1.13, 1.14: each observer has its id and goes by it, also inside a handler`() throws {
        let printed = try scenario(
            """
            local a = app()
            a:start() settle()
            local p = a.permissions
            local one = p:addObserverForRPCs({ "Show" }, "any", function() print "one" end)
            local two, three
            three = nil
            two = p:observe({ "Show" }, "any", function(status)
              print "two"
              if three then two:cancel() three:cancel() end
            end)
            three = p:observe({ "Show" }, "any", function() print "three" end)
            print(one ~= two.id, two.id ~= three.id, math.type(two.id))
            p:removeObserver(one)
            p:removeObserver(4711)
            hu.user:activate(a) settle()
            hu.user:exit(a) settle()
            """)
        #expect(printed == ["one", "two", "three", "true\ttrue\tinteger", "two"])
    }
}
