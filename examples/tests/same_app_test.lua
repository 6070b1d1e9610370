-- The same app twice: one head unit takes it once, two head units take one each, and neither hears of the other.
local test = require "sdl.test"
local expect = test.expect

test.suite("The same app", { app = { appName = "Radio", fullAppID = "radio" }, hmiLevel = "FULL" }, function()
  --- It on a head unit of its own.
  test.fixture("twin", function(t)
    local twin = t:newApp { fullAppID = "radio", headunit = t:newHeadUnit() }
    twin:start()
    return twin
  end)

  test("is refused the second time, and the first one goes on", function(t)
    expect(t.app.state):equals "ready"
    local second = t:newApp { fullAppID = "radio" }
    expect(function() second:start() end):raises { kind = "registrationRefused", resultCode = "APPLICATION_REGISTERED_ALREADY" }
    expect(t.app.rpc.Show { mainField1 = "Still here" }.success):isTrue()
  end)

  test("on two head units hears only its own commands", function(t)
    t.app:expect("OnCommand", { cmdID = 1 }):times(1)
    t.twin:expect("OnCommand"):never()
    t.app.rpc.AddCommand { cmdID = 1, menuParams = { menuName = "Play" } }
    t.hu.user:command(t.app, 1)
  end)

  test("on two head units may lose one of them", function(t)
    t.twin:expect("managerDidDisconnect"):never()
    t.app:expect("managerDidDisconnect"):times(1)
    t.hu:close()
  end)
end)
