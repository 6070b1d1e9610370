-- A head unit with answers of its own, and two apps on it. Over TCP: sdl.headunit { listen = "tcp://127.0.0.1:12345" }
local sdl = require "sdl"

local hu = sdl.headunit { language = "DE-DE", hmiDisplayLanguage = "DE-DE", seed = 7 }

-- Every third alert is refused, and all of them take their time.
hu:on("Alert", function(request)
  sdl.sleep "300ms"
  if request.n % 3 == 0 then return "REJECTED", { tryAgainTime = 5 } end
  return "SUCCESS"
end)
hu.hmi:on("UI.Alert", function(event) print(("the driver sees %q of %s"):format(event.params.alertText1, event.app.appName)) end)

hu:onApp(function(app)
  print(app.appName .. " has come")
  hu.policy:allow(app, "GetVehicleData", { parameters = { "speed" } })
  hu.user:activate(app)
end)
hu:onAppGone(function(app) print(app.appName .. " has gone") end)

local function start(name)
  local app = sdl.app { appName = name, fullAppID = "id-" .. name, appHMIType = { "MEDIA" }, headunit = hu }
  app:start()
  app:waitForHMI { hmiLevel = "FULL" }
  return app
end

local radio, books = start "Radio", start "Books"
print("Radio is in " .. radio.hmi.hmiLevel .. ", Books in " .. books.hmi.hmiLevel)

hu.vehicle.speed = 42
print("Books knows the speed: " .. books.rpc.GetVehicleData({ speed = true }).speed)
for i = 1, 3 do print("alert " .. i .. ": " .. books.try.Alert({ alertText1 = "Chapter " .. i }).resultCode) end

hu.link:fault { latency = "40ms" }
local before = sdl.now()
books.rpc.Show { mainField1 = "Far away" }
print(("an answer over a slow link takes %.0f ms"):format((sdl.now() - before) * 1000))
hu.link:clear()

hu.user:exit(books)
books:stop()
radio:stop()
