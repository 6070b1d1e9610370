-- SPDX-License-Identifier: Apache-2.0
-- The module `sdl.bench`: real head units on cables, their power, and rounds that are counted.
local host = ...
local sdl = host.sdl
local type, tostring, setmetatable, ipairs, pcall, error = type, tostring, setmetatable, ipairs, pcall, error
local insert, sort, concat = table.insert, table.sort, table.concat
local floor, ceil, max, huge, integer = math.floor, math.ceil, math.max, math.huge, math.type

local bench = {}

-- Ports ----------------------------------------------------------------------------------------------------------------------

local ports = setmetatable({}, { __mode = "k" })
local Port = { __name = "sdl.bench.port", __metatable = false }
Port.__index = Port

local function portID(port, called)
  local id = ports[port]
  if not id then host.fail("invalidParameters", ("bad argument `self` to `%s`: call it with a colon, port:%s(…)"):format(called, called)) end
  return id
end

--- Gives the port back. The end of a `<close>` variable does it too, and the end of the script.
function Port:close() host.benchRelease(portID(self, "close")) end
Port.__close = Port.close

local unplugKeys = { forMs = true }

--- Plugs the port out for so long and returns who does it: "hub" where dyno.json names the hub's socket, or "host", which closes
--- the port as if it were gone.
function Port:unplug(options)
  options = host.optional(options, "table", "options", "unplug") or {}
  host.checkKeys(options, unplugKeys, "`unplug`")
  local time = options.forMs == nil and 1000 or host.check(options.forMs, "number", "forMs", "unplug")
  if time < 0 or time > 86400000 then host.fail("invalidParameters", "`forMs` of `unplug` is from 0 to a day of milliseconds") end
  return host.benchUnplug(portID(self, "unplug"), floor(time * 1000))
end

function Port:__tostring() return "port " .. self.name end

local acquireKeys = { wait = true }

--- Takes a port for this script alone; waits for it up to `wait` while another program has it.
function bench.acquire(name, options)
  host.check(name, "string", "name", "bench.acquire")
  options = host.optional(options, "table", "options", "bench.acquire") or {}
  host.checkKeys(options, acquireKeys, "`bench.acquire`")
  local wait = options.wait == nil and 0 or host.duration(options.wait, "wait", "bench.acquire")
  local id, url = host.benchAcquire(name, wait)
  local port = setmetatable({ name = name, url = url }, Port)
  ports[port] = id
  return port
end

--- A port as an app's `headunit`.
function host.portURL(port) return ports[port] and port.url or nil end

-- Power ----------------------------------------------------------------------------------------------------------------------

local Power = { __name = "sdl.bench.power", __metatable = false }
Power.__index = Power

function Power:on() self.switch(true) end
function Power:off() self.switch(false) end

local cycleKeys = { off = true }

--- Off, a while (2 s unless told otherwise), and on again.
function Power:cycle(options)
  options = host.optional(options, "table", "options", "cycle") or {}
  host.checkKeys(options, cycleKeys, "`cycle`")
  local pause = options.off == nil and "2s" or options.off
  host.duration(pause, "off", "cycle")
  self:off()
  sdl.sleep(pause)
  self:on()
end

--- The power of a head unit; nil when neither a plugin nor dyno.json says how it is switched.
function bench.power(name)
  host.check(name, "string", "name", "bench.power")
  local switch = host.pluginPower(name)
  if not switch and host.benchHasPower(name) then switch = function(isOn) host.benchPower(name, isOn) end end
  return switch and setmetatable({ name = name, switch = switch }, Power) or nil
end

-- Soak -----------------------------------------------------------------------------------------------------------------------

