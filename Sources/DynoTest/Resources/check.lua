-- SPDX-License-Identifier: Apache-2.0
-- expect(value): checks of values, now, softly, or again and again until they hold.
local host = ...
local sdl = host.sdl
local type, tostring, setmetatable, pcall, rawequal = type, tostring, setmetatable, pcall, rawequal
local find, insert = string.find, table.insert
local literal = host.shortLiteral

--- Failures of the running test that do not end it: { where =, message =, details = }.
host.softFailures = {}

local pollInterval, pollLimit = 50000, 5000000 -- microseconds

--- Equal in value: tables by their contents.
local function equal(a, b, depth)
  if rawequal(a, b) then return true end
  if type(a) ~= "table" or type(b) ~= "table" or a == host.null or b == host.null then return a == b end
  if a == b then return true end
  if depth > 60 then return false end
  for key, value in next, a do
    if not equal(value, b[key], depth + 1) then return false end
  end
  for key in next, b do
    if a[key] == nil then return false end
  end
  return true
end

--- A line for each place where two values differ.
local function differences(wanted, got)
  local lines = {}
  local function compare(a, b, path, depth)
    if #lines > 20 or equal(a, b, 0) then return end
    if type(a) == "table" and type(b) == "table" and depth < 20 then
      local keys = {}
      for key in next, a do keys[key] = true end
      for key in next, b do keys[key] = true end
      for key in host.sortedPairs(keys) do
        local name = type(key) == "number" and ("%s[%d]"):format(path, key) or (path == "" and "" or path .. ".") .. tostring(key)
        compare(a[key], b[key], name, depth + 1)
      end
      return
    end
    local name = path == "" and "it" or path
    if a == nil then insert(lines, ("✗ %s = %s is too much"):format(name, literal(b)))
    elseif b == nil then insert(lines, ("✗ %s is missing, expected %s"):format(name, literal(a)))
    else insert(lines, ("✗ %s = %s, expected %s"):format(name, literal(b), literal(a))) end
  end
  compare(wanted, got, "", 0)
  return lines
end

local shortText, around = 60, 20

