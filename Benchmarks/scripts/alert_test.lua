-- 1,000 tests, each with a head unit and a registered app in FULL of its own that does one Alert.
local test = require "sdl.test"
for i = 1, 1000 do
  test("an alert, " .. i, { hmiLevel = "FULL" }, function(t)
    test.expect(t.app.rpc.Alert { alertText1 = "Hi", duration = 3000 }.resultCode):equals "SUCCESS"
  end)
end
