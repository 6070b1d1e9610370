-- The ignition goes off and on again. The app comes back by itself, and finds what it had.
local sdl = require "sdl"

local hu = sdl.headunit {}
local app = sdl.app { appName = "Diary", fullAppID = "diary-1", appHMIType = { "MEDIA" }, headunit = hu, reconnect = { interval = "1s" } }

app:on("managerDidDisconnect", function() print "the link is gone" end)
app:on("ready", function(warning)
  print(("ready: %s, resumed: %s"):format(warning and warning.resultCode or "SUCCESS", app.resumed))
end)
app:onButton("OK", function() print "button pressed" end)
app:onCommand(1, function() print "command chosen" end)

app:start()
hu.user:activate(app)
app:waitForHMI { hmiLevel = "FULL" }
app.rpc.AddCommand { cmdID = 1, menuParams = { menuName = "Write" } }
app:waitFor "OnHashChange"

hu.user:ignition "off"
app:waitForState "reconnecting"
sdl.after("500ms", function() hu.user:ignition "on" end)
app:waitFor "ready"
print("commands: " .. #hu:screen(app).menu)

print("level again: " .. app:waitForHMI({ hmiLevel = "FULL" }).hmiLevel)
hu.user:press "OK"
hu.user:command(app, 1)
sdl.sleep "100ms"

hu:unregister(app, "MASTER_RESET")
app:waitFor "ready"
hu.user:activate(app)
app:waitForHMI { hmiLevel = "FULL" }
sdl.sleep "100ms"
print("commands: " .. #hu:screen(app).menu)
app:stop()