--- Where two long texts begin to differ, with what stands around it.
local function textDifference(wanted, got)
  if #wanted <= shortText and #got <= shortText then return nil end
  local low, high = 0, math.min(#wanted, #got)
  while low < high do
    local middle = (low + high + 1) // 2
    if wanted:sub(low + 1, middle) == got:sub(low + 1, middle) then low = middle else high = middle - 1 end
  end
  local function piece(text) return ("%q"):format(text:sub(math.max(1, low + 1 - around), low + around)):gsub("\\\n", "\\n") .. "" end
  return {
    ("they differ from byte %d on (%d bytes, expected %d):"):format(low + 1, #got, #wanted),
    ("✗ … %s, expected … %s"):format(piece(got), piece(wanted)),
  }
end

local function number(value, argument, called) return host.check(value, "number", argument, called) end

local function isNumber(value) return type(value) == "number" end

--- Each check: whether it holds, the words for it, and for tables the differing fields.
local checks = {}

function checks.equals(got, wanted)
  local ok = equal(got, wanted, 0)
  local details
  if not ok and type(got) == type(wanted) then
    if type(got) == "table" then details = differences(wanted, got)
    elseif type(got) == "string" then details = textDifference(wanted, got) end
  end
  return ok, "equal " .. literal(wanted), details
end

function checks.is(got, wanted) return rawequal(got, wanted), "be " .. literal(wanted) .. " itself" end

function checks.has(got, pattern)
  local ok = host.match(pattern, got)
  return ok, "have " .. literal(pattern), not ok and type(got) == "table" and host.diff(pattern, got) or nil
end

function checks.contains(got, wanted)
  local words = "contain " .. literal(wanted)
  if type(got) == "string" then return type(wanted) == "string" and find(got, wanted, 1, true) ~= nil, words end
  if type(got) ~= "table" then return false, words end
  for i = 1, #got do
    if host.match(wanted, got[i]) then return true, words end
  end
  return false, words
end

function checks.matches(got, pattern)
  host.check(pattern, "string", "pattern", "matches")
  return type(got) == "string" and find(got, pattern) ~= nil, "match " .. literal(pattern)
end

function checks.atLeast(got, limit) return isNumber(got) and got >= number(limit, "n", "atLeast"), "be at least " .. literal(limit) end

function checks.atMost(got, limit) return isNumber(got) and got <= number(limit, "n", "atMost"), "be at most " .. literal(limit) end

function checks.between(got, low, high)
  number(low, "a", "between")
  number(high, "b", "between")
  return isNumber(got) and got >= low and got <= high, ("be between %s and %s"):format(literal(low), literal(high))
end

function checks.isNil(got) return got == nil, "be nil" end
function checks.isTrue(got) return got == true, "be true" end
function checks.isFalse(got) return got == false, "be false" end

--- Calls it and looks at what it raises: a Lua pattern for the text, or a table for the fields of the error.
function checks.raises(got, pattern)
  host.check(got, "function", "value", "raises")
  local ok, problem = pcall(got)
  local words = pattern == nil and "raise an error" or "raise " .. literal(pattern)
  if ok then return false, words, { "it raised nothing" } end
  if pattern == nil then return true, words end
  if type(pattern) == "table" then
    local isTable = type(problem) == "table"
    return isTable and host.match(pattern, problem), words, isTable and host.diff(pattern, problem) or { "it raised " .. tostring(problem) }
  end
  host.check(pattern, "string", "pattern", "raises")
  return find(tostring(problem), pattern) ~= nil, words, { "it raised " .. tostring(problem) }
end

local names = { isNot = true }
for name in next, checks do names[name] = true end

local subjects = setmetatable({}, { __mode = "k" })
local Check = { __name = "sdl.check", __metatable = false }

--- What a check found wrong, as a failure; nil when it holds.
local function verdict(subject, name, ...)
  local got = subject.value
  if subject.poll then got = subject.poll() end
  local ok, words, details = checks[name](got, ...)
  if subject.isNot then ok = not ok end
  if ok then return nil end
  local shown = type(got) == "function" and "the function" or literal(got)
  return { message = ("expected %s %sto %s"):format(shown, subject.isNot and "not " or "", words), details = not subject.isNot and details or nil }
end

local function settle(subject, name, ...)
  local failure = verdict(subject, name, ...)
  if not subject.poll then return failure end
  local since = host.now()
  while failure and (host.now() - since) * 1000000 < subject.limit do
    host.sleep(pollInterval)
    failure = verdict(subject, name, ...)
  end
  if failure then failure.message = ("after %s: %s"):format(host.durationText(subject.limit), failure.message) end
  return failure
end

local function run(self, name, ...)
  local subject = subjects[self]
  if not subject then host.fail("invalidParameters", ("bad argument `self` to `%s`: call it with a colon, expect(v):%s(…)"):format(name, name)) end
  host.asserted()
  local failure = settle(subject, name, ...)
  if not failure then return self end
  failure.where = host.where()
  if subject.isSoft then
    insert(host.softFailures, failure)
    return self
  end
  local text = failure.message
  for _, line in ipairs(failure.details or {}) do text = text .. "\n  " .. line end
  host.fail("assertion", text, { headline = failure.message, details = failure.details })
end

function Check.__index(self, key)
  if key == "isNot" then
    local subject = {}
    for name, value in next, subjects[self] do subject[name] = value end
    subject.isNot = not subject.isNot
    local negated = setmetatable({}, Check)
    subjects[negated] = subject
    return negated
  end
  if not checks[key] then
    local test = host.pluginMatcher(key)
    if test then
      checks[key] = function(got, ...)
        local ok, why = test(got, ...)
        return ok, key .. " " .. literal({ ... }), why and { why } or nil
      end
    end
  end
  if not checks[key] then
    local nearest = host.nearest(tostring(key), names)
    host.fail("invalidParameters", ("expect(v) has no check `%s`%s"):format(tostring(key), nearest and ("; did you mean `%s`?"):format(nearest) or ""))
  end
  return function(object, ...) return run(object, key, ...) end
end

local function check(subject)
  local object = setmetatable({}, Check)
  subjects[object] = subject
  return object
end

host.expect = setmetatable({
  --- A failure is reported at the end, and the test goes on.
  soft = function(value) return check { value = value, isSoft = true } end,
  --- Calls fn again and again until the check holds.
  poll = function(fn, options)
    host.check(fn, "function", "fn", "expect.poll")
    options = host.optional(options, "table", "options", "expect.poll") or {}
    host.checkKeys(options, { within = true }, "the options of `expect.poll`")
    local limit = options.within and host.duration(options.within, "within", "expect.poll") or pollLimit
    return check { poll = fn, limit = limit }
  end,
}, { __call = function(_, value) return check { value = value } end, __metatable = false })
