-- Head units in a process of their own, one on each URL: they tell every app it is in FULL and answer, until they are killed.
local sdl = require "sdl"
local urls = {}
for i, url in ipairs(sdl.args) do
  local hu = sdl.headunit { listen = url }
  hu:onApp(function(app)
    hu:setHMILevel(app, "FULL")
    hu:setVideoStreamingState(app, "STREAMABLE")
  end)
  urls[i] = hu.url
end
print("listening on " .. table.concat(urls, " "))
