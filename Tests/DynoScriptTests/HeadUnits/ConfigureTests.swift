// SPDX-License-Identifier: Apache-2.0
import Testing

/// `hu:configure{…}` and the table of `sdl.headunit{…}`.
@Suite struct ConfigureTests {
    /// What an app is told by a head unit configured so.
    private func told(_ configuration: String, by call: String = "configure", _ lines: String) throws -> [String] {
        try output(
            of: """
                local sdl = require "sdl"
                \(call == "configure" ? "local hu = sdl.headunit {}  hu:configure { \(configuration) }" : "local hu = sdl.headunit { \(configuration) }")
                local app = sdl.app { appName = "Hello", fullAppID = "1", headunit = hu }
                local answer = app:start()
                \(lines)
                app:stop()
                """)
    }

    @Test(arguments: ["configure", "sdl.headunit"]) func `both take the same names`(call: String) throws {
        #expect(
            try told(
                """
                protocolVersion = "4.0.0", rpcVersion = "5.1", language = "DE-DE", vehicleType = { make = "Wartburg" },
                systemSoftwareVersion = "7"
                """, by: call,
                "print(app.protocolVersion, app.rpcVersion, answer.language, answer.vehicleType.make, answer.systemSoftwareVersion)")
                == ["4.0.0\t5.1.0\tDE-DE\tWartburg\t7"])
    }

    @Test func `capabilities are merged by the names of the spec, and null takes one away`() throws {
        #expect(
            try told(
                """
                capabilities = {
                  displayCapabilities = { displayName = "tiny" }, presetBankCapabilities = sdl.null, hmiZoneCapabilities = { "BACK" },
                }
                """,
                """
                local display = answer.displayCapabilities
                print(display.displayName, display.graphicSupported, answer.presetBankCapabilities, answer.hmiZoneCapabilities[1])
                """) == ["tiny\ttrue\tnil\tBACK"])
    }

    @Test func `an app below the lowest RPC version is refused`() throws {
        #expect(
            try output(
                of: """
                    local sdl = require "sdl"
                    local hu = sdl.headunit { rpcVersion = "5.0", minimumRPCVersion = "9.0" }
                    local app = sdl.app { appName = "Hello", fullAppID = "1", headunit = hu }
                    local ok, problem = pcall(app.start, app)
                    print(ok, problem.kind)
                    """) == ["false\tregistrationRefused"])
    }

    @Test(
        arguments: [
            (#""5s""#, "true"), (#"{ interval = "5s", send = true, answer = true }"#, "true"), ("false", "false"), ("true", "false"),
        ])
    func `heartbeats come in all forms, and are missed by an app that hangs`(heartbeat: String, isLost: String) throws {
        #expect(
            try output(
                of: """
                    local sdl = require "sdl"
                    local hu = sdl.headunit { heartbeat = \(heartbeat) }
                    local lost = false
                    hu:onAppGone(function() lost = true end)
                    local app = sdl.app { appName = "Hello", fullAppID = "1", headunit = hu, heartbeat = false }
                    app:start()
                    sdl.sleep "1m"
                    print(lost)
                    app:stop()
                    """) == [isLost])
    }

    @Test func `limits are off at first, and can be set`() throws {
        let script = { (configuration: String) in
            """
            local sdl = require "sdl"
            local hu = sdl.headunit { \(configuration) }
            local app = sdl.app { appName = "Hello", fullAppID = "1", headunit = hu }
            app:start()
            hu.policy:allow(app, "GetVehicleData", { parameters = { "gps" } })
            hu.user:activate(app)
            app:waitForHMI { hmiLevel = "FULL" }
            local codes = {}
            for i = 1, 7 do
              local code = app.try.GetVehicleData({ gps = true }).resultCode
              codes[code] = (codes[code] or 0) + 1
            end
            for code, count in pairs(codes) do print(code, count) end
            app:stop()
            """
        }
        let rule = "limits = { vehicleData = { count = 5, per = \"1s\" } }"
        let free = try output(of: script(""))
        #expect(free == ["SUCCESS\t7"])
        let limited = try output(of: script(rule))
        #expect(limited.contains("REJECTED\t2"), "\(limited)")
    }

    @Test(
        arguments: [
            ("mtuu = 1", "hu:configure has no `mtuu`; did you mean `mtu`?"),
            ("mtu = 5", "`mtu` of hu:configure must be a whole number from 128 to 16777216"),
            ("language = 5", "`language` of hu:configure must be a string"),
            ("limits = { request = false }", "`limits` of hu:configure has no `request`; did you mean `requests`?"),
            ("limits = { requests = 5 }", "`limits.requests` of hu:configure must be false or { count = 50, per = \"1s\" }"),
            ("menuTimeout = 5", "`menuTimeout` of hu:configure must be a duration with a unit, such as \"500ms\", \"5s\" or \"1m\""),
            ("rpcVersion = \"eight\"", "`rpcVersion` of hu:configure must be a version such as \"8.0.0\""),
            ("missingInterfaces = { \"HMI\" }", "must be a list of UI, VR, TTS, Buttons, VehicleInfo, Navigation, RC, not \"HMI\""),
            ("capabilities = { displays = {} }", "`capabilities` of hu:configure has no `displays`; did you mean `DISPLAYS`?"),
            ("heartbeat = 5", "`heartbeat` of hu:configure is false, a duration such as \"5s\""),
            ("seed = 5", "hu:configure has no `seed`"),
        ])
    func `a wrong value says what is expected`(configuration: String, message: String) throws {
        let problem = try failure(of: "require('sdl').headunit {}:configure { \(configuration) }")
        #expect(problem.hasPrefix("/test/main.lua:1: "))
        #expect(problem.contains(message), "\(problem)")
    }
}
