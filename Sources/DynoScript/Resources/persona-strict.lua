-- SPDX-License-Identifier: Apache-2.0
-- A head unit that lets nothing pass: the strict policy, and limits on how much an app may ask.
local drive = require "sdl.personas.default"

return function(hu)
  hu.policy:profile "seedStrict"
  hu:configure {
    limits = {
      -- Well above what an app that works needs, well below a loop that runs wild.
      requestsInNone = { count = 100, per = "1s" }, requests = { count = 1000, per = "10s" }, vehicleData = { count = 5, per = "1s" },
      pendingRequests = 100, fileRequestsInNone = 5, storage = 10 << 20,
    },
  }
  drive(hu)
end
