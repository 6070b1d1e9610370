-- SPDX-License-Identifier: Apache-2.0
-- Hot reload: what the old code of a script leaves for the new.
local host = ...
local sdl, core = host.sdl, host.app
local type, pairs, next, tostring, setmetatable = type, pairs, next, tostring, setmetatable
local mathType, concat, insert = math.type, table.concat, table.insert

sdl.reloaded, sdl.state = false, {}

-- Data ---------------------------------------------------------------------------------------------------------------------

local plain = { boolean = true, number = true, string = true }
local deepest = 100

--- Appends `value` as Lua text. Only data can go over: what else there is stays behind, with a warning that names its place.
local function write(out, value, place, depth)
  if plain[type(value)] then return insert(out, ("%q"):format(value)) end
  if value == host.null then return insert(out, "null") end
  local problem = type(value) ~= "table" and "is a " .. type(value) or depth > deepest and "is nested too deeply, or contains itself"
  if problem then
    host.log("warn", ("%s %s and stays behind; only data goes over to the new code"):format(place, problem))
    return insert(out, "nil")
  end
  insert(out, "{")
  for key, item in host.sortedPairs(value) do
    if plain[type(key)] then
      insert(out, ("[%q]="):format(key))
      write(out, item, type(key) == "string" and place .. "." .. key or ("%s[%s]"):format(place, tostring(key)), depth + 1)
      insert(out, ",")
    else
      host.log("warn", ("a %s as a key of %s stays behind; only data goes over to the new code"):format(type(key), place))
    end
  end
  insert(out, "}")
end

-- What an application has made at its head unit -----------------------------------------------------------------------------------

-- Request that makes something → request that ends it, and the parameter that names the thing; without one, each parameter is a thing.
local undo = {
  AddCommand = { "DeleteCommand", "cmdID" },
  AddSubMenu = { "DeleteSubMenu", "menuID" },
  CreateInteractionChoiceSet = { "DeleteInteractionChoiceSet", "interactionChoiceSetID" },
  CreateWindow = { "DeleteWindow", "windowID" },
  SubscribeButton = { "UnsubscribeButton", "buttonName" },
  SubscribeVehicleData = { "UnsubscribeVehicleData" },
}
local undone = {}
for name, rule in pairs(undo) do undone[rule[1]] = { rule[1], rule[2] } end

--- Calls fn(key, name, value) for each thing that `params` name.
local function eachThing(rule, params, fn)
  if type(params) ~= "table" then return end
  if rule[2] then
    local value = params[rule[2]]
    if value ~= nil then fn(("%s %s"):format(rule[1], tostring(value)), rule[2], value) end
  else
    for name, value in host.sortedPairs(params) do fn(("%s %s"):format(rule[1], tostring(name)), name, value) end
  end
end

core.parts.made = function() return {} end -- key → { request that ends it, its parameters }

--- Keeps what a request that succeeded has made, until another one has ended it.
function host.noteMade(own, name, params)
  if undo[name] then
    eachThing(undo[name], params, function(key, field, value) own.made[key] = { undo[name][1], { [field] = value } } end)
  elseif undone[name] then
    eachThing(undone[name], params, function(key)
      own.made[key] = nil
      if own.left then own.left[key] = nil end
    end)
  end
end

--- What the old code has left there ends before the new code makes it again: head units refuse to make a thing twice.
function host.replaceLeft(own, name, params)
  local rule = undo[name]
  if not rule then return end
  eachThing(rule, params, function(key)
    local left = own.left[key]
    own.left[key] = nil
    if left then own.try[left[1]](left[2]) end
  end)
end

--- All that is at the head unit now, whoever made it.
local function everything(own)
  local all = {}
  for key, thing in pairs(own.left or {}) do all[key] = thing end
  for key, thing in pairs(own.made) do all[key] = thing end
  return next(all) and all
end

host.onReload(function()
  core.each(function(own) host.leaveMade(own.id, everything(own)) end)
  local out = {}
  write(out, sdl.state, "sdl.state", 0)
  return concat(out)
end, function(state)
  sdl.reloaded = true
  local load = host.load("return " .. state, "=sdl.state", { null = host.null })
  if load then sdl.state = load() or {} end
end)
