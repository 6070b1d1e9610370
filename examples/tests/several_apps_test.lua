-- Several apps on one head unit: each has its own link and its own level, and hears only what is meant for it.
local sdl = require "sdl"
local test = require "sdl.test"
local expect = test.expect

test.suite("Several apps", { tags = { "smoke" } }, function()
  test("register at the same time", function(t)
    local apps = sdl.all(5, function(i)
      local app = t:newApp { appName = "App " .. i }
      app:start()
      return app
    end)
    expect(#t.hu.apps):equals(5)
    for i, app in ipairs(apps) do expect(app.registerResponse.success):isTrue() end
  end)

  test("share one screen", function(t)
    local front, back = t.app, t:newApp { appName = "Back" }
    back:start()
    for _, app in ipairs { back, front } do
      t.hu.user:activate(app)
      app:waitForHMI { hmiLevel = "FULL" }
    end
    back:waitForHMI { hmiLevel = "BACKGROUND", audioStreamingState = "NOT_AUDIBLE" }
  end)

  test("do not hear each other's buttons", { hmiLevel = "FULL" }, function(t)
    local front, back = t.app, t:newApp { appName = "Back" }
    back:start()
    front.rpc.SubscribeButton { buttonName = "OK" }
    front:expect("OnButtonPress", { buttonName = "OK" }):times(1)
    back:expect("OnButtonPress"):never()
    t.hu.user:press "OK"
  end)
end)
