-- SPDX-License-Identifier: Apache-2.0
-- What a script finds around it: the safe standard library, `print`, `require`, and a stub that names the flag for
-- everything that was not granted.
local host = ...
local type, tostring, select, next, rawget = type, tostring, select, next, rawget
local getmetatable, setmetatable, ipairs = getmetatable, setmetatable, ipairs
local concat, sort, pack, find, gsub = table.concat, table.sort, table.pack, string.find, string.gsub
local realIO, realOS, realDebug, realPackage = io, os, debug, package
local G = host.globals

-- Keys in an order that does not depend on the machine: positive integers, other numbers, strings, then the rest.
local rank = { number = 1, string = 2 }
local function before(a, b)
  local left, right = rank[type(a)] or 3, rank[type(b)] or 3
  if left ~= right then return left < right end
  return left < 3 and a < b
end

--- Iterates over a table in a fixed order, also where Lua's own order differs from run to run.
function host.sortedPairs(t)
  local keys, count = {}, 0
  for key in next, t do
    count = count + 1
    keys[count] = key
  end
  sort(keys, before)
  local i = 0
  return function()
    while i < count do
      i = i + 1
      local key = keys[i]
      local value = rawget(t, key)
      if value ~= nil then return key, value end
    end
  end
end

-- Two virtual runs with one seed print the same bytes, also where Lua's own order of keys differs from process to process.
if host.sortsPairs then
  local pairs = pairs
  function G.pairs(t, ...)
    if select("#", ...) == 0 and type(t) == "table" then
      local meta = getmetatable(t)
      if type(meta) ~= "table" or rawget(meta, "__pairs") == nil then return host.sortedPairs(t), t, nil end
    end
    return pairs(t, ...)
  end
end

if host.clock == "virtual" then
  -- Addresses differ from run to run, so objects are numbered in the order they are first shown.
  local numbers, count, native = setmetatable({}, { __mode = "k" }), 0, tostring
  local addressed = { table = true, ["function"] = true, thread = true, userdata = true }
  function tostring(value)
    local text = native(value)
    if not addressed[type(value)] or not find(text, ": 0x%x+$") then return text end
    if not numbers[value] then
      count = count + 1
      numbers[value] = count
    end
    return (gsub(text, "0x%x+$", "#" .. numbers[value]))
  end
  G.tostring = tostring

  local date = realOS.date
  function G.os.time(when)
    if when ~= nil then return realOS.time(when) end
    return host.epoch + host.now() // 1 | 0
  end
  function G.os.clock() return host.now() end
  function G.os.date(format, when) return date(format, when or G.os.time()) end
end

function G.print(...)
  local words = pack(...)
  for i = 1, words.n do words[i] = tostring(words[i]) end
  host.print(concat(words, "\t"))
end

-- Modules -----------------------------------------------------------------------------------------------------------

local loaded, loading = {}, {}
host.loaded = loaded

--- Loads a module once. A module may wait while it loads.
function G.require(name)
  host.check(name, "string", "name", "require")
  if loaded[name] ~= nil then return loaded[name] end
  if loading[name] then host.fail("invalidParameters", ("module '%s' requires itself, by way of %s"):format(name, loading[name])) end
  local source, chunk, tried = host.findModule(name)
  if not source and name == "sdl.test" then host.fail("file", "`sdl.test` is there in tests only; run this file with `dyno test`") end
  if not source then host.fail("file", ("there is no module '%s'; looked for %s"):format(name, tried)) end
  local body, problem = host.load(source, chunk)
  if not body then host.fail("file", ("module '%s' does not parse: %s"):format(name, problem)) end
  local done <close> = setmetatable({}, { __close = function() loading[name] = nil end })
  loading[name] = host.where()
  local value = body(name, chunk)
  if loaded[name] == nil then loaded[name] = value == nil or value end
  return loaded[name]
end

local function loadFile(path, called, env)
  host.check(path, "string", "path", called)
  local source, problem = host.readScript(path)
  if not source then return nil, problem end
  return host.load(source, "@" .. path, env)
end

function G.loadfile(path, _, env) return loadFile(path, "loadfile", env) end

function G.dofile(path)
  local body, problem = loadFile(path, "dofile")
  if not body then host.fail("file", problem) end
  return body()
end

-- Capabilities ------------------------------------------------------------------------------------------------------

local function denied(name, flag)
  return function()
    host.fail("denied", ("`%s` is not granted to scripts; run with --allow %s"):format(name, flag))
  end
end

--- Gives the script `library`, function by function: the real one when granted, else a stub that names the flag.
local function offer(name, library, flag, kept)
  local target = G[name] or {}
  for key, value in next, library do
    if target[key] == nil and not (kept and kept[key]) then
      local grant = host.granted(flag)
      if grant then target[key] = value
      elseif type(value) == "function" then target[key] = denied(name .. "." .. key, flag) end
    end
  end
  G[name] = target
end

--- Files only below the granted folders.
local function checkedIO()
  local function checked(name)
    local real = realIO[name]
    return function(path, ...)
      if type(path) == "string" and not host.pathGranted(path) then
        host.fail("denied", ("`io.%s` may not touch %s; run with --allow io=DIR for its folder"):format(name, path))
      end
      return real(path, ...)
    end
  end
  local library = {}
  for key, value in next, realIO do library[key] = value end
  for _, name in ipairs { "open", "lines", "input", "output" } do library[name] = checked(name) end
  library.popen = nil
  return library
end

offer("io", checkedIO(), "io")
offer("io", { popen = realIO.popen }, "os")
offer("os", { getenv = realOS.getenv }, "env")
offer("os", realOS, "os", { setlocale = true, exit = true })
offer("debug", realDebug, "debug")
offer("package", { loadlib = realPackage.loadlib }, "cmodules")
