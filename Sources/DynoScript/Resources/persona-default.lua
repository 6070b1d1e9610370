-- SPDX-License-Identifier: Apache-2.0
-- A driver who opens each new app and tries each of its buttons once.
local sdl = require "sdl"

local openingDelay, pressDelay = "200ms", "1s"

return function(hu)
  local pressed = {} -- the number of a registration → its buttons

  hu:onApp(function(app)
    sdl.sleep(openingDelay)
    if app.isRegistered then hu.user:activate(app) end
  end)

  hu:onButtonSubscription(function(app, button)
    local buttons = pressed[app.number] or {}
    if buttons[button] then return end
    pressed[app.number], buttons[button] = buttons, true
    sdl.sleep(pressDelay)
    if app.isRegistered then hu.user:press(button, "SHORT", app) end
  end)

  hu:onAppGone(function(app) pressed[app.number] = nil end)
end
