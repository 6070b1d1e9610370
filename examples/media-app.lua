-- A player: menu, buttons, a clock, and what it does when its sound goes.
local sdl = require "sdl"

local app = sdl.app { appName = "Player", fullAppID = "player-1", appHMIType = { "MEDIA" } }
local songs, playing = { "First", "Second", "Third" }, 1

local function show()
  app.rpc.Show { mainField1 = songs[playing], mainField2 = ("%d of %d"):format(playing, #songs) }
  app.rpc.SetMediaClockTimer { updateMode = "COUNTUP", startTime = { hours = 0, minutes = 0, seconds = 0 } }
  print("playing " .. songs[playing])
end

local function turn(by)
  playing = (playing - 1 + by) % #songs + 1
  show()
end

app:onButton("SEEKRIGHT", function() turn(1) end)
app:onButton("SEEKLEFT", function() turn(-1) end)
app:onCommand(1, function() print "shuffle" end)
app:on("didBecomeAudible", function() print "sound on" end)
app:on("didBecomeAttenuated", function() print "sound down" end)
app:on("didBecomeNotAudible", function() print "sound off" end)

-- The first time the app is in use it builds its menu; whenever it has the screen, it shows.
app:once("didFinishLaunching", function()
  app.rpc.AddCommand { cmdID = 1, menuParams = { menuName = "Shuffle" }, vrCommands = { "shuffle" } }
end)
app:on("didBecomeActive", show)

app:start()
app:waitFor("OnButtonPress", { buttonName = "SEEKRIGHT" })
app:waitFor("OnButtonPress", { buttonName = "SEEKLEFT" })
app.rpc.Speak { ttsChunks = { { type = "TEXT", text = "Goodbye" } } }
app:stop()
