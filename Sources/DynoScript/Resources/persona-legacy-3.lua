-- SPDX-License-Identifier: Apache-2.0
-- A head unit of 2017: protocol 3, RPC 4.5, and heartbeats, which only protocol 3 has for sure.
local drive = require "sdl.personas.default"

return function(hu)
  hu:configure {
    protocolVersion = "3.0.0", rpcVersion = "4.5.0", heartbeat = { interval = "5s", send = true, answer = true },
    vehicleType = { make = "Dyno", model = "Roller", modelYear = "2017", trim = "Base" }, mixesAudio = false,
  }
  drive(hu)
end
