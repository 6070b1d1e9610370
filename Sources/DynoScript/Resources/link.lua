-- SPDX-License-Identifier: Apache-2.0
-- Below the RPCs: frames as they go over a link, and audio and video.
local host = ...
local type, tostring, setmetatable, ipairs, pairs = type, tostring, setmetatable, ipairs, pairs
local mathType, lower, insert, remove, unpack = math.type, string.lower, table.insert, table.remove, table.unpack

-- The protocol's names ------------------------------------------------------------------------------------------------------

local frameTypes = { [0] = "control", "single", "first", "consecutive" }
local services = { [0] = "control", [0x07] = "rpc", [0x0A] = "audio", [0x0B] = "video", [0x0F] = "hybrid" }
local infos = {
  [0] = "heartbeat", "startService", "startServiceACK", "startServiceNAK", "endService", "endServiceACK", "endServiceNAK",
  "registerSecondaryTransport", "registerSecondaryTransportACK", "registerSecondaryTransportNAK", [0xFD] = "transportEventUpdate",
  [0xFE] = "serviceDataACK", [0xFF] = "heartbeatACK",
}
-- Control frames that concern the session and no single service.
local sessionInfos = { [0x00] = true, [0x07] = true, [0x08] = true, [0x09] = true, [0xFD] = true, [0xFF] = true }

local function byName(names)
  local numbers, known = {}, {}
  for number, name in pairs(names) do numbers[lower(name)], known[name] = number, true end
  return { names = names, numbers = numbers, known = known }
end

local named = { frameType = byName(frameTypes), serviceType = byName(services), frameInfo = byName(infos) }
named.serviceType.numbers.bulk = 0x0F -- the service's everyday name

--- The number behind a name; names are understood in any case of letters.
local function numberOf(field, name, called)
  local kind = named[field]
  local number = kind.numbers[lower(name)]
  if number then return number end
  local nearest = host.nearest(name, kind.known)
  host.fail("invalidParameters", ("bad argument `%s` to `%s`: there is no %s `%s`%s"):format(
    field, called, field, name, nearest and ("; did you mean `%s`?"):format(nearest) or ""))
end

-- The fields of a frame that are numbers, in the order the host takes them, and the largest that fits.
local numbers = { "version", "frameType", "serviceType", "frameInfo", "sessionID", "messageID", "dataSize" }
local largest = {
  version = 15, frameType = 7, serviceType = 255, frameInfo = 255, sessionID = 255, messageID = 0xFFFFFFFF, dataSize = 0xFFFFFFFF,
}
local known = { encrypted = true, payload = true }
for _, field in ipairs(numbers) do known[field] = true end

local function readNumber(field, value, called)
  if type(value) == "string" and named[field] then return numberOf(field, value, called) end
  if mathType(value) == "float" and value % 1 == 0 then value = value // 1 | 0 end
  if mathType(value) ~= "integer" or value < 0 or value > largest[field] then
    host.fail("invalidParameters", ("bad argument `%s` to `%s`: expected a number from 0 to %d%s, got %s"):format(
      field, called, largest[field], named[field] and " or a name" or "", host.literal(value)))
  end
  return value
end

--- A frame a script wrote, as numbers; what it left out is nil.
local function read(frame, called)
  host.check(frame, "table", "frame", called)
  host.checkKeys(frame, known, "a frame")
  local raw = {}
  for _, field in ipairs(numbers) do
    if frame[field] ~= nil then raw[field] = readNumber(field, frame[field], called) end
  end
  raw.encrypted = host.optional(frame.encrypted, "boolean", "encrypted", called)
  raw.payload = host.optional(frame.payload, "string", "payload", called)
  return raw
end

--- A frame as scripts see it: types by name where they have one.
local function describe(raw)
  return {
    version = raw.version, encrypted = raw.encrypted, frameType = frameTypes[raw.frameType] or raw.frameType,
    serviceType = services[raw.serviceType] or raw.serviceType,
    frameInfo = raw.frameType == 0 and infos[raw.frameInfo] or raw.frameInfo, sessionID = raw.sessionID,
    messageID = raw.messageID, payload = raw.payload,
  }
end

host.describeFrame = describe

-- Watching ------------------------------------------------------------------------------------------------------------------

local watchers = {} -- "app 1" or "headunit 2" → list of { direction =, pattern =, fn =, link = }

--- Types in a pattern match by name and by number.
local function readPattern(pattern)
  if type(pattern) ~= "table" then return { whole = pattern } end
  local rest, typed = {}, {}
  for key, value in host.sortedPairs(pattern) do
    if named[key] and type(value) == "string" then
      typed[key] = numberOf(key, value, "onFrame")
    elseif named[key] then
      typed[key] = value
    else
      rest[key] = value
    end
  end
  return { whole = rest, typed = typed }
end

local function matches(pattern, frame, raw)
  if pattern.whole ~= nil and not host.match(pattern.whole, frame) then return false end
  for field, wanted in pairs(pattern.typed or {}) do
    -- 1 is StartService only in a control frame.
    local isName = field == "frameInfo" and raw.frameType ~= 0
    if not host.match(wanted, raw[field]) and (isName or not host.match(wanted, frame[field])) then return false end
  end
  return true
