-- Tests of an Alert, from its screen to its refusals. Run them with: dyno test examples/alert_test.lua
local test = require "sdl.test"
local expect = test.expect

test.suite("Alert", { tags = { "smoke", "ui" }, hmiLevel = "FULL" }, function()
  test("is shown and answered", function(t)
    local shown = t.hu:expect("Alert", { alertText1 = "Hi" }):times(1):within "2s"
    expect(t.app.rpc.Alert { alertText1 = "Hi", duration = 3000 }):has { resultCode = "SUCCESS" }
    expect(shown:await().params):has { duration = 3000 }
  end)
  test("is refused in BACKGROUND", { issue = "HU-1412" }, function(t)
    t.hu:setHMILevel(t.app, "BACKGROUND")
    t.app:waitForHMI { hmiLevel = "BACKGROUND" }
    t.hu.hmi:expect("UI.Alert"):never()
    expect(t.app.try.Alert { alertText1 = "Hi" }):has { success = false, resultCode = "DISALLOWED" }
  end)
  test.each { { n = 500, code = "SUCCESS" }, { n = 501, code = "INVALID_DATA" } }
    ("alertText1 of {n} characters gives {code}", function(t, case)
      local r = t.app.try.Alert({ alertText1 = ("x"):rep(case.n) }, { validate = false })
      expect(r.resultCode):equals(case.code)
    end)
end)
