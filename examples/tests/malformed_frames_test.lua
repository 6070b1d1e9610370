-- Below the RPCs: wrong headers, cut messages, foreign bytes. A session may end by them; the app comes back, its neighbours stay.
local sdl = require "sdl"
local test = require "sdl.test"
local expect = test.expect

local nonsense = {
  { what = "an unknown protocol version", frame = { version = 15 } },
  { what = "a reserved frame type", frame = { frameType = 5 } },
  { what = "a part of no message", frame = { frameType = "consecutive", frameInfo = 1, payload = "x" } },
  { what = "a size of 4 GiB", frame = { dataSize = 0xFFFFFFFF } },
  { what = "a message without its header", frame = { payload = "\0\0" } },
  { what = "an answer to nothing", frame = { serviceType = "video", frameInfo = "startServiceACK" } },
}

test.suite("Malformed frames", { hmiLevel = "FULL" }, function()
  test.each(nonsense)("{what} is survived", function(t, case)
    local neighbour = t:newApp { appName = "Neighbour" }
    neighbour:start()
    neighbour:expect("managerDidDisconnect"):never()
    t.app.link:sendFrame(case.frame)
    sdl.sleep "5s"
    expect(t.app.rpc.ListFiles {}.success):isTrue()
  end)

  test("a correlation id may be used twice", function(t)
    t.app:expect("Show", { success = true }):times(2)
    for i = 1, 2 do t.app.rpc.Show({ mainField1 = "Hello " .. i }, { correlationID = 4711 }) end
  end)

  test("values from a newer RPC spec do no harm", function(t)
    t.hu:on("Show", function() return "SHINY", { sparkle = true } end)
    expect(t.app.try.Show { mainField1 = "Hi" }):has { resultCode = "SHINY", sparkle = true, invalid = sdl.absent }
  end)
end)
