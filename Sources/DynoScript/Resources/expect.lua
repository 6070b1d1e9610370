-- SPDX-License-Identifier: Apache-2.0
-- Message expectations: app:expect, hu:expect, hu.hmi:expect, and sequences. Each sees every message from the moment it is
-- made, matches by content, and remembers the message that came closest.
local host = ...
local sdl = host.sdl
local type, tostring, setmetatable, ipairs, pairs = type, tostring, setmetatable, ipairs, pairs
local insert, remove, concat, unpack = table.insert, table.remove, table.concat, table.unpack

--- What the running test expects; a script that is no test keeps none.
host.expectations = nil
--- Called for everything a test checks.
function host.asserted() end

-- More matches than this are counted, but not kept.
local keptMatches = 10000
local forever = "forever"
local states = setmetatable({}, { __mode = "k" }) -- the script's object → what belongs to it

local Expectation = { __name = "sdl.expectation", __metatable = false }
Expectation.__index = Expectation

local function state(object, called)
  local found = states[object]
  if not found then
    host.fail("invalidParameters", ("bad argument `self` to `%s`: call it with a colon, expectation:%s(…)"):format(called, called))
  end
  return found
end

-- Words ---------------------------------------------------------------------------------------------------------------------

local function times(count)
  if count == 1 then return "once" end
  if count == 2 then return "twice" end
  return ("%d times"):format(count)
end

local function cardinality(e)
  if e.max == 0 then return " never" end
  if e.min == e.max then return " exactly " .. times(e.min) end
  if not e.max then return e.min == 1 and "" or " at least " .. times(e.min) end
  if e.min == 0 then return " at most " .. times(e.max) end
  return (" between %d and %d times"):format(e.min, e.max)
end

local function clockText(time) return ("%.3fs"):format(time) end