end

local function unchanged(changed, raw)
  for _, field in ipairs(numbers) do
    if changed[field] ~= nil and changed[field] ~= raw[field] then return false end
  end
  return (changed.encrypted == nil or changed.encrypted == raw.encrypted) and (changed.payload == nil or changed.payload == raw.payload)
end

--- Every function that wants the frame gets it as the one before left it. Nothing: the frame goes on as it is. false: it is dropped.
host.onLinkFrame(function(owner, link, direction, version, encrypted, frameType, service, info, session, message, payload)
  local raw = {
    version = version, encrypted = encrypted, frameType = frameType, serviceType = service, frameInfo = info, sessionID = session,
    messageID = message, payload = payload,
  }
  local isChanged = false
  local list = watchers[owner] or {}
  for _, watcher in ipairs({ unpack(list) }) do
    if not watcher.cancelled and watcher.direction == direction and (watcher.link == nil or watcher.link == link) then
      local frame = describe(raw)
      if matches(watcher.pattern, frame, raw) then
        local result = watcher.fn(frame)
        if result == false then return false end
        if result ~= nil and result ~= true then
          local changed = read(result, "onFrame")
          if not unchanged(changed, raw) then
            isChanged = true
            for field, value in pairs(changed) do raw[field] = value end
          end
        end
      end
    end
  end
  if not isChanged then return end
  return raw.version, raw.frameType, raw.serviceType, raw.frameInfo, raw.sessionID, raw.messageID, raw.dataSize or -1, raw.encrypted, raw.payload
end)

-- Links ---------------------------------------------------------------------------------------------------------------------

local owners = setmetatable({}, { __mode = "k" }) -- link → { side =, id =, link = }
local Link = { __name = "sdl.link", __metatable = false }
local methods = {}

local function owner(link, called)
  local found = owners[link]
  if not found then host.fail("invalidParameters", ("bad argument `self` to `%s`: call it with a colon, link:%s(…)"):format(called, called)) end
  return found
end

function Link.__index(link, key)
  if methods[key] then return methods[key] end
  if key ~= "stats" then return nil end
  local own = owners[link]
  return host.linkStats(own.side, own.id, own.link)
end

function Link.__newindex(_, key) host.fail("invalidParameters", ("`link.%s` can't be set"):format(tostring(key))) end

function Link.__tostring(link) return "link of " .. owners[link].side .. " " .. owners[link].id end

function host.newLink(side, id, number)
  local link = setmetatable({}, Link)
  owners[link] = { side = side, id = id, link = number }
  return link
end

host.linkMethods, host.linkOwner = methods, owner

--- What a frame is called: a control frame by its info, any other by its type.
function host.frameName(frame) return tostring(frame.frameType == "control" and frame.frameInfo or frame.frameType) end

--- Raises for a name that no frame has.
function host.checkFrameName(name)
  if named.frameInfo.known[name] or named.frameType.known[name] then return end
  local known = {}
  for frame in pairs(named.frameInfo.known) do known[frame] = true end
  for frame in pairs(named.frameType.known) do known[frame] = true end
  local nearest = host.nearest(name, known)
  host.fail("invalidParameters", ("no frame is called `%s`%s"):format(name, nearest and ("; did you mean `%s`?"):format(nearest) or ""))
end

local directions = { ["in"] = true, out = true }

--- Calls fn(frame) for each frame that matches, before the other side of the link or this one sees it. It may return a changed frame,
--- or false to drop it. It runs while the frame goes through, so it can't wait.
function methods.onFrame(link, direction, pattern, fn)
  local own = owner(link, "onFrame")
  if not directions[direction] then
    host.fail("invalidParameters", ("bad argument `direction` to `onFrame`: expected \"in\" or \"out\", got %s"):format(host.literal(direction)))
  end
  if fn == nil and type(pattern) == "function" then pattern, fn = nil, pattern end
  host.check(fn, "function", "fn", "onFrame")
  if pattern ~= nil and type(pattern) ~= "function" then
    host.check(pattern, "table", "pattern", "onFrame")
    host.checkKeys(pattern, known, "a frame")
  end
  local name = own.side .. " " .. own.id
  local list = watchers[name] or {}
  watchers[name] = list
  local watcher = { direction = direction, pattern = readPattern(pattern), fn = fn, link = own.link }
  insert(list, watcher)
  if #list == 1 then host.linkWatch(own.side, own.id, true) end
  return host.handle(function()
    watcher.cancelled = true
    for i, other in ipairs(list) do
      if other == watcher then remove(list, i) break end
    end
    if #list == 0 then host.linkWatch(own.side, own.id, false) end
  end)
end

--- Sends one frame as it is, however wrong. What is left out is as the session would have it now.
function methods.sendFrame(link, frame)
  local own = owner(link, "sendFrame")
  local raw = read(frame, "sendFrame")
  raw.frameType = raw.frameType or (type(frame.frameInfo) == "string" and 0) or 1
  raw.serviceType = raw.serviceType or (raw.frameType == 0 and sessionInfos[raw.frameInfo or 0] and 0) or 0x07
  host.linkSendFrame(
    own.side, own.id, own.link, raw.version, raw.frameType, raw.serviceType, raw.frameInfo or 0, raw.sessionID, raw.messageID,
    raw.dataSize, raw.encrypted or false, raw.payload or "")
