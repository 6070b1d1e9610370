-- HMI levels: what an Alert, speech and the driver do to the app's level, its sound and its context.
local sdl = require "sdl"
local test = require "sdl.test"
local expect = test.expect

local function button(action) return { type = "TEXT", text = "Press me", softButtonID = 1, systemAction = action } end

test.suite("HMI levels", { hmiLevel = "FULL", app = { appHMIType = { "MEDIA" } } }, function()
  test("an Alert covers the screen for as long as it was asked to", function(t)
    local app, began = t.app, sdl.now()
    app:expectSequence { { "OnHMIStatus", { systemContext = "ALERT" } }, { "OnHMIStatus", { systemContext = "MAIN" } }, "Alert" }
    app.rpc.Alert { alertText1 = "Hello", duration = 3000 }
    expect(sdl.now() - began):between(3, 3.5)
  end)

  test("speech attenuates the app's sound and gives it back", function(t)
    t.app:expectSequence { { "audioStreamingState", { new = "ATTENUATED" } }, { "audioStreamingState", { new = "AUDIBLE" } } }
    t.app.rpc.Speak { ttsChunks = { { type = "TEXT", text = "Turn left" } } }
  end)

  test("a soft button that steals the focus opens its app", function(t)
    t.hu.policy:allow(t.app, "STEAL_FOCUS")
    t.hu.user:background(t.app)
    t.app:waitForHMI { hmiLevel = "LIMITED" }
    sdl.after("1s", function() t.hu.user:pressSoftButton(t.app, 1) end)
    t.app.rpc.Alert { alertText1 = "Open me", softButtons = { button "STEAL_FOCUS" } }
    t.app:waitForHMI { hmiLevel = "FULL", audioStreamingState = "AUDIBLE" }
  end)

  test("one that keeps the context keeps the Alert", function(t)
    t.hu.policy:allow(t.app, "KEEP_CONTEXT")
    sdl.after("1s", function() t.hu.user:pressSoftButton(t.app, 1) end)
    t.app.try.Alert { alertText1 = "Keep me", softButtons = { button "KEEP_CONTEXT" }, duration = 3000 }
    expect(sdl.now()):between(4, 4.1)
  end)
end)
