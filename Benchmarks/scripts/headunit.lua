-- A head unit in a process of its own that tells every app it is in FULL and answers, until it is killed.
local sdl = require "sdl"
local hu = sdl.headunit { listen = "tcp://127.0.0.1:0" }
hu:onApp(function(app)
  hu:setHMILevel(app, "FULL")
  hu:setVideoStreamingState(app, "STREAMABLE")
end)
print("listening on " .. hu.url)