end

--- Sends bytes that need not be frames.
function methods.sendBytes(link, bytes, session)
  local own = owner(link, "sendBytes")
  host.check(bytes, "string", "bytes", "sendBytes")
  host.linkSendBytes(own.side, own.id, own.link, bytes, session)
end

--- Closes the link without a word, as if it had broken.
function methods.disconnect(link, options)
  local own = owner(link, "disconnect")
  options = host.optional(options, "table", "options", "disconnect") or {}
  host.checkKeys(options, { kind = true }, "the options of `disconnect`")
  if options.kind ~= nil and options.kind ~= "close" then
    host.fail("invalidParameters", ("bad argument `kind` to `disconnect`: expected \"close\", got %s"):format(host.literal(options.kind)))
  end
  host.linkDisconnect(own.side, own.id, own.link)
end

-- Streams -------------------------------------------------------------------------------------------------------------------

local streams = setmetatable({}, { __mode = "k" }) -- stream → the host's number
local Stream = { __name = "sdl.stream", __metatable = false }
local streamMethods = {}

function Stream.__index(stream, key)
  return streamMethods[key] or host.streamField(streams[stream], key)
end

function Stream.__newindex(_, key) host.fail("invalidParameters", ("`stream.%s` can't be set"):format(tostring(key))) end

function Stream.__tostring(stream) return stream.service .. " stream" end

-- A script may use it in `local s <close> = app:openVideo{…}`.
function Stream.__close(stream) host.streamClose(streams[stream]) end

local function number(stream, called)
  local found = streams[stream]
  if not found then host.fail("invalidParameters", ("bad argument `self` to `%s`: call it with a colon, stream:%s(…)"):format(called, called)) end
  return found
end

local units = { B = 1, KB = 1000, kB = 1000, KiB = 1024, MB = 1000 ^ 2, MiB = 1024 ^ 2, GB = 1000 ^ 3, GiB = 1024 ^ 3 }

--- Bytes a second of "30KiB/s".
local function readRate(options, called)
  options = host.optional(options, "table", "options", called) or {}
  host.checkKeys(options, { rate = true }, "the options of `" .. called .. "`")
  local rate = options.rate
  if rate == nil then return nil end
  local count, unit = tostring(rate):match("^(%d+%.?%d*)%s*(%a+)/s$")
  local bytes = type(rate) == "string" and units[unit] and count * units[unit] // 1 | 0
  if not bytes or bytes < 1 or bytes > 1 << 30 then
    host.fail("invalidParameters", ("bad argument `rate` to `%s`: expected bytes a second with a unit, such as \"30KiB/s\" or \"1MB/s\", got %s")
      :format(called, host.literal(rate)))
  end
  return bytes
end

--- Sends bytes; waits while the link can't take them, and with `rate` for as long as they take at that rate.
function streamMethods.send(stream, bytes, options)
  local id = number(stream, "send")
  host.check(bytes, "string", "bytes", "send")
  host.streamSend(id, bytes, readRate(options, "send"))
end

--- Sends a file's bytes; returns how many.
function streamMethods.sendFile(stream, path, options)
  local id = number(stream, "sendFile")
  host.check(path, "string", "path", "sendFile")
  return host.streamSendFile(id, path, readRate(options, "sendFile"))
end

--- Ends the service and waits for the head unit's answer.
function streamMethods.close(stream) host.streamClose(number(stream, "close")) end

local streamKeys = { width = true, height = true, videoCodec = true, videoProtocol = true, encrypted = true }

local function open(app, service, options, called)
  local own = host.app.record(app, called)
  options = host.optional(options, "table", "options", called) or {}
  host.checkKeys(options, service == 0x0B and streamKeys or { encrypted = true }, "the options of `" .. called .. "`")
  if host.optional(options.encrypted, "boolean", "encrypted", called) then
    host.fail("serviceRefused", "secured services are not supported", { rejectedParams = {}, reason = "secured services are not supported" })
  end
  for _, field in ipairs { "width", "height" } do
    local value = options[field]
    if value ~= nil and (mathType(value) ~= "integer" or value < -0x80000000 or value > 0x7FFFFFFF) then
      host.fail("invalidParameters", ("bad argument `%s` to `%s`: expected pixels, got %s"):format(field, called, host.literal(value)))
    end
  end
  local stream = setmetatable({}, Stream)
  streams[stream] = host.openStream(
    own.id, service, options.width, options.height, host.optional(options.videoProtocol, "string", "videoProtocol", called),
    host.optional(options.videoCodec, "string", "videoCodec", called))
  return stream
end

function host.app.methods.openVideo(app, options) return open(app, 0x0B, options, "openVideo") end

function host.app.methods.openAudio(app, options) return open(app, 0x0A, options, "openAudio") end

host.app.parts.link = function(own) return host.newLink("app", own.id) end
