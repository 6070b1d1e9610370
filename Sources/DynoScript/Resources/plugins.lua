-- SPDX-License-Identifier: Apache-2.0
-- What scripts have of plugins: their matchers, their commands, and what tests build on.
local host = ...
local sdl = host.sdl
local type, setmetatable, rawget, next, ipairs, pcall, tostring = type, setmetatable, rawget, next, ipairs, pcall, tostring
local pack, unpack, concat = table.pack, table.unpack, table.concat

-- Data comes as a copy. What has functions stays with its plugin; here it is an object whose fields and calls go there.
local owners, mark = setmetatable({}, { __mode = "k" }), "sdl:remote"
local Remote = { __name = "sdl.plugin", __metatable = false }
local import

local function sent(...)
  local values = pack(...)
  for i = 1, values.n do
    local own = owners[values[i]]
    if own then values[i] = { [mark] = own.number } end
  end
  return unpack(values, 1, values.n)
end

local function received(plugin, ...)
  local values = pack(...)
  for i = 1, values.n do values[i] = import(plugin, values[i]) end
  return unpack(values, 1, values.n)
end

local function remote(plugin, number, kind)
  if kind == "function" then
    local function call(...) return received(plugin, host.pluginReach(plugin, "call", number, sent(...))) end
    owners[call] = { plugin = plugin, number = number }
    return call
  end
  local object = setmetatable({}, Remote)
  owners[object] = { plugin = plugin, number = number }
  return object
end

function import(plugin, value)
  if type(value) ~= "table" or value == host.null then return value end
  if rawget(value, mark) then return remote(plugin, value[mark], value.type) end
  for key, item in next, value do value[key] = import(plugin, item) end
  return value
end

function Remote.__index(object, key)
  local own = owners[object]
  return received(own.plugin, host.pluginReach(own.plugin, "field", own.number, key))
end

function Remote.__newindex() host.fail("invalidParameters", "what a plugin made can't be changed from outside; call one of its functions") end

function Remote.__tostring(object) return "object of the plugin " .. owners[object].plugin end

--- Runs a command of a plugin; what it returns.
function sdl.command(name, ...)
  host.check(name, "string", "name", "sdl.command")
  return received(host.pluginOf("commands", name), host.pluginCall("commands", name, sent(...)))
end

local function isProvided(kind, name)
  for _, known in ipairs(host.pluginNames(kind)) do
    if known == name then return true end
  end
  return false
end

--- What a plugin makes of `t.name` in a test, and what takes it down; nil when no plugin does.
function host.pluginFixture(name, test)
  if not isProvided("fixtures", name) then return nil end
  return function() return received(host.pluginOf("fixtures", name), host.pluginCall("fixtures", name, { name = test })) end
end

--- Switches the power of a head unit by a plugin; nil when none does.
function host.pluginPower(name)
  if not isProvided("powerControls", name) then return nil end
  return function(isOn) host.pluginCall("powerControls", name, isOn) end
end

--- Whether a value matches, by a matcher of a plugin; nil when there is none of that name.
function host.pluginMatcher(name)
  if not isProvided("matchers", name) then return nil end
  return function(value, ...) return host.pluginMatch(name, value, ...) end
end

--- Matchers for patterns: `sdl.matchers.louder(3)`.
sdl.matchers = setmetatable({}, {
  __metatable = false,
  __newindex = function() host.fail("invalidParameters", "a matcher is a function, or comes from a plugin") end,
  __index = function(_, name)
    local test = host.pluginMatcher(name)
    if not test then
      host.pluginOf("matchers", name) -- raises, and names the nearest
    end
    return function(...)
      local wanted, texts = pack(...), {}
      for i = 1, wanted.n do texts[i] = host.literal(wanted[i]) end
      return host.matcher(("%s(%s)"):format(name, concat(texts, ", ")), function(value)
        -- Matching goes on where nobody could catch an error: one that fails matches nothing, and says why.
        local ran, ok, why = pcall(test, value, unpack(wanted, 1, wanted.n))
        if ran then return ok, why end
        return false, tostring(ok)
      end)
    end
  end,
})
