-- An app on each of the head units at URL…, each with 20 Mbit/s of video for SECONDS: a picture every 1/30 s.
local sdl = require "sdl"
local seconds, urls = math.tointeger(sdl.args[1]), table.move(sdl.args, 2, #sdl.args, 1, {})
local picture = ("x"):rep(20000000 // 8 // 30)
sdl.all(#urls, function(n)
  local app = sdl.app { appName = "Video", fullAppID = "video", appHMIType = { "NAVIGATION" }, headunit = urls[n] }
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
