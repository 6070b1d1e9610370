-- Heartbeats every five seconds, for TIME.
local sdl = require "sdl"
local app = sdl.app { appName = "Bench", fullAppID = "bench", heartbeat = "5s" }
app:start()
sdl.sleep(sdl.args[1])
app:stop()
