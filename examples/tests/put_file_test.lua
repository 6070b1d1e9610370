-- PutFile: checksums, bytes that change on the way, files in parts, and what the head unit then holds.
local sdl = require "sdl"
local test = require "sdl.test"
local expect = test.expect

local picture = ("\137PNG"):rep(1000)

local function put(t, crc) return t.app.try.PutFile({ syncFileName = "cover", fileType = "GRAPHIC_PNG", crc = crc }, { bulk = picture }) end

test.suite("PutFile", { hmiLevel = "FULL" }, function()
  test("delivers a file whole, and deleting it makes room", function(t)
    expect(put(t, sdl.crc32(picture)).resultCode):equals "SUCCESS"
    expect(t.hu:files(t.app)):equals { { name = "cover", type = "GRAPHIC_PNG", size = #picture, persistent = false } }
    t.app.rpc.DeleteFile { syncFileName = "cover" }
    expect(t.hu:files(t.app)):equals {}
  end)

  test("with a wrong checksum keeps nothing", function(t)
    expect(put(t, 4711).resultCode):equals "CORRUPTED_DATA"
    expect(t.hu:files(t.app)):equals {}
  end)

  test("notices one changed byte in one frame", function(t)
    t.app.link:onFrame("out", { serviceType = "hybrid", frameType = sdl.any("single", "consecutive") }, function(frame)
      frame.payload = frame.payload:sub(1, -2) .. "X"
      return frame
    end)
    expect(put(t, sdl.crc32(picture)).resultCode):equals "CORRUPTED_DATA"
  end)

  test("takes a large file in parts, and tells how far it is", function(t)
    local parts = {}
    local song = sdl.file { bytes = ("la"):rep(250000), name = "song.mp3" }
    t.app.files:upload(song, { onProgress = function(sent) table.insert(parts, sent) end })
    expect(#parts):atLeast(3)
    expect(t.hu:files(t.app)):has { { name = "song.mp3", size = 500000 } }
  end)
end)
