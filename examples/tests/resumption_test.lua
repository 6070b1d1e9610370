-- Resumption: an app that comes back finds what it had, unless the head unit has forgotten it.
local test = require "sdl.test"
local expect = test.expect

--- Twenty commands and a sub-menu: what an app has to lose. Returns the menu as the driver sees it.
local function fill(t)
  for id = 1, 20 do t.app.rpc.AddCommand { cmdID = id, menuParams = { menuName = "Command " .. id } } end
  t.app.rpc.AddSubMenu { menuID = 1, menuName = "More" }
  return t.hu:screen(t.app).menu
end

test.suite("Resumption", { hmiLevel = "FULL" }, function()
  test("gives back everything after a lost link, the level too", function(t)
    local menu = fill(t)
    t.app.link:disconnect()
    t.app:waitFor "ready"
    expect(t.app.resumed):isTrue()
    expect(t.hu:screen(t.app).menu):equals(menu)
    t.app:waitForHMI { hmiLevel = "FULL" }
  end)

  test("outlives an ignition cycle", function(t)
    local menu = fill(t)
    t.hu.user:ignition "off"
    t.app:waitForState "reconnecting"
    t.hu.user:ignition "on"
    t.app:waitForState "ready"
    expect(t.hu:screen(t.app).menu):equals(menu)
  end)

  test("fails for a hash nobody knows, and the app begins anew", { app = { hashID = "unknown" }, hmiLevel = "NONE" }, function(t)
    expect(t.app.registerResponse):has { success = true, resultCode = "RESUME_FAILED" }
    expect(t.app.resumed):isFalse()
    expect(t.hu:screen(t.app).menu):equals {}
  end)
end)
