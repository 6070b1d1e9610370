-- SPDX-License-Identifier: Apache-2.0
-- The console: what a person at a prompt has beside the script's globals, and how values look there.
local host = ...
local sdl, core, G = host.sdl, host.app, host.globals
local type, tostring, pcall, rawget, ipairs, next, select = type, tostring, pcall, rawget, ipairs, next, select
local concat, insert, find, gsub, format = table.concat, table.insert, string.find, string.gsub, string.format
local metatable, info = debug.getmetatable, debug.getinfo

local introduction = [[
A line is Lua: expressions print themselves, calls that wait may wait, an unfinished line goes on in the next one.
  app, hu, sdl     the app, the built-in head unit, the module; app.rpc.Show { mainField1 = "Hi" }
  help "Alert"     what the RPC spec says about a function, struct or enum
  :name words      a command of a plugin
  Tab              completes names, parameters and values; Ctrl-C stops a wait, Ctrl-D ends]]

--- `help "Alert"` prints a page of the RPC spec.
local function help(name)
  if name == nil then return host.print(introduction) end
  sdl.help(name)
end

--- Gives the script's globals what the console has; the names are free for the script.
local function enter(unit)
  local own = { sdl = sdl, help = help, app = core.first() }
  if unit and rawget(G, "hu") == nil then own.hu = host.unitObject(unit) end
  for name, value in next, own do
    if rawget(G, name) == nil then G[name] = value end
  end
end

-- Values -------------------------------------------------------------------------------------------------------------------

local identifier = "^[%a_][%w_]*$"
local deepest = 50

local function text(value, longest)
  local rest = ""
  if longest and #value > longest then
    local cut = utf8.offset(value, 0, longest + 1) or longest + 1
    value, rest = value:sub(1, cut - 1), (" … (%d bytes)"):format(#value)
  end
  local quoted = gsub(format("%q", value), "\\\n", "\\n")
  if not utf8.len(value) then quoted = gsub(quoted, "[\128-\255]", function(byte) return format("\\%d", byte:byte()) end) end
  return quoted .. rest
end

local function place(fn)
  local about = info(fn, "S")
  if about.what == "C" or find(about.source, "^=%[") then return "function of the host" end
  return ("function at %s:%d"):format(about.short_src, about.linedefined)
end

local function plain(value, bounds)
  if type(value) == "string" then return text(value, bounds.longest) end
  if value == host.null then return "sdl.null" end
  if type(value) == "function" then return place(value) end
  local meta = type(value) == "table" and metatable(value)
  if meta and (rawget(meta, "__tostring") or rawget(meta, "__name")) then
    local ok, words = pcall(tostring, value)
    return ok and gsub(words, ": 0x%x+$", "") or "a table whose __tostring fails"
  end
  if type(value) ~= "table" then return tostring(value) end
end

--- The parts of a table, each `name = value`.
local function parts(value, show, bounds)
  local list, length = {}, #value
  local left = bounds.items or math.huge
  local function add(part)
    left = left - 1
    if left >= 0 then insert(list, part()) end
  end
  for i = 1, length do add(function() return show(rawget(value, i)) end) end
  for key, item in host.sortedPairs(value) do
    if math.type(key) ~= "integer" or key < 1 or key > length then
      add(function()
        local name = type(key) == "string" and find(key, identifier) and key or "[" .. (plain(key, bounds) or "table") .. "]"
        return name .. " = " .. show(item, #name + 3)
      end)
    end
  end
  if left < 0 then insert(list, ("… (%d more)"):format(-left)) end
  return list
end

--- A value as Lua text: in one line, or in several when there is a width and it is wider.
local function literal(value, bounds, column, path)
  local words = plain(value, bounds)
  if words then return words end
  if path[value] or path.depth >= deepest then return "{…}" end
  path[value], path.depth = true, path.depth + 1
  local flat = parts(value, function(item) return literal(item, { longest = bounds.longest, items = bounds.items }, 0, path) end, bounds)
  local line = #flat == 0 and "{}" or "{ " .. concat(flat, ", ") .. " }"
  if bounds.width and #line + column > bounds.width then
    local indent = (" "):rep(path.depth * 2)
    local rows = parts(value, function(item, taken) return literal(item, bounds, #indent + (taken or 0) + 1, path) end, bounds)
    line = "{\n" .. indent .. concat(rows, ",\n" .. indent) .. "\n" .. indent:sub(3) .. "}"
  end
  path[value], path.depth = nil, path.depth - 1
  return line
end

--- Each value as text. With a width for a person: bounded; without one whole.
local function show(width, ...)
  local bounds = width and { width = width, longest = 1000, items = 100 } or {}
  local texts = {}
  for i = 1, select("#", ...) do texts[i] = literal((select(i, ...)), bounds, 0, { depth = 0 }) end
  return concat(texts, "\n")
end

-- Names --------------------------------------------------------------------------------------------------------------------

local appFields = {
  "state", "hmi", "hmiLevel", "applicationState", "lockScreenStatus", "registerResponse", "capabilities", "vehicle", "hashID",
  "protocolVersion", "rpcVersion", "sessionID", "timing", "resumed", "rpc", "try", "files", "permissions", "link", "delegate",
}

--- Whether indexing the value runs nothing but the host's own code.
local function isHarmless(value)
  if type(value) ~= "table" then return false end
  local meta = metatable(value)
  return not meta or rawget(meta, "__metatable") == false
end

--- The names that may stand behind these, one to a line.
local function names(...)
  local value = G
  if ... == ":" then return concat(host.pluginNames "commands", "\n") end
  for _, name in ipairs { ... } do
    if not isHarmless(value) then return "" end
    local ok, next = pcall(function() return value[name] end)
    if not ok or type(next) ~= "table" then return "" end
    value = next
  end
  local found = {}
  local function collect(from)
    for key in next, from do
      if type(key) == "string" then found[key] = true end
    end
  end
  collect(value)
  local meta = metatable(value)
  if meta and type(rawget(meta, "__index")) == "table" then collect(meta.__index) end
  if host.isApp(value) then
    collect(core.methods)
    for _, name in ipairs(appFields) do found[name] = true end
  elseif host.isHeadUnit(value) then
    collect(host.unitMethods)
    for _, name in ipairs { "user", "policy", "vehicle", "hmi", "link", "apps", "url", "urls", "noReply" } do found[name] = true end
  end
  local list = {}
  for key in next, found do
    if find(key, identifier) and not find(key, "^__") then insert(list, key) end
  end
  table.sort(list)
  return concat(list, "\n")
end

host.onConsole(enter, show, names)
