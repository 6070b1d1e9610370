-- Heartbeats: a day of them in no time, who asks and who answers, and what silence leads to.
local sdl = require "sdl"
local test = require "sdl.test"
local expect = test.expect

local silent = { send = false, answer = false }

test.suite("Heartbeat", { headunit = { heartbeat = "5s" }, app = { heartbeat = "5s" } }, function()
  test("keeps a session for a day", { timeout = "25h", clock = "virtual", tags = { "soak" } }, function(t)
    local session = t.app.sessionID
    t.app.link:expect("heartbeatACK"):atLeast(24 * 3600 // 5)
    sdl.sleep "24h"
    expect(t.app.sessionID):equals(session)
  end)

  test("ends the session of an app that falls silent, and no other", function(t)
    local quiet = t:newApp { appName = "Quiet", heartbeat = silent }
    quiet:start()
    t.app:expect("managerDidDisconnect"):never()
    quiet:waitFor("managerDidDisconnect", nil, { timeout = "15s" })
    expect(t.hu.apps):has { { appName = "Test" } }
  end)

  test("makes an app give up a silent head unit", { headunit = { heartbeat = silent } }, function(t)
    t.app:waitFor("managerDidDisconnect", nil, { timeout = "15s" })
    expect(sdl.now()):between(5, 15)
  end)

  test("is new in protocol 3", { headunit = { protocolVersion = "2.0.0" } }, function(t)
    expect(t.app.protocolVersion):matches "^2"
    t.app.link:expect("heartbeat"):never()
    sdl.sleep "20s"
  end)
end)
