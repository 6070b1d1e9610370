-- SPDX-License-Identifier: Apache-2.0
-- A plugin's own side: what its `ctx` offers, and the functions by which the host reaches what it registered.
local host = ...
local type, setmetatable, getmetatable, rawget, next = type, setmetatable, getmetatable, rawget, next
local insert, remove, unpack, pack = table.insert, table.remove, table.unpack, table.pack
local manifest = host.pluginManifest()

local events = {
  ["rpc.outgoing"] = true, ["rpc.incoming"] = true, ["hmi.changed"] = true, ["app.stateChanged"] = true, ["permissions.changed"] = true,
  ["frame.in"] = true, ["frame.out"] = true, ["test.started"] = true, ["test.finished"] = true,
}
local hooks = {} -- event → list of { filter =, fn = }
local registered = { matchers = {}, fixtures = {}, commands = {}, behaviours = {}, reporters = {}, powerControls = {} }
local plugin -- what the plugin's file returned

-- What it registers -----------------------------------------------------------------------------------------------------

local ctx = { name = manifest.name, version = manifest.version, folder = manifest.folder, state = {} }

local function checkSelf(self, called)
  if self ~= ctx then host.fail("invalidParameters", ("bad argument `self` to `%s`: call it with a colon, ctx:%s(…)"):format(called, called)) end
end

--- Calls fn with each event that matches the filter. Needs the capability to observe its kind.
function ctx:hook(event, filter, fn)
  checkSelf(self, "hook")
  host.check(event, "string", "event", "hook")
  if fn == nil and type(filter) == "function" then filter, fn = nil, filter end
  host.check(fn, "function", "fn", "hook")
  if not events[event] then
    local nearest = host.nearest(event, events)
    host.fail("invalidParameters", ("there is no hook `%s`%s"):format(event, nearest and ("; did you mean `%s`?"):format(nearest) or ""))
  end
  local needed = event:match "^%a+" .. ":observe"
  if not manifest.observes[needed] then
    host.fail("denied", ("the hook `%s` needs the capability %s; add \"%s\" to `capabilities` in plugin.json"):format(event, needed, needed))
  end
  local list = hooks[event] or {}
  hooks[event] = list
  local entry = { filter = filter, fn = fn }
  insert(list, entry)
  host.pluginHooked(event)
  return host.handle(function()
    for i, other in next, list do
      if other == entry then return remove(list, i) end
    end
  end)
end

--- Keeps a function under a name that the manifest announced.
local function register(kind, name, entry, called)
  host.check(name, "string", "name", called)
  host.check(entry.fn, "function", "fn", called)
  if not manifest.provides[kind][name] then
    host.fail("denied", ("`%s` is not announced; add \"%s\" to `provides.%s` in plugin.json"):format(name, name, kind))
  end
  registered[kind][name] = entry
end

--- fn(got, …) returns whether the value matches, and if not why.
function ctx:matcher(name, fn)
  checkSelf(self, "matcher")
  register("matchers", name, { fn = fn }, "matcher")
end

--- fn(t) returns the value of `t.name` and what takes it down.
function ctx:fixture(name, fn)
  checkSelf(self, "fixture")
  register("fixtures", name, { fn = fn }, "fixture")
end

--- fn(…) does what the command is for; what it returns is shown.
function ctx:command(name, help, fn)
  checkSelf(self, "command")
  if fn == nil and type(help) == "function" then help, fn = "", help end
  register("commands", name, { fn = fn, help = host.check(help, "string", "help", "command") }, "command")
end

--- fn(hu) gets each head unit of the run, like a persona.
function ctx:behaviour(name, fn)
  checkSelf(self, "behaviour")
  register("behaviours", name, { fn = fn }, "behaviour")
end

--- fn(isOn) switches the power of the head unit of that name, and returns when it is done.
function ctx:powerControl(name, fn)
  checkSelf(self, "powerControl")
  register("powerControls", name, { fn = fn }, "powerControl")
end

local reporterKeys = { began = true, finished = true, ended = true }

--- A report for `dyno test --report name`: functions that return pieces of its text.
function ctx:reporter(name, functions)
  checkSelf(self, "reporter")
  host.check(functions, "table", "functions", "reporter")
  host.checkKeys(functions, reporterKeys, "a reporter")
  register("reporters", name, { fn = function(event, value)
    return functions[event] and functions[event](value) or ""
  end }, "reporter")
end

-- Values on their way out and in ----------------------------------------------------------------------------------------

-- Plain data is copied. A function, and a table that has functions, stays here; the other side gets its number.
local exported, numbers, mark = {}, {}, "sdl:remote"

local function isObject(value)
  if getmetatable(value) ~= nil and not host.isarray(value) then return true end
  for _, item in next, value do
    if type(item) == "function" then return true end
  end
  return false
end

local function export(value, depth)
  if type(value) == "function" or type(value) == "table" and isObject(value) then
    if not numbers[value] then
      insert(exported, value)
      numbers[value] = #exported
    end
    return { [mark] = numbers[value], type = type(value) }
  end
  if type(value) ~= "table" or depth > 100 then return value end
  local copy = host.isarray(value) and host.array {} or {}
  for key, item in next, value do copy[key] = export(item, depth + 1) end
  return copy
end

local function import(value)
  if type(value) ~= "table" or value == host.null then return value end
  if rawget(value, mark) then return exported[value[mark]] end
  for key, item in next, value do value[key] = import(item) end
  return value
end

local function answer(...)
  local values = pack(...)
  for i = 1, values.n do values[i] = export(values[i], 0) end
  host.pluginAnswer(unpack(values, 1, values.n))
end

local function imported(...)
  local values = pack(...)
  for i = 1, values.n do values[i] = import(values[i]) end
  return unpack(values, 1, values.n)
end

-- How the host reaches it -----------------------------------------------------------------------------------------------

local reach = {
  call = function(number, ...) return exported[number](imported(...)) end,
  field = function(number, key) return exported[number][key] end,
}

local function call(kind, name, ...)
  if kind == "objects" then return answer(reach[name](...)) end
  answer(registered[kind][name].fn(imported(...)))
end

local function setUp(file, state)
  ctx.state = state
  plugin = file()
  if type(plugin) ~= "table" or type(plugin.setup) ~= "function" then
    host.fail("plugin", "a plugin's file returns a table with a function `setup(ctx)`; this one returns "
      .. (type(plugin) == "table" and "a table without one" or type(plugin)))
  end
  plugin.setup(ctx)
  for kind, names in host.sortedPairs(manifest.provides) do
    for name in host.sortedPairs(names) do
      if not registered[kind][name] then
        host.fail("plugin", ("plugin.json announces `%s` among its %s, but the setup did not register it"):format(name, kind))
      end
    end
  end
end

local function tearDown()
  if type(plugin.teardown) == "function" then plugin.teardown(ctx) end
end

local function tell(event, fields)
  if event:find "^frame%." then
    local named = host.describeFrame(fields)
    named.app, fields = fields.app, named
  end
  for _, entry in next, { unpack(hooks[event] or {}) } do
    if entry.filter == nil or host.match(entry.filter, fields) then entry.fn(fields) end
  end
end

local function drive(number)
  local unit = host.unitObject(number)
  for _, entry in host.sortedPairs(registered.behaviours) do entry.fn(unit) end
end

host.pluginFunctions(setUp, tearDown, tell, drive, call, function() host.pluginAnswer(ctx.state) end)
