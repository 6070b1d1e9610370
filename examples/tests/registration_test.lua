-- Registration: what a head unit takes, what it refuses, and what it learns about the app.
local test = require "sdl.test"
local expect = test.expect

local complete = {
  appName = "Radio", appID = "radio", isMediaApplication = true, languageDesired = "EN-US", hmiDisplayLanguageDesired = "EN-US",
  syncMsgVersion = { majorVersion = 8, minorVersion = 0 },
}

test.suite("Registration", { tags = { "smoke" }, app = { appName = "Radio", appHMIType = { "MEDIA" } } }, function()
  test("tells the app what the head unit can do, and the head unit who the app is", function(t)
    expect(t.app.registerResponse):has { success = true, syncMsgVersion = { majorVersion = 8 }, hmiCapabilities = { navigation = true } }
    expect(t.hu.apps):has { { appName = "Radio", isMedia = true, hmiLevel = "NONE" } }
  end)

  test("can be undone and done again in one session", function(t)
    t.app.rpc.UnregisterAppInterface {}
    expect(#t.hu.apps):equals(0)
    t.app.rpc.RegisterAppInterface(complete)
    expect(t.hu.apps):has { { fullAppID = "radio" } }
  end)

  test("twice is once too often", function(t)
    expect(t.app.try.RegisterAppInterface(complete).resultCode):equals "APPLICATION_REGISTERED_ALREADY"
  end)

  test.each { "appName", "appID", "languageDesired", "syncMsgVersion" }("is refused without {}", function(t, missing)
    t.app.rpc.UnregisterAppInterface {}
    local partial = {}
    for key, value in pairs(complete) do
      if key ~= missing then partial[key] = value end
    end
    expect(t.app.try.RegisterAppInterface(partial, { validate = false })):has { success = false, resultCode = "INVALID_DATA" }
  end)
end)
