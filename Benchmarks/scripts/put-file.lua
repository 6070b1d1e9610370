-- One file, PATH, to the head unit.
local sdl = require "sdl"
local app = sdl.app { appName = "Bench", fullAppID = "bench" }
app:start()
app:waitForHMI { hmiLevel = "FULL" }
local start = sdl.now()
app.files:upload(sdl.file { name = "blob", type = "BINARY", path = sdl.args[1] })
print(("seconds %.6f"):format(sdl.now() - start))
app:stop()
