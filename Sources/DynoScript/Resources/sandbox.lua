-- SPDX-License-Identifier: Apache-2.0
-- What a script finds around it: the safe standard library, `print`, `require`, and a stub that names the flag for
-- everything that was not granted.
local host = ...
local type, tostring, select, next, rawget = type, tostring, select, next, rawget
local getmetatable, setmetatable, ipairs = getmetatable, setmetatable, ipairs
local concat, sort, pack, unpack, find, gsub = table.concat, table.sort, table.pack, table.unpack, string.find, string.gsub
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

  -- `%s` shows an object as tostring does; the address that `%p` is for stays one.
  local format, gmatch = string.format, string.gmatch
  local function numbered(text, ...)
    local values, position = pack(...), 0
    for conversion in gmatch(text, "%%[-+ #0]*%d*%.?%d*(.)") do
      if conversion ~= "%" then
        position = position + 1
        if conversion == "s" and addressed[type(values[position])] then values[position] = tostring(values[position]) end
      end
    end
    return format(text, unpack(values, 1, values.n))
  end
  local function formatted(text, ...)
    for i = 1, select("#", ...) do
      if addressed[type((select(i, ...)))] and type(text) == "string" then return numbered(text, ...) end
    end
    return format(text, ...)
  end
  G.string.format = formatted
  realDebug.getmetatable("").__index.format = formatted

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

--- `warn "@on"` and `"@off"` switch warnings, which the host's story tells.
local warns = true
function G.warn(...)
  local words = pack(...)
  for i = 1, words.n do host.check(words[i], "string", "message", "warn") end
  local text = concat(words)
  if text == "@on" then warns = true
  elseif text == "@off" then warns = false
  elseif warns and text:sub(1, 1) ~= "@" then host.log("warn", text) end
end

-- Modules -----------------------------------------------------------------------------------------------------------

local loaded, loading = {}, {}
host.loaded = loaded
local openModule -- finds a module in C, where that is granted

--- Loads a module once. A module may wait while it loads.
function G.require(name)
  host.check(name, "string", "name", "require")
  if loaded[name] ~= nil then return loaded[name] end
  if loading[name] then host.fail("invalidParameters", ("module '%s' requires itself, by way of %s"):format(name, loading[name])) end
  local preload = G.package.preload[name]
  if preload ~= nil then
    local value = preload(name, ":preload:")
    if loaded[name] == nil then loaded[name] = value == nil or value end
    return loaded[name], ":preload:"
  end
  local source, chunk, tried = host.findModule(name)
  if not source and name == "sdl.test" then host.fail("file", "`sdl.test` is there in tests only; run this file with `dyno test`") end
  if not source and openModule then
    local open, place = openModule(name)
    if open then
      local value = open(name, place)
      if loaded[name] == nil then loaded[name] = value == nil or value end
      return loaded[name], place
    end
  end
  if not source then host.fail("file", ("there is no module '%s'; looked for %s"):format(name, tried)) end
  local body, problem = host.load(source, chunk)
  if not body then host.fail("file", ("module '%s' does not parse: %s"):format(name, problem)) end
  local done <close> = setmetatable({}, { __close = function() loading[name] = nil end })
  loading[name] = host.where()
  local value = body(name, chunk)
  if loaded[name] == nil then loaded[name] = value == nil or value end
  return loaded[name], chunk
end

local function loadFile(path, called, env)
  host.check(path, "string", "path", called)
  local source, problem = host.readScript(path)
  if not source then return nil, problem end
  return host.load(source, "@" .. path, env)
end

-- What modules of others look at. Where `require` looks is the host's business: changing `path` changes nothing.
local templates = host.moduleFolders()
for i = 1, #templates do templates[i] = templates[i] .. "/?.lua;" .. templates[i] .. "/?/init.lua" end
G.package = {
  loaded = loaded, preload = {}, path = concat(templates, ";"), cpath = "", config = "/\n;\n?\n!\n-\n",
  searchpath = function(name, path, separator, replacement)
    host.check(name, "string", "name", "package.searchpath")
    host.check(path, "string", "path", "package.searchpath")
    separator = separator or "."
    if separator ~= "" then name = gsub(name, "%" .. separator:sub(1, 1), { [separator] = replacement or "/" }) end
    local tried = ""
    for template in path:gmatch "[^;]+" do
      local file = gsub(template, "%?", { ["?"] = name })
      if host.readScript(file) then return file end
      tried = tried .. ("\n\tno file '%s'"):format(file)
    end
    return nil, tried
  end,
}

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

--- Output that needs no grant: what is written appears by whole lines, like what is printed.
local function writer(write)
  local file = {}
  function file:write(...)
    local words = pack(...)
    for i = 1, words.n do
      local kind = type(words[i])
      if kind ~= "string" and kind ~= "number" then host.check(words[i], "string", "value", "write") end
    end
    write(concat(words))
    return self
  end
  function file:flush() return self end
  function file:setvbuf() return true end
  function file:close() return nil, "the host's own file stays open" end
  return file
end

if not host.granted "io" then
  local out = writer(host.write)
  G.io = { stdout = out, stderr = writer(host.writeError), write = function(...) return out:write(...) end }
end
offer("io", checkedIO(), "io")
-- Nothing is to wait in a buffer while `print` goes past it.
if host.granted "io" then realIO.stdout:setvbuf "no" end
offer("io", { popen = realIO.popen }, "os")
offer("os", { getenv = realOS.getenv }, "env")
offer("os", realOS, "os", { setlocale = true, exit = true })
-- Numbers are read and written in one way only, whatever the machine's language.
function G.os.setlocale(locale) return (locale == nil or locale == "" or locale == "C" or locale == "POSIX") and "C" or nil end
function G.os.exit()
  host.fail("denied", "`os.exit` is not for scripts, which share the process; return from the main chunk, or raise an error")
end
offer("debug", realDebug, "debug")
offer("package", { loadlib = realPackage.loadlib }, "cmodules")

if host.granted "cmodules" then
  function openModule(name)
    local path = host.findCModule(name)
    if not path then return nil end
    local open, problem = realPackage.loadlib(path, "luaopen_" .. gsub(gsub(name, "^.-%-", ""), "%.", "_"))
    if not open then host.fail("file", ("module '%s' can't be loaded: %s"):format(name, problem)) end
    return open, path
  end
end

-- The libraries are modules, too.
for _, name in ipairs { "string", "table", "math", "utf8", "coroutine", "os", "io", "debug", "package" } do loaded[name] = G[name] end
loaded._G = G
