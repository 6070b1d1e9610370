-- Every way a test can fail. What the report says of it stands in broken_test.txt, word for word.
local sdl = require "sdl"
local test = require "sdl.test"
local expect = test.expect

test.suite("messages", { hmiLevel = "FULL" }, function()
  test("awaited and not met", function(t)
    local shown = t.hu:expect("Show", { mainField1 = "Hi", mainField2 = "there" }):times(1):within "2s"
    t.app.rpc.Show { mainField1 = "Hi", mainField2 = "where" }
    shown:await()
  end)
  test("not met and nobody awaits", function(t)
    t.hu:expect("Speak"):within "500ms"
    t.app.rpc.Show { mainField1 = "Hi" }
  end)
  test("never", function(t)
    t.hu:expect("Show"):never()
    sdl.after("10s", function() t.app.rpc.Show { mainField1 = "late" } end)
    t.app:waitForHMI { hmiLevel = "FULL" }
    sdl.sleep "11s"
  end)
  test("too often", function(t)
    t.hu.hmi:expect("UI.Show"):times(1)
    for i = 1, 3 do t.app.rpc.Show { mainField1 = tostring(i) } end
  end)
  test("out of order", function(t)
    t.app:expectSequence { { "Show", { success = true } }, { "OnHMIStatus", { hmiLevel = "NONE" } }, "Speak" }
    t.hu.user:exit(t.app)
    t.app:waitForHMI { hmiLevel = "NONE" }
  end)
end)

test.suite("more messages", { hmiLevel = "FULL" }, function()
  test("in order, but not to the end", function(t)
    t.hu:expectSequence { "Show", { "Speak", { ttsChunks = sdl.present } } }
    t.app.rpc.Show { mainField1 = "Hi" }
  end)
  test("too seldom", function(t)
    t.hu:expect("Show"):atLeast(2):atMost(3)
    t.app.rpc.Show { mainField1 = "Hi" }
  end)
  test("never, and awaited", function(t)
    local shown = t.hu:expect("Show", { mainField1 = sdl.match "^H" }):never():within "1s"
    t.app.rpc.Show { mainField1 = "Hi" }
    shown:await()
  end)
  test("against the spec", function(t)
    t.hu:on("Show", function() return "SUCCESS", { info = 5 } end)
    t.app.rpc.Show { mainField1 = "Hi" }
  end)
end)

test.suite("values", function()
  test("equals", { issue = "HU-7" }, function() expect({ a = 1, b = { 2, 3 } }):equals { a = 1, b = { 2, 4 }, c = true } end)
  test("long texts", function() expect(("la"):rep(100) .. "\n"):equals(("la"):rep(99) .. "lo\n") end)
  test("has", function() expect({ resultCode = "REJECTED", success = false }):has { resultCode = "SUCCESS", success = false } end)
  test("soft", function()
    expect.soft("left"):equals "right"
    expect.soft("abc").isNot:contains "b"
    print "and goes on"
  end)
  test("poll", function()
    local n = 0
    expect.poll(function() n = n + 1 return n % 2 end, { within = "1s" }):equals(7)
  end)
  test("raises nothing", function() expect(function() end):raises "boom" end)
  test("measured too much", function(t) t:measure("latency", 12.5, { max = 10, unit = "ms" }) end)
end)

test.suite("code", function()
  local function deep() error "deep inside" end
  test("an error", function(t) t:step("open", function() t:step("look", deep) end) end)
  test("a refused request", { hmiLevel = "FULL" }, function(t) t.app.rpc.AddCommand { cmdID = 1 } end)
  test("a typo", function(t) t.hu:expect "Alret" end)
  test("a handler", function()
    sdl.after("1s", function() error "too late" end)
    sdl.sleep "2s"
    expect(1):equals(1)
  end)
  test("a check there is not", function() expect(1):equal(1) end)
  test("a fixture there is not", function(t) t.ap:start() end)
  test.fixture("bench", function(t) return t.bench end)
  test("a fixture that needs itself", function(t) t.bench() end)
  test("a time-out", { timeout = "3s" }, function() sdl.sleep "1h" end)
  test("teardown", function(t)
    t:cleanup(function() print "runs" end)
    t:cleanup(function() error "first" end)
    t:cleanup(function() error "second" end)
    expect(1):equals(1)
  end)
end)

test.suite("hooks", function()
  test.beforeAll(function() error "no bench" end)
  test("beforeAll", function() expect(1):equals(1) end)
end)

test("unexpected pass", { xfail = "HU-9" }, function() expect(1):equals(1) end)
test("expected failure", { xfail = "HU-9" }, function() expect(1):equals(2) end)
test("skipped", { skip = "no such hardware" }, function() end)
test("asserts nothing", function() end)
local tries = 0
test("flaky", { retries = 2 }, function()
  tries = tries + 1
  expect(tries):equals(2)
end)
