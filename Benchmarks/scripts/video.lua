-- APPS apps that stream 20 Mbit/s of video each for SECONDS: a picture every 1/30 s.
local sdl = require "sdl"
local count, seconds = math.tointeger(sdl.args[1]), math.tointeger(sdl.args[2])
local picture = ("x"):rep(20000000 // 8 // 30)
sdl.all(count, function(n)
  local app = sdl.app { appName = "Video " .. n, fullAppID = "video" .. n, appHMIType = { "NAVIGATION" } }
  app:start()
  app:waitForHMI { hmiLevel = "FULL" }
  local stream = app:openVideo()
  local start = sdl.now()
  for i = 1, seconds * 30 do
    stream:send(picture)
    sdl.sleep(("%.6fs"):format(math.max(0, start + i / 30 - sdl.now())))
  end
  stream:close()
  app:stop()
end)