local function percentile(sorted, share) return sorted[max(1, ceil(#sorted * share))] end

local function wholeNumber(value, argument, called)
  if integer(value) == "integer" and value >= 1 then return value end
  host.fail("invalidParameters", ("bad argument `%s` to `%s`: expected a whole number from 1 on, got %s"):format(
    argument, called, type(value) == "number" and tostring(value) or type(value)))
end

-- What is measured under one name. Limits of single values fail their round, those of percentiles the whole soak.
local shares = { p50 = 0.5, p95 = 0.95, p99 = 0.99 }
local limitKeys = { min = true, max = true, p50 = true, p95 = true, p99 = true }

local function exceeds(name, what, value, limit, relation)
  return ("%s%s is %s, %s than %s"):format(what, name, tostring(value), relation, tostring(limit))
end

local Round = { __name = "sdl.bench.round", __metatable = false }
Round.__index = Round

--- Notes a value. `limits` are those of each value, `min` and `max`, and those of all of them, `p50`, `p95`, `p99`.
function Round:measure(name, value, limits)
  host.check(name, "string", "name", "measure")
  host.check(value, "number", "value", "measure")
  limits = host.optional(limits, "table", "limits", "measure") or {}
  host.checkKeys(limits, limitKeys, "`limits` of `measure`")
  local soak = self.soak
  local measure = soak.measures[name]
  if not measure then
    measure = { values = {}, limits = limits }
    soak.measures[name] = measure
    insert(soak.order, name)
  end
  insert(measure.values, value)
  if limits.max and value > limits.max then host.fail("limit", exceeds(name, "", value, limits.max, "more"))
  elseif limits.min and value < limits.min then host.fail("limit", exceeds(name, "", value, limits.min, "less")) end
end

--- A whole number that depends on the soak's seed only.
function Round:random(low, high)
  low, high = host.check(low, "number", "low", "random"), host.check(high, "number", "high", "random")
  if integer(low) ~= "integer" or integer(high) ~= "integer" or low > high then
    host.fail("invalidParameters", "`random` takes two whole numbers, the lower one first")
  end
  local soak = self.soak
  soak.state = soak.state * 6364136223846793005 + 1442695040888963407
  return low + ((soak.state >> 33) % (high - low + 1))
end

local Result = { __name = "sdl.bench.result", __metatable = false }
Result.__index = Result

--- `200 rounds, 199 ok, ready_ms p50=812 p95=1430 max=2210`.
function Result:summary()
  local parts = { ("%d rounds, %d ok"):format(self.rounds, self.ok) }
  for _, name in ipairs(self.names) do
    local measure = self.measures[name]
    insert(parts, ("%s p50=%s p95=%s max=%s"):format(name, measure.p50, measure.p95, measure.max))
  end
  for _, failure in ipairs(self.failures) do
    if not failure.round then insert(parts, failure.error.message) end
  end
  return concat(parts, ", ")
end

local Soak = { __name = "sdl.bench.soak", __metatable = false }
Soak.__index = Soak

--- Adds a step that each round takes, in the order of the calls.
function Soak:round(name, fn)
  host.check(name, "string", "name", "round")
  host.check(fn, "function", "fn", "round")
  insert(self.steps, { name = name, fn = fn })
end

-- What ended the round, or nil.
local function runRound(soak, n)
  local round = setmetatable({ n = n, soak = soak }, Round)
  for _, step in ipairs(soak.steps) do
    local ok, why = pcall(step.fn, round)
    if not ok then
      -- The end of the script is not a failure of the round.
      if type(why) == "table" and why.kind == "cancelled" then error(why, 0) end
      if type(why) ~= "table" then why = { kind = "runtime", message = tostring(why) } end
      return { round = n, step = step.name, error = why }
    end
  end
end

local function summarise(soak, result)
  for _, name in ipairs(soak.order) do
    local measure = soak.measures[name]
    local values = measure.values
    sort(values)
    local found = { count = #values, min = values[1], max = values[#values] }
    for share, part in host.sortedPairs(shares) do
      found[share] = percentile(values, part)
      if measure.limits[share] and found[share] > measure.limits[share] then
        insert(result.failures, { error = { kind = "limit", message = exceeds(name, share .. " of ", found[share], measure.limits[share], "more") } })
      end
    end
    result.measures[name] = found
  end
  result.passed = #result.failures == 0
  return result
end

--- Runs the rounds; ends early after `stopAfter` failed ones.
function Soak:run()
  if #self.steps == 0 then host.fail("invalidParameters", "a soak needs something to do: soak:round(name, function(round) … end)") end
  self.measures, self.order = {}, {}
  local result = setmetatable({ rounds = 0, ok = 0, failures = {}, measures = {}, names = self.order }, Result)
  for n = 1, self.rounds do
    result.rounds = n
    local failure = runRound(self, n)
    if not failure then
      result.ok = result.ok + 1
    else
      insert(result.failures, failure)
      sdl.log.warn("round %d failed in %s: %s", n, failure.step, tostring(failure.error.message))
      if #result.failures >= self.stopAfter then break end
    end
  end
  return summarise(self, result)
end

local soakKeys = { rounds = true, stopAfter = true, seed = true }

--- Rounds that are counted. One that raises has failed; the others go on.
function bench.soak(options)
  host.check(options, "table", "options", "bench.soak")
  host.checkKeys(options, soakKeys, "`bench.soak`")
  local seed = options.seed == nil and 0 or host.check(options.seed, "number", "seed", "bench.soak")
  return setmetatable({
    rounds = wholeNumber(options.rounds, "rounds", "bench.soak"), state = floor(seed), steps = {},
    stopAfter = options.stopAfter == nil and huge or wholeNumber(options.stopAfter, "stopAfter", "bench.soak"),
  }, Soak)
end

host.loaded["sdl.bench"] = bench
