-- Files on the head unit: a picture that goes up by itself, a large file with its progress, the list, and what goes wrong.
local sdl = require "sdl"

local app = sdl.app { appName = "Covers", fullAppID = "covers-1", appHMIType = { "MEDIA" } }
app:start()
app:waitForHMI { hmiLevel = "FULL" }

-- Wherever a request shows a picture, a file will do: it is uploaded first if the head unit lacks it.
local cover = sdl.file { bytes = ("\x89PNG picture"):rep(100), name = "cover.png", persistent = true }
print("Show: " .. app.rpc.Show { mainField1 = "A song", graphic = cover }.resultCode)
print("cover is there: " .. tostring(app.files:has(cover)))

local song = sdl.file { bytes = ("la "):rep(200000), name = "song.mp3" }
local parts = 0
app.files:upload(song, {
  onProgress = function(sent, total)
    parts = parts + 1
    if sent == total then print(("song: %d bytes in %d parts"):format(total, parts)) end
  end,
})
print("files: " .. table.concat(app.files:list(), ", "))

local again = app.files:upload(song, { raise = false })
print("once more: " .. again.error.kind .. ", " .. again.error.message)
print("replaced: " .. app.files:upload(song, { overwrite = true }).resultCode)
print("spoilt: " .. app.files:upload(sdl.file { bytes = "x", name = "x" }, { crc = 1, raise = false }).resultCode)

app.files:delete(song)
print("left: " .. table.concat(app.files:list(), ", "))
app:stop()
