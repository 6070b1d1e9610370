-- A slow head unit of some car maker: an old RPC version, a small display, and a driver who takes his time.
-- dyno run examples/hello.lua --persona examples/personas/oem-slow.lua
local sdl = require "sdl"

return function(hu)
  hu:configure {
    rpcVersion = "6.0",
    vehicleType = { make = "OEM", model = "Slow", modelYear = "2019" },
    capabilities = { displayCapabilities = { displayName = "OEM 7 inch" } },
  }
  hu.link:fault { latency = "80ms", jitter = "30ms" }
  hu:on("*", function() sdl.sleep "250ms" end)

  hu:onApp(function(app)
    sdl.sleep "2s"
    if app.isRegistered then hu.user:activate(app) end
  end)
  hu:onButtonSubscription(function(app, button)
    sdl.sleep "3s"
    if app.isRegistered then hu.user:press(button, "LONG", app) end
  end)
end
