-- SPDX-License-Identifier: Apache-2.0
-- Patterns: a value matches itself, a table matches a table that has at least its fields, a matcher decides for itself.
local host = ...
local sdl = host.sdl
local type, tostring, setmetatable, getmetatable, pcall, select = type, tostring, setmetatable, getmetatable, pcall, select
local find, concat = string.find, table.concat

local Matcher = { __name = "sdl.matcher", __metatable = false }
Matcher.__tostring = function(self) return self.text end

local isMatcher = setmetatable({}, { __mode = "k" })

local function matcher(text, test)
  local made = setmetatable({ text = text, test = test }, Matcher)
  isMatcher[made] = true
  return made
end

host.matcher = matcher

local identifier = "^[%a_][%w_]*$"

--- A value as a Lua literal, short enough for a message.
local function literal(value, depth)
  depth = depth or 0
  if type(value) == "string" then return ("%q"):format(value):gsub("\\\n", "\\n") .. "" end
  if value == host.null then return "sdl.null" end
  if type(value) ~= "table" then return tostring(value) end
  if isMatcher[value] then return value.text end
  if getmetatable(value) ~= nil then
    -- An object of the host or of the script is called what it calls itself.
    local ok, name = pcall(tostring, value)
    if ok and not find(name, "^table: ") then return name end
  end
  if depth > 4 then return "{…}" end
  local parts, length = {}, #value
  for i = 1, length do parts[i] = literal(value[i], depth + 1) end
  for key, item in host.sortedPairs(value) do
    local isIndex = type(key) == "number" and key >= 1 and key <= length
    if not isIndex then
      local name = type(key) == "string" and find(key, identifier) and key or "[" .. literal(key, depth + 1) .. "]"
      parts[#parts + 1] = name .. " = " .. literal(item, depth + 1)
    end
  end
  if #parts == 0 then return "{}" end
  return "{ " .. concat(parts, ", ") .. " }"
end
host.literal = literal

--- Whether `value` matches `pattern`; if not, where it differs and how.
local function match(pattern, value, path)
  path = path or ""
  if isMatcher[pattern] then
    local ok, why = pattern.test(value)
    if ok then return true end
    return false, ("%s is %s, expected %s%s"):format(path == "" and "it" or path, literal(value), pattern.text, why and " (" .. why .. ")" or "")
  end
  if type(pattern) == "function" then
    local ok, why = pattern(value)
    if ok then return true end
    return false, ("%s is %s: %s"):format(path == "" and "it" or path, literal(value), why or "the function said no")
  end
  if type(pattern) == "table" and type(value) == "table" then
    for key, wanted in host.sortedPairs(pattern) do
      local name = type(key) == "number" and ("%s[%d]"):format(path, key) or (path == "" and "" or path .. ".") .. tostring(key)
      local ok, why = match(wanted, value[key], name)
      if not ok then return false, why end
    end
    return true
  end
  if pattern == value then return true end
  return false, ("%s is %s, expected %s"):format(path == "" and "it" or path, literal(value), literal(pattern))
end
host.match = match

-- A message stays readable: longer values are cut.
local longest = 160

--- A literal that fits a line of a report.
function host.shortLiteral(value)
  local text = literal(value)
  if type(value) == "function" then return "what a function says" end
  if #text <= longest then return text end
  local cut = utf8.offset(text, 0, longest) or longest
  return ("%s… (%d bytes)"):format(text:sub(1, cut - 1), #text)
end

--- Compares field by field: a line for each field of the pattern, and which part of them matches (0 to 1).
function host.diff(pattern, value)
  local rows, good = {}, 0
  local function compare(wanted, got, path)
    if type(wanted) == "table" and not isMatcher[wanted] and wanted ~= host.null and type(got) == "table" then
      for key, item in host.sortedPairs(wanted) do
        compare(item, got[key], type(key) == "number" and ("%s[%d]"):format(path, key) or (path == "" and "" or path .. ".") .. tostring(key))
      end
      return
    end
    local ok = match(wanted, got)
    local name = path == "" and "it" or path
    if ok then
      good = good + 1
      rows[#rows + 1] = ("✓ %s = %s"):format(name, host.shortLiteral(got))
    elseif got == nil then rows[#rows + 1] = ("✗ %s is missing, expected %s"):format(name, host.shortLiteral(wanted))
    else rows[#rows + 1] = ("✗ %s = %s, expected %s"):format(name, host.shortLiteral(got), host.shortLiteral(wanted)) end
  end
  compare(pattern, value, "")
  return rows, #rows == 0 and 0 or good / #rows
end

function sdl.any(...)
  local choices = { n = select("#", ...), ... }
  local texts = {}
  for i = 1, choices.n do texts[i] = literal(choices[i]) end
  return matcher("one of " .. concat(texts, ", "), function(value)
    for i = 1, choices.n do
      if match(choices[i], value) then return true end
    end
    return false
  end)
end

function sdl.match(pattern)
  host.check(pattern, "string", "pattern", "sdl.match")
  return matcher(("a text like %q"):format(pattern), function(value) return type(value) == "string" and find(value, pattern) ~= nil end)
end

function sdl.between(low, high)
  host.check(low, "number", "a", "sdl.between")
  host.check(high, "number", "b", "sdl.between")
  return matcher(("between %s and %s"):format(low, high), function(value)
    return type(value) == "number" and value >= low and value <= high
  end)
end

sdl.absent = matcher("nothing", function(value) return value == nil end)
sdl.present = matcher("anything", function(value) return value ~= nil end)
