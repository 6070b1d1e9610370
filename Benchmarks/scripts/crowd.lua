-- APPS apps on one head unit, each with a request a second and heartbeats, for SECONDS.
local sdl = require "sdl"
local count, seconds = math.tointeger(sdl.args[1]), math.tointeger(sdl.args[2])
local apps, times = {}, {}
local start = sdl.now()
for first = 1, count, 50 do
  sdl.all(math.min(50, count - first + 1), function(n)
    local id = first + n - 1
    local app = sdl.app { appName = "Bench " .. id, fullAppID = "bench" .. id, heartbeat = "5s" }
    app:start()
    apps[id] = app
  end)
end
print(("registered %.1f"):format(count / (sdl.now() - start)))
sdl.all(count, function(n)
  local begin = sdl.now() + n / count
  for i = 0, seconds - 1 do
    sdl.sleep(("%.6fs"):format(math.max(0, begin + i - sdl.now())))
    local sent = sdl.now()
    apps[n].try.ListFiles {}
    times[#times + 1] = sdl.now() - sent
  end
end)
table.sort(times)
print(("p50 %.4f"):format(times[#times // 2] * 1000))
print(("p99 %.4f"):format(times[#times * 99 // 100] * 1000))
print "done"
sdl.sleep "1h"
