-- An SDL app: registers, waits until the driver opens it, shows two lines, hears a button, leaves.
local sdl = require "sdl"

local app = sdl.app { appName = "Hello", fullAppID = "8675309", appHMIType = { "MEDIA" } }

app:onButton("OK", function(press)
  print(("button pressed: %s (%s)"):format(press.buttonName, press.buttonPressMode))
end)

app:start()
print(("ready: protocol %s, RPC %s"):format(app.protocolVersion, app.rpcVersion))

local hmi = app:waitForHMI { hmiLevel = "FULL" }
app.rpc.Show { mainField1 = "Hello", mainField2 = "from Lua" }
print("the driver sees us: " .. hmi.hmiLevel .. ", " .. hmi.audioStreamingState)

app:waitFor("OnButtonPress", { buttonName = "OK" })
app:stop()
