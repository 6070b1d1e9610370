// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import DynoScript

@Suite struct AppCapabilityTests {
    @Test func `a capability is asked for, and displays are known without asking`() throws {
        let printed = try scenario(
            """
            local a = app()
            hu:on("GetSystemCapability", function(req) print("asked", req.params.systemCapabilityType, req.params.subscribe) end)
            a:start() hu.user:activate(a) settle()
            print(a.capabilities:get("PHONE_CALL").dialNumberEnabled)
            print(#a.capabilities:get("DISPLAYS")[1].windowCapabilities)
            print(a.capabilities:isSupported "NAVIGATION", a.capabilities.hmiCapabilities.phoneCall)
            print(pcall(a.capabilities.get, a.capabilities, "PHONE"))
            """)
        #expect(printed.prefix(4) == ["asked\tPHONE_CALL\tnil", "true", "1", "true\ttrue"])
        #expect(printed[4].contains("\"PHONE\" is not a SystemCapabilityType"))
    }

    @Test func `in NONE nothing is asked for`() throws {
        let printed = try scenario(
            """
            local a = app()
            a:start()
            local ok, problem = pcall(a.capabilities.get, a.capabilities, "PHONE_CALL")
            print(ok, problem.kind, problem.domain, problem.code, problem.message)
            """)
        #expect(
            printed == [
                "false\tnotReady\tsystemCapability\t-2\t`PHONE_CALL` can't be asked for while the HMI level is NONE; wait for app:waitForHMI first"
            ])
    }

    @Test func `the first observer subscribes as soon as it can, the last one ends it`() throws {
        let printed = try scenario(
            """
            local a = app()
            hu:on("GetSystemCapability", function(req) print("asked", req.params.subscribe) end)
            local one = a.capabilities:observe("PHONE_CALL", function(value, subscribed) print("one", value.dialNumberEnabled, subscribed) end)
            a:start() settle()
            hu.user:activate(a) settle()
            local two = a.capabilities:observe("PHONE_CALL", function(value) print("two", value.dialNumberEnabled) end) settle()
            hu:notify(a, "OnSystemCapabilityUpdated", { systemCapability = {
              systemCapabilityType = "PHONE_CALL", phoneCapability = { dialNumberEnabled = false } } }) settle()
            print(a.capabilities:get("PHONE_CALL").dialNumberEnabled)
            one:cancel() settle()
            two:cancel() settle()
            """)
        #expect(
            printed == [
                "asked\ttrue", "one\ttrue\ttrue", "two\ttrue", "one\tfalse\ttrue", "two\tfalse", "false", "asked\tfalse",
            ])
    }

    @Test func `observers of displays hear of them at once and at each change`() throws {
        let printed = try scenario(
            """
            local a = app()
            hu.policy:set(a.fullAppID, { CreateWindow = { levels = { "NONE" } }, OnSystemCapabilityUpdated = { levels = { "NONE" } } })
            a.capabilities:observe("DISPLAYS", function(value) print(#value[1].windowCapabilities) end)
            a:start() settle()
            a.rpc.CreateWindow { windowID = 2, windowName = "W", type = "WIDGET" } settle()
            """)
        #expect(printed.first == "1" && printed.last == "2")
    }

    @Test func `observers survive a reconnect, and a refusal is told`() throws {
        let printed = try scenario(
            """
            local a = app()
            hu:on("GetSystemCapability", function(req) if req.n > 1 then return "DISALLOWED", { info = "no" } end end)
            a.capabilities:observe("PHONE_CALL", function(value, subscribed, err)
              print(value and value.dialNumberEnabled, subscribed, err and err.resultCode)
            end)
            a:start() hu.user:activate(a) settle()
            hu:unregister(a, "USB_DISCONNECTED")
            a:waitFor "ready"
            hu.user:activate(a) settle()
            """)
        #expect(printed == ["true\ttrue\tnil", "nil\tfalse\tDISALLOWED"])
    }
}
