-- Round trips of one Show of about 200 bytes: COUNT of them, with IN_FLIGHT on their way at once.
local sdl = require "sdl"
local count, inFlight = math.tointeger(sdl.args[1]), math.tointeger(sdl.args[2])

local app = sdl.app { appName = "Bench", fullAppID = "bench" }
app:start()
app:waitForHMI { hmiLevel = "FULL" }
local show = app.rpc.Show
local fields = {
  mainField1 = "The first of four lines on the screen", mainField2 = "The second of four lines",
  mainField3 = "The third of four lines", alignment = "CENTERED", statusBar = "a status",
}
local function run(times)
  for _ = 1, times do show(fields) end
end
run(100)
local start = sdl.now()
sdl.all(inFlight, function() run(count // inFlight) end)
local took = sdl.now() - start
print(("microseconds %.3f"):format(took / count * 1e6))
app:stop()
