// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import DynoScript

@Suite struct AppRequestTests {
    @Test func `a batch is sent together, its answers are in order, and no result code raises`() throws {
        let printed = try scenario(
            """
            local a = app()
            a:start() hu.user:activate(a) settle()
            hu:on("Show", function(req) sdl.sleep "1s" end)
            local answers = a:sendAll({ { "Show", { mainField1 = "x" } }, { "DeleteCommand", { cmdID = 9 } }, { "ListFiles" } }, {
              onProgress = function(done, total, response) print(done, total, response.resultCode) end,
            })
            for i, answer in ipairs(answers) do print(i, answer.resultCode) end
            """)
        #expect(
            printed == ["1\t3\tINVALID_ID", "2\t3\tSUCCESS", "3\t3\tSUCCESS", "1\tSUCCESS", "2\tINVALID_ID", "3\tSUCCESS"])
    }

    @Test func `a sequential batch waits for each answer, goes on after a failure, and stops when progress says so`() throws {
        let printed = try scenario(
            """
            local a = app()
            a:start() hu.user:activate(a) settle()
            local sent = 0
            hu:on("Show", function(req) sent = sent + 1 if req.n == 2 then return "REJECTED" end end)
            local list = { { "Show", { mainField1 = "1" } }, { "Show", { mainField1 = "2" } }, { "Show", { mainField1 = "3" } } }
            local answers = a:sendAll(list, { sequential = true, onProgress = function(done, total, response)
              print(done, total, sent, response.resultCode)
            end })
            print(#answers)
            answers = a:sendAll(list, { sequential = true, onProgress = function() return false end })
            print(#answers, sent)
            print(#a:sendAll({}))
            """)
        #expect(printed == ["1\t3\t1\tSUCCESS", "2\t3\t2\tREJECTED", "3\t3\t3\tSUCCESS", "3", "1\t4", "0"])
    }

    @Test func `what keeps an answer from coming is told in progress and raised at the end`() throws {
        let printed = try scenario(
            """
            local a = app()
            local ok, problem = pcall(a.sendAll, a, { { "Show", { mainField1 = "x" } }, { "ListFiles" } }, {
              onProgress = function(done, total, response, err) print(done, total, response, err.kind) end,
            })
            print(ok, problem.kind)
            print(pcall(a.sendAll, a, { { "Shwo" } }))
            """)
        #expect(printed.prefix(3) == ["1\t2\tnil\tnotReady", "2\t2\tnil\tnotReady", "false\tnotReady"])
        #expect(printed[3].contains("did you mean `Show`?"))
    }

    @Test func `a task that is cancelled while it waits gives its correlation id back`() throws {
        let printed = try scenario(
            """
            local a = app()
            a:start() hu.user:activate(a) settle()
            local held
            hu:on("Show", function(req) held = req return hu.noReply end)
            local task = sdl.spawn(function() a.rpc.Show { mainField1 = "x" } end)
            settle()
            task:cancel() settle()
            held:reply "SUCCESS" settle()
            print(a.rpc.ListFiles().resultCode)
            """)
        #expect(printed == ["SUCCESS"])
    }

    @Test func `two requests with one correlation id: the older is told that it gets no answer`() throws {
        let printed = try scenario(
            """
            local a = app()
            a:start() hu.user:activate(a) settle()
            hu:on("Show", function(req) sdl.sleep "1s" end)
            local first = sdl.spawn(function() return pcall(a.rpc.Show, { mainField1 = "x" }, { correlationID = 77 }) end)
            settle()
            print(a.try.Show({ mainField1 = "y" }, { correlationID = 77, timeout = "5s" }).resultCode)
            local ok, problem = first:await()
            print(ok, problem.kind, problem.message)
            """)
        #expect(printed.last == "false\tcancelled\t`Show` gets no answer: another request uses its correlation id 77")
    }

    @Test func `a head unit that never answers ends in a time-out that says what was awaited`() throws {
        let printed = try scenario(
            """
            local a = app { requestTimeout = "2s" }
            a:start() hu.user:activate(a) settle()
            hu:on("Show", hu.noReply)
            local start = sdl.now()
            local ok, problem = pcall(a.try.Show, { mainField1 = "x" })
            print(ok, problem.kind, problem.rpc, problem.message, sdl.now() - start)
            """)
        #expect(printed == ["false\ttimeout\tShow\t`Show` got no answer within 2s\t2.0"])
    }

    @Test func `what waits when the link goes fails, and later sends say why`() throws {
        let printed = try scenario(
            """
            local a = app()
            a:start() hu.user:activate(a) settle()
            hu:on("Show", hu.noReply)
            sdl.after("1s", function() hu.user:ignition "off" end)
            local ok, problem = pcall(a.rpc.Show, { mainField1 = "x" })
            print(ok, problem.kind)
            settle()
            ok, problem = pcall(a.rpc.Show, { mainField1 = "x" })
            print(ok, problem.kind, a.state)
            """)
        #expect(printed == ["false\tnotConnected", "false\tnotReady\treconnecting"])
    }

    @Test func `requests of the head unit are answered by the script, or refused at once`() throws {
        let printed = try scenario(
            """
            local provider, consumer = app { appName = "P", fullAppID = "p" }, app { appName = "C", fullAppID = "c" }
            for _, a in ipairs { provider, consumer } do
              hu.policy:set(a, {
                PublishAppService = {}, PerformAppServiceInteraction = {}, GetAppServiceData = {},
              })
              a:start() hu:setHMILevel(a, "BACKGROUND") settle()
            end
            local id = provider.rpc.PublishAppService { appServiceManifest = {
              serviceName = "S", serviceType = "MEDIA", mediaServiceManifest = {},
            } }.appServiceRecord.serviceID
            local function ask()
              local answer = consumer.try.PerformAppServiceInteraction { serviceUri = "x:y", serviceID = id, originApp = "c" }
              print(answer.success, answer.resultCode, answer.serviceSpecificResult)
            end
            ask()
            local handle = provider:onRequest("PerformAppServiceInteraction", function(req)
              print(req.rpc, req.params.serviceUri)
              sdl.sleep "100ms"
              return "SUCCESS", { serviceSpecificResult = "done" }
            end)
            ask()
            handle:cancel()
            ask()
            """)
        #expect(printed[0].hasPrefix("false\t"))
        #expect(printed[1...2] == ["PerformAppServiceInteraction\tx:y", "true\tSUCCESS\tdone"])
        #expect(printed[3] == printed[0])
    }

    @Test func `buttons, soft buttons and commands have their handlers`() throws {
        let printed = try scenario(
            """
            local a = app { appHMIType = { "MEDIA" } }
            local ok = a:onButton("OK", function(p) print("OK", p.buttonPressMode) end)
            a:onSoftButton(7, function(p) print("soft", p.customButtonID, p.buttonPressMode) end)
            a:onCommand(3, function(p) print("command", p.triggerSource) end)
            a:start() hu.user:activate(a) settle()
            a.rpc.Show { mainField1 = "x", softButtons = {
              { type = "TEXT", text = "A", softButtonID = 7 }, { type = "TEXT", text = "B", softButtonID = 8 } } }
            a.rpc.AddCommand { cmdID = 3, menuParams = { menuName = "C" } }
            hu.user:press("OK", "LONG") settle()
            hu.user:pressSoftButton(a, 8) hu.user:pressSoftButton(a, 7) settle()
            hu.user:command(a, 3) settle()
            ok:cancel() settle()
            hu.user:press "OK" settle()
            """)
        #expect(printed == ["OK\tLONG", "soft\t7\tSHORT", "command\tMENU"])
    }

    @Test func `an old head unit's OK is PLAY_PAUSE, too`() throws {
        let printed = try output(
            of: """
                local sdl = require "sdl"
                local hu = sdl.headunit { rpcVersion = "4.5.0" }
                local a = sdl.app { appName = "Old", fullAppID = "old", appHMIType = { "MEDIA" }, headunit = hu }
                hu:on("SubscribeButton", function(req) print(req.params.buttonName) end)
                a:start() hu.user:activate(a) sdl.sleep "1ms"
                a:onButton("PLAY_PAUSE", function(p) print("pressed", p.buttonName) end)
                hu.user:press "OK" sdl.sleep "1ms"
                a:stop()
                """)
        #expect(printed == ["OK", "pressed\tOK"])
    }

    @Test func `handlers come before the waits the same event ends, and waits lose nothing that follows`() throws {
        let printed = try scenario(
            """
            local a = app { appHMIType = { "MEDIA" } }
            a:start() hu.user:activate(a) settle()
            a.rpc.SubscribeButton { buttonName = "OK" }
            a:on("OnButtonEvent", function(p) print("handler", p.buttonEventMode) end)
            a:on("OnButtonPress", function() print "handler press" end)
            sdl.after("1s", function() hu.user:press "OK" end)
            print("wait", a:waitFor("OnButtonEvent").buttonEventMode)
            print("wait", a:waitFor("OnButtonEvent").buttonEventMode)
            print("wait", a:waitFor("OnButtonPress").buttonName)
            a.rpc.AddCommand { cmdID = 1, menuParams = { menuName = "x" } }
            print(#a:waitFor("OnHashChange").hashID)
            """)
        #expect(
            printed == [
                "handler\tBUTTONDOWN", "wait\tBUTTONDOWN", "handler\tBUTTONUP", "wait\tBUTTONUP", "handler press", "wait\tOK", "32",
            ])
    }

    @Test func `a handler, a delegate and an observer that raise are told of, and the others still run`() throws {
        let result = try failingScenario(
            """
            local a = app { delegate = { hmiLevel = function() error "delegate" end } }
            a:on("hmiLevel", function() error "handler" end)
            a:on("hmiLevel", function() print "another" end)
            a.permissions:observe({ "Show" }, "any", function() error "observer" end)
            a:start()
            print(a.state)
            """)
        #expect(result.printed == ["another", "ready"])
        #expect(result.errors.count == 3)
        for word in ["delegate", "handler", "observer"] { #expect(result.errors.contains { $0.contains(word) }) }
    }

    @Test func `several applications on one head unit each have their own state`() throws {
        let printed = try scenario(
            """
            local list = {}
            for i = 1, 5 do
              list[i] = app { appName = "A" .. i, fullAppID = "a" .. i, appHMIType = { i % 2 == 0 and "MEDIA" or "DEFAULT" } }
              list[i]:on("OnCommand", function(p) print(i, p.cmdID) end)
            end
            sdl.all(#list, function(i) list[i]:start() end)
            for i, a in ipairs(list) do
              hu.user:activate(a) settle()
              a.rpc.AddCommand { cmdID = i, menuParams = { menuName = "x" } }
            end
            for i, a in ipairs(list) do print(i, a.hmi.hmiLevel, a.sessionID, #hu:screen(a).menu) end
            hu.user:command(list[2], 2) settle()
            list[1]:stop()
            print(#hu.apps, list[1].state, list[2].state)
            """)
        #expect(
            printed == [
                "1\tBACKGROUND\t1\t1", "2\tBACKGROUND\t2\t1", "3\tBACKGROUND\t3\t1", "4\tLIMITED\t4\t1", "5\tFULL\t5\t1", "2\t2",
                "4\tstopped\tready",
            ])
    }
}
