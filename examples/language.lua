-- The driver changes the language. The head unit unregisters the app, which comes back, is asked for its name, and adapts.
local sdl = require "sdl"

local names = { ["EN-US"] = "Weather", ["DE-DE"] = "Wetter", ["FR-FR"] = "Météo" }
local hu = sdl.headunit {}

local app = sdl.app {
  appName = names["EN-US"], fullAppID = "weather-1", headunit = hu,
  languagesSupported = { "EN-US", "DE-DE" },
  delegate = {
    shouldUpdateLifecycleConfigurationToLanguage = function(_, language, hmiDisplayLanguage)
      print("asked for " .. language .. " and " .. hmiDisplayLanguage)
      return { appName = names[language], ttsName = { { type = "TEXT", text = names[language] } } }
    end,
  },
}

app:on("OnLanguageChange", function(p) print("the head unit speaks " .. p.language) end)
app:on("OnAppInterfaceUnregistered", function(p) print("unregistered: " .. p.reason) end)
app:on("ready", function(warning) print("ready: " .. (warning and warning.resultCode or "SUCCESS")) end)

app:start()
for _, language in ipairs { "DE-DE", "FR-FR", "EN-US" } do
  hu.user:language(language)
  app:waitFor "ready"
  print("the driver sees " .. hu.apps[1].appName)
end
app:stop()
