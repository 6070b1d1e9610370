-- A day of heartbeats every five seconds.
local sdl = require "sdl"
local app = sdl.app { appName = "Bench", fullAppID = "bench", heartbeat = "5s" }
app:start()
sdl.sleep "24h"
app:stop()
