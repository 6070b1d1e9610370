-- What may an app do now? It asks, watches the answer change, waits until it is yes – and sees what happens if it doesn't.
local sdl = require "sdl"

local hu = sdl.headunit {}
local app = sdl.app { appName = "Trip", fullAppID = "trip-1", headunit = hu }
hu.policy:set("trip-1", {
  Show = {},  -- allowed in FULL, LIMITED and BACKGROUND
  GetVehicleData = { levels = { "FULL" }, parameters = { "speed" } },
})

app:start()
local refused = app.try.Show { mainField1 = "Too early" }
print("Show in " .. app.hmi.hmiLevel .. ": " .. refused.resultCode)

local needed = { "Show", { "GetVehicleData", "speed" } }
local watch = app.permissions:observe(needed, "any", function(status)
  print(("the group is %s: Show %s, speed %s"):format(
    status.group, status.rpcs.Show.allowed, status.rpcs.GetVehicleData.parameters.speed))
end)

sdl.after("1s", function() hu:setHMILevel(app, "BACKGROUND") end)
sdl.after("2s", function() hu.user:activate(app) end)
app:waitForPermissions(needed)
print(("at %.0f s everything is allowed"):format(sdl.now()))

hu.vehicle.speed = 87.5
print("speed: " .. app.rpc.GetVehicleData { speed = true }.speed)
print("rpm allowed: " .. tostring(app.permissions:isAllowed("GetVehicleData", "rpm")))

hu.policy:revoke(app, "GetVehicleData")
sdl.sleep "100ms"
watch:cancel()
app:stop()
