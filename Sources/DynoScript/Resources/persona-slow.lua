-- SPDX-License-Identifier: Apache-2.0
-- A head unit that is busy: the link takes its time, every answer more, and registering most.
local sdl = require "sdl"
local drive = require "sdl.personas.default"

return function(hu)
  hu.link:fault { latency = "60ms", jitter = "40ms" }
  hu:configure { speech = { perCharacter = "90ms", shortest = "1s" }, resumption = { levelDelay = "6s" } }
  hu:on("*", function() sdl.sleep "400ms" end)
  hu:on("RegisterAppInterface", function() sdl.sleep "2s" end)
  drive(hu)
end
