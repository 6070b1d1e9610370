-- Video and audio: what arrives at which rate, what a head unit refuses, and how long a stream lasts.
local sdl = require "sdl"
local test = require "sdl.test"
local expect = test.expect

test.suite("Streaming", { hmiLevel = "FULL", app = { appHMIType = { "NAVIGATION" } } }, function()
  test("video arrives whole, at the rate it was sent with", function(t)
    local video = t.app:openVideo { width = 800, height = 480 }
    local received = 0
    t.hu.link:onFrame("in", { serviceType = "video", frameType = "single" }, function(frame) received = received + #frame.payload end)
    video:send(("\0"):rep(300 * 1024), { rate = "30KiB/s" })
    expect(sdl.now()):between(9.5, 10.5)
    expect.poll(function() return received end):equals(300 * 1024)
  end)

  test("a refused service says why", function(t)
    t.hu.link:fault { nack = "audio" }
    expect(function() t.app:openAudio() end):raises { kind = "serviceRefused" }
    expect(t.app:openVideo { width = 800, height = 480 }.isOpen):isTrue()
  end)

  test("it may be asked for until it is granted", function(t)
    t.hu.link:fault { nack = "audio" }
    sdl.after("3s", function() t.hu.link:clear() end)
    expect.poll(function() return (pcall(t.app.openAudio, t.app)) end):isTrue()
    expect(sdl.now()):between(3, 3.1)
  end)

  test("a stream ends with the level", function(t)
    local video = t.app:openVideo { width = 800, height = 480 }
    t.hu:setHMILevel(t.app, "NONE")
    t.app:waitForHMI { hmiLevel = "NONE" }
    expect(function() while true do video:send "x" sdl.sleep "1s" end end):raises { kind = "notConnected" }
  end)
end)
