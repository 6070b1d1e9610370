-- SPDX-License-Identifier: Apache-2.0
-- A head unit with a loose contact: the link jitters, comes in small pieces, doubles and falsifies a frame now and then, and is lost
-- again and again; and some requests are refused for no reason an app can see.
local sdl = require "sdl"
local drive = require "sdl.personas.default"

local everySoMany = 12 -- requests, on average, is one refused
local kinds = { "close", "reset", "silent" }
local refused = { "REJECTED", "GENERIC_ERROR", "IN_USE", "TIMED_OUT" }
-- Without these nothing works at all, which teaches an app nothing.
local spared = { RegisterAppInterface = true, UnregisterAppInterface = true, SubscribeButton = true }

return function(hu)
  hu.link:fault { latency = "20ms", jitter = "60ms", duplicate = 0.002, corrupt = 0.001, splitWrites = 256 }
  hu:on("*", function(request)
    if not spared[request.rpc] and math.random(everySoMany) == 1 then return refused[math.random(#refused)] end
  end)
  hu:onApp(function()
    sdl.after(("%ds"):format(math.random(20, 60)), function()
      if #hu.apps > 0 then hu.link:disconnect { kind = kinds[math.random(#kinds)], back = "2s" } end
    end)
  end)
  drive(hu)
end
