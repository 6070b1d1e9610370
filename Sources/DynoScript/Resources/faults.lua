-- SPDX-License-Identifier: Apache-2.0
-- What goes wrong with a head unit's links on purpose: `hu.link:fault{…}`, `:clear()`, `:disconnect{…}`.
local host = ...
local type, ipairs, mathType, lower = type, ipairs, math.type, string.lower
local methods = host.linkMethods

local durations = { "latency", "jitter", "stall" }
local probabilities = { "drop", "duplicate", "corrupt" }
local known = { splitWrites = true, nack = true }
for _, list in ipairs { durations, probabilities } do
  for _, name in ipairs(list) do known[name] = true end
end
local services = { rpc = 0x07, audio = 0x0A, video = 0x0B }

local function bad(argument, called, problem)
  host.fail("invalidParameters", ("bad argument `%s` to `%s`: %s"):format(argument, called, problem))
end

local function probability(name, value)
  if value == nil then return 0 end
  if type(value) ~= "number" or not (value >= 0 and value <= 1) then
    bad(name, "fault", "expected a probability from 0 to 1, got " .. host.literal(value))
  end
  return value
end

local function serviceNumber(name)
  local number = type(name) == "string" and services[lower(name)]
  if number then return number end
  local nearest = type(name) == "string" and host.nearest(name, services)
  bad("nack", "fault", "expected a service (audio, rpc or video), got " .. host.literal(name)
    .. (nearest and ("; did you mean \"%s\"?"):format(nearest) or ""))
end

--- The head unit all of whose links it is.
local function headUnit(link, called)
  local own = host.linkOwner(link, called)
  if own.side == "headunit" and own.link == nil then return own.id end
  host.fail("invalidParameters", ("`%s` is for all links of a head unit: hu.link:%s(…)"):format(called, called))
end

--- Replaces what is wrong with the links, those to come included. Nothing in the table means: nothing wrong.
function methods.fault(link, options)
  local unit = headUnit(link, "fault")
  host.check(options, "table", "options", "fault")
  host.checkKeys(options, known, "a fault")
  local times, chances = {}, {}
  for i, name in ipairs(durations) do times[i] = options[name] == nil and 0 or host.duration(options[name], name, "fault") end
  for i, name in ipairs(probabilities) do chances[i] = probability(name, options[name]) end
  local split = options.splitWrites
  if split ~= nil and (mathType(split) ~= "integer" or split < 1) then
    bad("splitWrites", "fault", "expected the most bytes of a write, 1 or more, got " .. host.literal(split))
  end
  local refused, wanted = {}, options.nack
  for i, name in ipairs(type(wanted) == "table" and wanted or { wanted }) do refused[i] = serviceNumber(name) end
  host.huFault(unit, times[1], times[2], times[3], chances[1], chances[2], chances[3], split, refused)
end

--- Makes the links sound again.
function methods.clear(link) host.huClearFaults(headUnit(link, "clear")) end

local disconnectKeys = { kind = true, back = true }

local disconnectOne = methods.disconnect

--- Ends all links of a head unit: "close" in good order, "reset" at once, "silent" without a word. Nobody can connect until `back` is over.
function methods.disconnect(link, options)
  local own = host.linkOwner(link, "disconnect")
  if own.side ~= "headunit" or own.link ~= nil then return disconnectOne(link, options) end
  options = host.optional(options, "table", "options", "disconnect") or {}
  host.checkKeys(options, disconnectKeys, "the options of `disconnect`")
  local kind = host.optional(options.kind, "string", "kind", "disconnect") or "close"
  local back = options.back ~= nil and host.duration(options.back, "back", "disconnect") or nil
  host.huDisconnect(own.id, kind, back)
end
