-- The driver opens, leaves and closes an app; the delegate hears of it in the words of an application, and of the status behind it.
local sdl = require "sdl"

local hu = sdl.headunit {}
local function says(word) return function() print("  " .. word) end end

local app = sdl.app {
  appName = "Radio", fullAppID = "radio-1", appHMIType = { "MEDIA" }, headunit = hu,
  delegate = {
    hmiLevel = function(_, old, new) print(("  hmiLevel %s → %s"):format(old, new)) end,
    audioStreamingState = function(_, old, new) print(("  audio %s → %s"):format(old, new)) end,
    systemContext = function(_, old, new) print(("  context %s → %s"):format(old, new)) end,
    didConnect = says "connected", didFinishLaunching = says "launched", didBecomeActive = says "active",
    didBecomeLimited = says "limited", didClose = says "closed", didDisconnect = says "disconnected",
    didDisplayAlert = says "alert on screen",
  },
}

local function act(what, fn, ...)
  print(what)
  fn(...)
  sdl.sleep "10ms"
end

act("the app starts", app.start, app)
act("the driver opens it", hu.user.activate, hu.user, app)
act("it shows an alert", app.rpc.Alert, { alertText1 = "Now playing", duration = 3000 })
act("the driver looks at something else", hu.user.background, hu.user, app)
act("the driver comes back", hu.user.activate, hu.user, app)
act("the driver closes it", hu.user.exit, hu.user, app)
act("the app stops", app.stop, app)
