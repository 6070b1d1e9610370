-- Load: many requests at once, how a head unit defends itself, and how long its answers take.
local sdl = require "sdl"
local test = require "sdl.test"
local expect = test.expect

--- Sends n requests without waiting; returns how many answers have each result code.
local function flood(app, n)
  local batch, codes = {}, {}
  for i = 1, n do batch[i] = { "Show", { mainField1 = "Line " .. i } } end
  for _, response in ipairs(app:sendAll(batch)) do codes[response.resultCode] = (codes[response.resultCode] or 0) + 1 end
  return codes
end

test.suite("Load", { hmiLevel = "FULL", tags = { "load" } }, function()
  test("a thousand requests at once are all answered", function(t)
    expect(flood(t.app, 1000)):equals { SUCCESS = 1000 }
  end)

  test("more than may wait are refused", { headunit = { limits = { pendingRequests = 10 } } }, function(t)
    t.hu:on("Show", function() sdl.sleep "1s" end)
    expect(flood(t.app, 50)):equals { SUCCESS = 10, TOO_MANY_PENDING_REQUESTS = 40 }
  end)

  local few = { limits = { requestsInNone = { count = 9, per = "1s" } } }
  test("who floods in NONE is put out", { hmiLevel = "NONE", headunit = few }, function(t)
    t.app:expect("OnAppInterfaceUnregistered", { reason = "REQUEST_WHILE_IN_NONE_HMI_LEVEL" }):times(1)
    expect(function() for _ = 1, 10 do t.app.try.ListFiles {} end end):raises { kind = "notConnected" }
  end)

  test("answers come soon over a slow link, too", function(t)
    local app = t.app
    t.hu.link:fault { latency = "20ms", jitter = "10ms" }
    for _ = 1, 200 do
      local began = sdl.now()
      app.rpc.Show { mainField1 = "Hello" }
      t:measure("answer", (sdl.now() - began) * 1000, { max = 60, unit = "ms" })
    end
  end)
end)
