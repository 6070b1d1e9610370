-- N of one kind of thing, each used once: how the time grows with N shows what is worse than linear.
local sdl = require "sdl"
local kind, n = sdl.args[1], math.tointeger(sdl.args[2])

local function started(id)
  local app = sdl.app { appName = "Bench " .. id, fullAppID = "bench" .. id }
  app:start()
  return app
end

local kinds = {}

function kinds.apps()
  local apps = {}
  for id = 1, n do apps[id] = started(id) end
  for id = 1, n do apps[id]:stop() end
end

function kinds.handlers()
  local app = started(1)
  for _ = 1, n do app:onHMI({}, function() end) end
  app:waitForHMI { hmiLevel = "FULL" }
  app:stop()
end

function kinds.timers()
  sdl.all(n, function(i) sdl.sleep(i .. "ms") end)
end

function kinds.files()
  local app = started(1)
  app:waitForHMI { hmiLevel = "FULL" }
  for i = 1, n do app.files:upload(sdl.file { name = "file" .. i, type = "BINARY", bytes = "x" .. i }) end
  app:stop()
end

function kinds.requests()
  local app = started(1)
  app:waitForHMI { hmiLevel = "FULL" }
  sdl.all(n, function(i) app.rpc.Show { mainField1 = "line " .. i } end)
  app:stop()
end

kinds[kind]()
