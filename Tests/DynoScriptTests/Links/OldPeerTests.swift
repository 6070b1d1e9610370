// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import Testing

@testable import DynoScript

/// Every pair of protocol versions, as two scripts would play them.
struct OldPeerTests {
    private static let versions = ["1.0.0", "2.0.0", "3.0.0", "4.0.0", "5.0.0", "5.1.0", "5.2.0", "5.3.0", "5.4.0", "5.4.1"]

    /// What an application that offers `app` agrees on with a head unit that speaks `headUnit`.
    private static func agreed(_ app: String, _ headUnit: String) -> String {
        min(app, headUnit)
    }

    @Test func `every application and every head unit agree on the lower version and talk`() throws {
        let list = Self.versions.dropFirst().map { "\"\($0)\"" }.joined(separator: ", ")
        let lines = try output(
            of: """
                local sdl = require "sdl"
                local versions = { \(list) }
                for _, theirs in ipairs(versions) do
                  local hu = sdl.headunit { protocolVersion = theirs }
                  for i, ours in ipairs(versions) do
                    local app = sdl.app { appName = "A" .. i, fullAppID = "a" .. i, protocolVersion = ours, headunit = hu }
                    app:start()
                    hu.user:activate(app)
                    app:waitForHMI { hmiLevel = "FULL" }
                    app.rpc.Show { mainField1 = ("long "):rep(90) }
                    print(ours, theirs, app.protocolVersion)
                    app:stop()
                  end
                  hu:close()
                end
                """)
        var expected: [String] = []
        for theirs in Self.versions.dropFirst() {
            for ours in Self.versions.dropFirst() { expected.append("\(ours)\t\(theirs)\t\(Self.agreed(ours, theirs))") }
        }
        #expect(lines == expected)
    }

    /// Version 1 is spoken just enough to be refused (RPCs get UNSUPPORTED_VERSION).
    @Test(arguments: versions)
    func `with version 1 at either end the registration is refused`(other: String) throws {
        for (app, headUnit) in [("1.0.0", other), (other, "1.0.0")] {
            let lines = try output(
                of: """
                    local sdl = require "sdl"
                    local hu = sdl.headunit { protocolVersion = "\(headUnit)" }
                    local app = sdl.app { appName = "A", fullAppID = "a", protocolVersion = "\(app)", headunit = hu }
                    local ok, e = pcall(app.start, app)
                    print(ok, e.kind, e.resultCode)
                    """)
            #expect(lines == ["false\tregistrationRefused\tUNSUPPORTED_VERSION"], "\(app) with \(headUnit)")
        }
    }

    @Test(arguments: [("4.0.0", "5.0"), ("5.3.0", "5.4.1"), ("1.0.0", "2.0")])
    func `a head unit below the minimum is too old`(headUnit: String, minimum: String) throws {
        let lines = try output(
            of: """
                local sdl = require "sdl"
                local hu = sdl.headunit { protocolVersion = "\(headUnit)" }
                local app = sdl.app { appName = "A", fullAppID = "a", minimumProtocolVersion = "\(minimum)", headunit = hu }
                local ok, e = pcall(app.start, app)
                print(ok, e.kind, #hu.apps)
                """)
        #expect(lines == ["false\tversionTooLow\t0"])
    }

    @Test func `a small mtu cuts messages into pieces both ways`() throws {
        let lines = try output(
            of: """
                local sdl = require "sdl"
                local hu = sdl.headunit { mtu = 200 }
                local app = sdl.app { appName = "A", fullAppID = "a", headunit = hu }
                local longest, pieces = { ["in"] = 0, out = 0 }, { ["in"] = 0, out = 0 }
                for _, way in ipairs { "in", "out" } do
                  app.link:onFrame(way, { frameType = sdl.any("single", "consecutive") }, function(f)
                    longest[way] = math.max(longest[way], #f.payload)
                    if f.frameType == "consecutive" then pieces[way] = pieces[way] + 1 end
                  end)
                end
                app:start()
                print(longest["in"], longest.out, pieces["in"] > 10, pieces.out > 1)
                app:stop()
                """)
        #expect(lines == ["187\t188\ttrue\ttrue"])
    }

    @Test func `a silent application is missed by a head unit with a heartbeat`() throws {
        let lines = try output(
            of: """
                local sdl = require "sdl"
                local hu = sdl.headunit { heartbeat = { interval = "2s" } }
                local app = sdl.app { appName = "A", fullAppID = "a", heartbeat = false, headunit = hu }
                app:start()
                local start = sdl.now()
                app:waitFor("managerDidDisconnect")
                print(sdl.now() - start)
                app:stop()
                """)
        #expect(lines.count == 1)
        #expect((lines.first.flatMap(Double.init)).map { (3.9...4.1).contains($0) } == true)
    }

    @Test func `a silent head unit is missed by an application with a heartbeat, and found again`() throws {
        let lines = try output(
            of: """
                local sdl = require "sdl"
                local hu = sdl.headunit { heartbeat = false }
                local app = sdl.app { appName = "A", fullAppID = "a", heartbeat = "2s", headunit = hu }
                app:start()
                app:waitFor("managerDidDisconnect")
                print("lost", app.link.stats.timeouts)
                app:waitFor("ready")
                print("back")
                app:stop()
                """)
        #expect(lines == ["lost\t1", "back"])
    }

    @Test(arguments: [
        ("mtu = 100", "`mtu` of sdl.headunit must be a whole number from 128 to 16777216"),
        ("mtu = '1k'", "`mtu` of sdl.headunit must be a whole number from 128 to 16777216"),
        (
            "heartbeat = 5",
            "`heartbeat` of sdl.headunit is false, a duration such as \"5s\", or { interval = \"5s\", send = true, answer = true }"
        ),
        ("heartbeat = '5'", "`heartbeat` of sdl.headunit must be a duration with a unit, such as \"500ms\", \"5s\" or \"1m\""),
        ("heartbeat = { intervall = '5s' }", "`heartbeat` of sdl.headunit has no `intervall`; did you mean `interval`?"),
        ("protocolVersion = '5'", "`protocolVersion` of sdl.headunit must be a version such as \"5.4.1\""),
    ])
    func `a mistake is named`(option: String, message: String) throws {
        #expect(try failure(of: "require('sdl').headunit { \(option) }").hasSuffix(message))
    }
}