local function durationText(seconds) return host.durationText((seconds * 1000000 + 0.5) // 1 | 0) end

local function what(step)
  if step.any then return step.name end
  return step.name .. " " .. host.shortLiteral(step.pattern)
end

local function subject(e)
  if not e.isSequence then return what(e.steps[1]) .. cardinality(e) end
  local names = {}
  for i, step in ipairs(e.steps) do names[i] = step.name end
  return "the sequence " .. concat(names, ", ")
end

local function expected(e)
  if e.isSequence then return subject(e) .. " was expected" end
  return what(e.steps[1]) .. " was expected" .. cardinality(e)
end

--- What came closest, field by field; else what came instead.
local function nearMiss(e)
  local lines, miss = {}, e.miss
  if e.isSequence then
    for i, found in ipairs(e.matches) do insert(lines, ("%d. %s came at %s"):format(i, what(e.steps[i]), clockText(found.time))) end
    local step = e.steps[e.count + 1]
    if step then insert(lines, ("%d. %s did not come"):format(e.count + 1, what(step))) end
  end
  if miss then
    insert(lines, ("closest miss: %s at %s"):format(miss.name, clockText(miss.time)))
    for _, row in ipairs(miss.rows) do insert(lines, "  " .. row) end
    return lines
  end
  local others = {}
  for _, name in ipairs(e.others) do
    local count = e.others[name]
    insert(others, count == 1 and name or ("%s ×%d"):format(name, count))
  end
  if #others > 0 then insert(lines, "came instead: " .. concat(others, ", "))
  elseif e.count == 0 then insert(lines, "nothing came at all") end
  return lines
end

--- Raises what is wrong with an expectation, at the line that made it.
local function refuse(e, headline)
  e.isReported = true
  local details = nearMiss(e)
  local message = #details == 0 and headline or headline .. "\n  " .. concat(details, "\n  ")
  host.fail("timeout", message, { where = e.where, headline = headline, details = details, isExpectation = true })
end

local function excessText(e)
  local last = e.matches[#e.matches]
  local first = e.firstExcess or last
  local details = { ("%s at %s:"):format(first.name, clockText(first.time)), "  " .. host.shortLiteral(first.params) }
  local came = e.count == 1 and "it came" or ("it came %s"):format(times(e.count))
  return ("%s, but %s"):format(expected(e), came), details
end

local function refuseExcess(e)
  e.isReported = true
  local headline, details = excessText(e)
  host.fail("timeout", headline .. "\n  " .. concat(details, "\n  "), {
    where = e.where, headline = headline, details = details, isExpectation = true,
  })
end

-- Seeing --------------------------------------------------------------------------------------------------------------------

local function isMet(e) return e.count >= e.min end

local function isExceeded(e) return e.max ~= nil and e.count > e.max end

local function noteMiss(e, step, message)
  local rows, score = host.diff(step.pattern, message.params)
  if e.miss and e.miss.score > score then return end
  e.miss = { name = message.name, time = message.time, rows = rows, score = score }
end

local function noteOther(e, name)
  if not e.others[name] then
    if #e.others >= 8 then return end
    insert(e.others, name)
    e.others[name] = 0
  end
  e.others[name] = e.others[name] + 1
end

local function wakeAll(e)
  local waits = e.waits
  e.waits = {}
  for _, id in ipairs(waits) do host.wake(id) end
end

local function accept(e, message)
  e.count = e.count + 1
  if #e.matches < keptMatches then insert(e.matches, message) end
  if isExceeded(e) and not e.firstExcess then e.firstExcess = message end
  if e.fn then host.handler(e.fn, message) end
  if isMet(e) or isExceeded(e) then wakeAll(e) end
end

local function consider(e, message)
  if e.deadline and message.time > e.deadline then return end
  local step = e.isSequence and e.steps[e.count + 1] or e.steps[1]
  if not step or e.isSequence and isMet(e) then return end
  if message.name ~= step.name then return noteOther(e, message.name) end
  if step.any or host.match(step.pattern, message.params) then return accept(e, message) end
  noteMiss(e, step, message)
end

--- Shows a message to every expectation of a stream; one that ends meanwhile is skipped.
function host.feed(stream, message)
  message.time = message.time or host.now()
  for _, e in ipairs({ unpack(stream) }) do
    if not e.isOver then consider(e, message) end
  end
end

local function leave(e)
  e.isOver = true
  for i, other in ipairs(e.stream) do
    if other == e then return remove(e.stream, i) end
  end
end

-- Making --------------------------------------------------------------------------------------------------------------------

local function newExpectation(stream, steps, isSequence)
  host.asserted()
  local object = setmetatable({}, Expectation)
  local e = {
    stream = stream, steps = steps, isSequence = isSequence, min = isSequence and #steps or 1, count = 0, matches = {}, others = {},
    waits = {}, made = host.now(), where = host.where(),
  }
  states[object] = e
  insert(stream, e)
  if host.expectations then insert(host.expectations, e) end
  return object
end

local function step(name, pattern, check, called)
  host.check(name, "string", "name", called)
  name = check(name) or name
  return { name = name, pattern = pattern, any = pattern == nil }
end

--- Gives `methods` the functions `expect` and `expectSequence`. `stream(self, called)` finds the list that host.feed is called
--- with; `check(name)` raises for a name that can never come.
function host.makeExpectable(methods, stream, check)
  function methods.expect(self, name, pattern)
    local list = stream(self, "expect")
    return newExpectation(list, { step(name, pattern, check, "expect") }, false)
  end

  --- These, in this order; others may come between them.
  function methods.expectSequence(self, steps)
    local list = stream(self, "expectSequence")
    host.check(steps, "table", "steps", "expectSequence")
    local wanted = {}
    for i, item in ipairs(steps) do
      if type(item) == "table" then wanted[i] = step(item[1], item[2], check, "expectSequence")
      else wanted[i] = step(item, nil, check, "expectSequence") end
    end
    if #wanted == 0 then host.fail("invalidParameters", "bad argument `steps` to `expectSequence`: the list is empty") end
    return newExpectation(list, wanted, true)
  end
end

-- Refining ------------------------------------------------------------------------------------------------------------------

local function setCount(object, called, count, least, most)
  local e = state(object, called)
  if e.isSequence then host.fail("invalidParameters", ("`%s` does not go with a sequence, which comes once"):format(called)) end
  if math.type(count) ~= "integer" or count < 0 then
    host.fail("invalidParameters", ("bad argument `n` to `%s`: expected a whole number, got %s"):format(called, tostring(count)))
  end
  e.min, e.max = least or e.min, most or e.max
  return object
end

function Expectation:times(n) return setCount(self, "times", n, n, n) end
function Expectation:atLeast(n)
  setCount(self, "atLeast", n, n, nil)
  state(self, "atLeast").hasMinimum = true
  return self
end
function Expectation:atMost(n)
  local e = state(self, "atMost")
  return setCount(self, "atMost", n, e.hasMinimum and e.min or 0, n)
end
function Expectation:never() return setCount(self, "never", 0, 0, 0) end

--- Counts only what comes within this long after the expectation was made.
function Expectation:within(duration)
  local e = state(self, "within")
  e.within = host.duration(duration, "duration", "within")
  e.deadline = e.made + e.within / 1000000
  return self
end

--- Calls fn(message) for each match, in a coroutine of its own.
function Expectation:run(fn)
  state(self, "run").fn = host.check(fn, "function", "fn", "run")
  return self
end

-- Waiting -------------------------------------------------------------------------------------------------------------------

local function limitOf(e, options, called)
  options = host.optional(options, "table", "options", called) or {}
  host.checkKeys(options, { timeout = true }, "the options of `" .. called .. "`")
  if options.timeout == forever then return nil end
  if options.timeout ~= nil then return host.duration(options.timeout, "timeout", called) end
  if e.deadline then
    local left = (e.deadline - host.now()) * 1000000
    return left > 0 and (left + 0.5) // 1 | 0 or 0
  end
  return host.defaultWait
end

--- An expectation of at most so many is only known when its time is over.
local function isDecided(e)
  if isExceeded(e) then return true end
  return isMet(e) and (e.min > 0 or e.deadline == nil)
end

local function wait(e, options, called)
  if e.max == 0 and not e.deadline then
    host.fail("invalidParameters", ("`never` is checked at the end of the test; to wait for it say how long: :never():within \"1s\""))
  end
  local limit = limitOf(e, options, called)
  local since = host.now()
  while not isDecided(e) do
    local left = limit and limit - ((host.now() - since) * 1000000 + 0.5) // 1 | 0
    if left and left <= 0 then break end
    local id = host.newWait()
    insert(e.waits, id)
    if not host.wait(id, left, subject(e)) then break end
  end
  if isExceeded(e) then refuseExcess(e) end
  if not isMet(e) then
    local waited = e.within and host.durationText(e.within) or durationText(host.now() - since)
    refuse(e, ("waited %s for %s; it came %s"):format(waited, subject(e), e.isSequence and
      ("as far as step %d of %d"):format(e.count, #e.steps) or e.count == 0 and "0 times" or times(e.count)))
  end
  if not host.expectations then leave(e) end
end

--- Waits until enough have come and returns the message that was the last of them; of a sequence, all of them.
function Expectation:await(options)
  local e = state(self, "await")
  wait(e, options, "await")
  if e.isSequence then return { unpack(e.matches) } end
  return e.matches[e.min > 0 and e.min or 1]
end

--- Waits until enough have come and returns the list of all that came.
function Expectation:all(options)
  local e = state(self, "all")
  wait(e, options, "all")
  return { unpack(e.matches) }
end

-- The end of a test ---------------------------------------------------------------------------------------------------------

--- What a test's end still has to wait for: how long until the last deadline of what is missing, in microseconds (false:
--- nothing is missing), and whether something must not come any more.
function host.openExpectations()
  local longest, isBounded = false, false
  for _, e in ipairs(host.expectations or {}) do
    if not e.isReported then
      if not isMet(e) and not isExceeded(e) then
        local left = e.deadline and math.max(0, (e.deadline - host.now()) * 1000000 // 1 | 0) or 0
        longest = math.max(longest or 0, left)
      end
      isBounded = isBounded or e.max ~= nil and not isExceeded(e)
    end
  end
  return longest, isBounded
end

--- The failures of what was expected and did not come, or came too often, in the order it was expected.
function host.unmetExpectations()
  local failures = {}
  for _, e in ipairs(host.expectations or {}) do
    e.isOver = true
    if not e.isReported and isExceeded(e) then
      local headline, details = excessText(e)
      insert(failures, { where = e.where, message = headline, details = details })
    elseif not e.isReported and not isMet(e) then
      local came = e.isSequence and ("it came as far as step %d of %d"):format(e.count, #e.steps)
        or "it came " .. (e.count == 0 and "0 times" or times(e.count))
      local window = e.within and " within " .. host.durationText(e.within) or ""
      local by = ("%s%s; %s by the end of the test"):format(expected(e), window, came)
      insert(failures, { where = e.where, message = by, details = nearMiss(e) })
    end
  end
  return failures
end

-- Applications and head units -----------------------------------------------------------------------------------------------

local core = host.app

host.makeExpectable(core.methods, function(app, called)
  local own = core.record(app, called)
  own.stream = own.stream or {}
  return own.stream
end, function(name)
  -- An application is told events, notifications, and the answers to its requests.
  name = core.aliases[name] or name
  if not core.positional[name] then host.checkMessage(name) end
  return name
end)

local streams = { messages = {}, hmi = {} } -- head unit's number → stream

local function unitStream(kind, watch)
  return function(object, called)
    local unit = host.unitID(object, called)
    if not streams[kind][unit] then
      local stream = {}
      streams[kind][unit] = stream
      watch(unit, function(name, params, fields)
        if #stream == 0 then return end
        fields.name, fields.params = name, params
        fields.app = fields.session and host.unitApp(unit, fields.session)
        fields.session = nil
        host.feed(stream, fields)
      end)
    end
    return streams[kind][unit]
  end
end

host.makeExpectable(host.unitMethods, unitStream("messages", host.huWatch), host.checkMessage)
host.makeExpectable(host.hmiMethods, unitStream("hmi", host.huWatchHMI), host.checkHMIMethod)

-- A link shows its frames in both directions, control frames by their info (`heartbeat`), others by their type (`single`).
host.makeExpectable(host.linkMethods, function(link, called)
  local own = host.linkOwner(link, called)
  if not own.stream then
    own.stream = {}
    for _, direction in ipairs { "in", "out" } do
      link:onFrame(direction, function(frame)
        if #own.stream > 0 then host.feed(own.stream, { name = host.frameName(frame), params = frame, direction = direction }) end
      end)
    end
  end
  return own.stream
end, host.checkFrameName)

--- Lets go of applications and head units with higher numbers, which the host has forgotten.
function host.forget(lastApp, lastUnit)
  core.forget(lastApp)
  for _, list in pairs(streams) do
    for unit in pairs(list) do
      if unit > lastUnit then list[unit] = nil end
    end
  end
end
