-- Permissions: who may send what at which level, and in which order an app learns that this has changed.
local sdl = require "sdl"
local test = require "sdl.test"
local expect = test.expect

local trip = { Show = {}, GetVehicleData = { levels = { "FULL" }, parameters = { "speed", "rpm" } } }

test.suite("Permissions", { hmiLevel = "FULL" }, function()
  test("are told as the policy has them", function(t)
    local told = t.app:expect "OnPermissionsChange"
    t.hu.policy:set(t.app, { GetVehicleData = trip.GetVehicleData })
    expect(told:await().params.permissionItem):contains {
      rpcName = "GetVehicleData", hmiPermissions = { allowed = { "FULL" } }, parameterPermissions = { allowed = { "rpm", "speed" } },
    }
  end)

  test("hold back what is not allowed before anybody sees it", function(t)
    t.hu.policy:set(t.app, trip)
    t.hu.hmi:expect("UI.Alert"):never()
    expect(t.app.try.Alert { alertText1 = "Hi" }.resultCode):equals "DISALLOWED"
    expect(t.app.try.GetVehicleData { gps = true }.resultCode):equals "DISALLOWED"
    expect(t.app.rpc.GetVehicleData { speed = true }):has { speed = sdl.present }
  end)

  test("come and go before the eyes of an observer", function(t)
    local seen = {}
    t.app.permissions:observe({ "Show", { "GetVehicleData", "rpm" } }, "any", function(now) table.insert(seen, now.group) end)
    for _, policy in ipairs { trip, { Alert = {} }, { Show = {} } } do t.hu.policy:set(t.app, policy) end
    expect.poll(function() return seen end):equals { "mixed", "allowed", "disallowed", "mixed" }
  end)

  test("follow the answer and the level, in this order", function(t)
    t.app:expectSequence { { "Show", { success = true } }, { "OnHMIStatus", { hmiLevel = "BACKGROUND" } }, "OnPermissionsChange" }
    t.app.rpc.Show { mainField1 = "Hello" }
    t.hu:setHMILevel(t.app, "BACKGROUND")
    t.hu.policy:set(t.app, trip)
  end)
end)
