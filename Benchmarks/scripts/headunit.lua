-- COUNT head units in a process of their own that tell every app it is in FULL and answer, until it is killed.
local sdl = require "sdl"
local urls = {}
for i = 1, math.tointeger(sdl.args[1]) do
  local hu = sdl.headunit { listen = sdl.args[2] }
  hu:onApp(function(app) hu:setHMILevel(app, "FULL") end)
  urls[i] = hu.url
end
print("listening on " .. table.concat(urls, " "))
