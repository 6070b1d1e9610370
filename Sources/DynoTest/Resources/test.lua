-- SPDX-License-Identifier: Apache-2.0
-- The module `sdl.test`: suites and tests as they are declared, and each test's world while it runs.
local host = ...
local sdl, G = host.sdl, host.globals
local type, tostring, setmetatable, ipairs, pairs, pcall, next = type, tostring, setmetatable, ipairs, pairs, pcall, next
local insert, concat, unpack, find = table.insert, table.concat, table.unpack, string.find

host.realHeadUnit = host.testHeadUnit()

function host.needs(what) return ("it needs %s; this run is against %s"):format(what, host.realHeadUnit) end

-- Declaring -----------------------------------------------------------------------------------------------------------------

local optionKeys = {
  tags = "table", hmiLevel = "string", app = "table", headunit = "table", timeout = "string", retries = "number", skip = "string",
  only = "boolean", xfail = "string", issue = "string", clock = "string",
  allowInvalid = "boolean",
}
local hookNames = { "beforeAll", "afterAll", "beforeEach", "afterEach" }
local test = { expect = host.expect }
local cases = {} -- every test, by index
local titles = {}

local function newSuite(name, options, parent)
  local suite = { name = name, options = options, parent = parent, fixtures = {}, remaining = 0 }
  for _, hook in ipairs(hookNames) do suite[hook] = {} end
  return suite
end

local current = newSuite(nil, {}, nil)

local function checkOptions(options, what)
  if options == nil then return {} end
  host.check(options, "table", "options", what)
  host.checkKeys(options, optionKeys, "the options of a test")
  if options.timeout ~= nil then host.duration(options.timeout, "timeout", what) end
  for key, value in pairs(options) do
    local isPlain = (key == "skip" or key == "xfail") and value == true
    if not isPlain and type(value) ~= optionKeys[key] then
      host.fail("invalidParameters", ("`%s` of a test is a %s, got %s"):format(key, optionKeys[key], type(value)))
    end
  end
  if options.clock and options.clock ~= "real" and options.clock ~= "virtual" then
    host.fail("invalidParameters", ("`clock` of a test is \"virtual\" or \"real\", not %q"):format(options.clock))
  end
  host.checkStatusValue("hmiLevel", options.hmiLevel)
  local copy = {}
  for key, value in pairs(options) do copy[key] = value end
  return copy
end

local function merged(outer, inner)
  local result = {}
  for key, value in pairs(outer) do result[key] = value end
  for key, value in pairs(inner) do
    if (key == "app" or key == "headunit") and outer[key] then
      local both = {}
      for name, item in pairs(outer[key]) do both[name] = item end
      for name, item in pairs(value) do both[name] = item end
      value = both
    elseif key == "tags" and outer.tags then
      local both = { unpack(outer.tags) }
      for _, tag in ipairs(value) do insert(both, tag) end
      value = both
    end
    result[key] = value
  end
  return result
end

local function optionsAndBody(options, fn, what)
  if fn == nil and type(options) == "function" then options, fn = nil, options end
  return checkOptions(options, what), host.check(fn, "function", "fn", what)
end

local function refuseInside(what)
  if host.running then host.fail("invalidParameters", ("`%s` declares a test and can't be called while one runs"):format(what)) end
end

local function lineage(suite)
  local names = {}
  while suite.parent do
    insert(names, 1, suite.name)
    suite = suite.parent
  end
  return names
end

local function sharesHooks(suite)
  while suite do
    if #suite.beforeAll > 0 or #suite.afterAll > 0 then return true end
    suite = suite.parent
  end
  return false
end

local function declare(name, options, fn, case)
  refuseInside "test"
  host.check(name, "string", "name", "test")
  options = merged(current.options, options)
  local suite = lineage(current)
  local title = concat(suite, " › ") .. " › " .. name
  titles[title] = (titles[title] or 0) + 1
  if titles[title] > 1 then name = ("%s #%d"):format(name, titles[title]) end
  local timeout = options.timeout and host.duration(options.timeout, "timeout", "test")
  local skip = options.skip
  if host.realHeadUnit and options.clock == "virtual" then skip = skip or host.needs "the virtual clock" end
  insert(cases, { name = name, suite = current, options = options, fn = fn, case = case })
  host.testDeclared({
    suite = sdl.array(suite), name = name, where = host.where(), tags = sdl.array(options.tags or {}), timeout = timeout,
    retries = options.retries, skip = skip, only = options.only, xfail = options.xfail, issue = options.issue, clock = options.clock,
    allowInvalid = options.allowInvalid,
  })
end

function test.suite(name, options, fn)
  refuseInside "test.suite"
  host.check(name, "string", "name", "test.suite")
  options, fn = optionsAndBody(options, fn, "test.suite")
  local outer = current
  current = newSuite(name, merged(outer.options, options), outer)
  local done <close> = setmetatable({}, { __close = function() current = outer end })
  fn()
end

--- A test for each case; `{field}` in the name is the case's value.
function test.each(list)
  host.check(list, "table", "cases", "test.each")
  return function(name, options, fn)
    host.check(name, "string", "name", "test.each")
    options, fn = optionsAndBody(options, fn, "test.each")
    for _, case in ipairs(list) do
      local filled = name:gsub("{([%w_]*)}", function(field)
        local value = case
        if type(case) == "table" and field ~= "" then
          value = case[field]
          if value == nil then value = case[math.tointeger(field)] end
        end
        if value ~= nil then return type(value) == "string" and value or host.shortLiteral(value) end
      end)
      if filled == name and #list > 1 then filled = ("%s (%s)"):format(name, host.shortLiteral(case)) end
      declare(filled, options, fn, case)
    end
  end
end

for _, hook in ipairs(hookNames) do
  test[hook] = function(fn)
    refuseInside("test." .. hook)
    insert(current[hook], host.check(fn, "function", "fn", "test." .. hook))
  end
end

--- A fixture of one's own: fn(t) returns its value and, if it wants to, what takes it down.
function test.fixture(name, fn)
  refuseInside "test.fixture"
  current.fixtures[host.check(name, "string", "name", "test.fixture")] = host.check(fn, "function", "fn", "test.fixture")
end

host.loaded["sdl.test"] = setmetatable(test, {
  __metatable = false,
  __call = function(_, name, options, fn)
    options, fn = optionsAndBody(options, fn, "test")
    declare(name, options, fn)
  end,
  __index = function(_, key)
    local known = {}
    for name in pairs(test) do known[name] = true end
    local nearest = host.nearest(tostring(key), known)
    host.fail("invalidParameters", ("sdl.test has no `%s`%s"):format(tostring(key), nearest and ("; did you mean `%s`?"):format(nearest) or ""))
  end,
})

-- A test's world ------------------------------------------------------------------------------------------------------------

local contexts = setmetatable({}, { __mode = "k" })
local T = { __name = "sdl.test.t", __metatable = false }
local methods, builtIn = {}, {}

local function newContext(suite, options, name)
  local t = setmetatable({}, T)
  contexts[t] = { suite = suite, options = options, name = name, values = {}, making = {}, cleanups = {}, apps = 1 }
  return t
end

local function context(t, called)
  local own = contexts[t]
  if not own then host.fail("invalidParameters", ("bad argument `self` to `%s`: call it with a colon, t:%s(…)"):format(called, called)) end
  return own
end

local function fixture(own, key)
  local suite = own.suite
  while suite do
    if suite.fixtures[key] then return suite.fixtures[key] end
    suite = suite.parent
  end
  return builtIn[key] or host.pluginFixture(key, own.name)
end

function T.__index(t, key)
  if methods[key] then return methods[key] end
  local own = contexts[t]
  if own.values[key] ~= nil then return own.values[key] end
  local make = fixture(own, key)
  if not make then
    local known = { hu = true, app = true, random = true, tmp = true, args = true }
    for name in pairs(methods) do known[name] = true end
    for name in pairs(own.suite.fixtures) do known[name] = true end
    local nearest = host.nearest(tostring(key), known)
    host.fail("invalidParameters", ("a test has no `t.%s`%s"):format(tostring(key), nearest and ("; did you mean `t.%s`?"):format(nearest) or ""))
  end
  if own.making[key] then host.fail("invalidParameters", ("the fixture `%s` needs itself"):format(key)) end
  own.making[key] = true
  local value, teardown = make(t)
  own.making[key] = nil
  own.values[key] = value
  if teardown ~= nil then insert(own.cleanups, host.check(teardown, "function", "teardown", "test.fixture")) end
  return value
end

function T.__newindex(_, key) host.fail("invalidParameters", ("`t.%s` can't be set; make a fixture with test.fixture"):format(tostring(key))) end

local function skip(reason) host.fail("skipped", reason) end

function methods.newHeadUnit(t, config)
  local own = context(t, "newHeadUnit")
  if host.realHeadUnit then skip(host.needs "the simulated head unit") end
  local unit = sdl.headunit(merged(own.options.headunit or {}, config or {}))
  insert(own.cleanups, function() unit:close() end)
  return unit
end

local function newApp(t, config)
  if host.realHeadUnit and contexts[t].options.headunit then skip(host.needs "a head unit it can set up") end
  if not config.headunit and not host.realHeadUnit then config.headunit = t.hu end
  local app = sdl.app(config)
  insert(contexts[t].cleanups, function() app:stop() end)
  return app
end

local plainApp = { appName = "Test", fullAppID = "test" }

--- An app that is not started; on t.hu unless its configuration says otherwise. The first one is t.app, so it begins with number 2.
function methods.newApp(t, config)
  local own = context(t, "newApp")
  config = host.optional(config, "table", "config", "newApp") or {}
  own.apps = own.apps + 1
  local plain = merged(plainApp, own.options.app or {})
  local numbered = { appName = plain.appName .. " " .. own.apps, fullAppID = plain.fullAppID .. "-" .. own.apps }
  return newApp(t, merged(merged(plain, numbered), config))
end

function builtIn.hu(t) return t:newHeadUnit() end

local function reach(t, app, level)
  if not host.realHeadUnit then
    t.hu:setHMILevel(app, level)
    return app:waitForHMI { hmiLevel = level }
  end
  if not app:waitForHMI({ hmiLevel = level }, { timeout = "10s", orNil = true }) then
    skip(("it needs HMI level %s, and %s did not give it within 10s"):format(level, host.realHeadUnit))
  end
end

function builtIn.app(t)
  local own = contexts[t]
  local app = newApp(t, merged(plainApp, own.options.app or {}))
  host.app.start(app)
  local level = own.options.hmiLevel
  if level and level ~= "NONE" then reach(t, app, level) end
  return app
end

--- t.random(), t.random(n), t.random(m, n): like math.random, from the test's seed. Also as t:random(…).
function builtIn.random()
  return function(first, ...)
    if contexts[first] then return G.math.random(...) end
    if first == nil then return G.math.random() end
    return G.math.random(first, ...)
  end
end

function builtIn.tmp() return host.testFolder() end
function builtIn.args() return host.args end

function methods.step(t, name, fn, ...)
  local own = context(t, "step")
  host.check(name, "string", "name", "step")
  host.check(fn, "function", "fn", "step")
  host.testStep(name)
  local outer = own.step
  own.step = outer and outer .. " › " .. name or name
  host.step = own.step
  local function back(...)
    own.step, host.step = outer, outer
    return ...
  end
  return back(fn(...))
end

function methods.cleanup(t, fn) insert(context(t, "cleanup").cleanups, host.check(fn, "function", "fn", "cleanup")) end

function methods.attach(t, name, bytes)
  context(t, "attach")
  host.testAttached(host.check(name, "string", "name", "attach"), host.check(bytes, "string", "bytes", "attach"))
end

--- Records a number; beyond its limits the test fails, at its end.
function methods.measure(t, name, value, options)
  context(t, "measure")
  host.check(name, "string", "name", "measure")
  host.check(value, "number", "value", "measure")
  options = host.optional(options, "table", "options", "measure") or {}
  host.checkKeys(options, { max = true, min = true, unit = true }, "the options of `measure`")
  local max, min, unit = options.max, options.min, options.unit and " " .. options.unit or ""
  host.testMeasured(name, value, options.unit)
  if max or min then host.asserted() end
  local problem
  if max and value > max then problem = ("%s is %s%s, more than %s%s"):format(name, value, unit, max, unit) end
  if min and value < min then problem = ("%s is %s%s, less than %s%s"):format(name, value, unit, min, unit) end
  if problem then insert(host.softFailures, { where = host.where(), message = problem }) end
end

--- Ends the test; it counts as skipped.
function methods.skip(_, reason) skip(host.optional(reason, "string", "reason", "skip") or "by itself") end

-- Running -------------------------------------------------------------------------------------------------------------------

local assertions = 0
function host.asserted() assertions = assertions + 1 end

local await, request, sleep, assert = host.await, host.request, host.sleep, G.assert

-- Where a test waits is part of its story.
local function tellLine()
  if host.running then host.testLine(host.where()) end
end

function host.await(...)
  assertions = assertions + 1
  tellLine()
  return await(...)
end
function host.request(...)
  tellLine()
  return request(...)
end
function host.sleep(...)
  tellLine()
  return sleep(...)
end
function G.assert(...)
  assertions = assertions + 1
  return assert(...)
end

local function suitesOf(case)
  local suites, suite = {}, case.suite
  while suite do
    insert(suites, 1, suite)
    suite = suite.parent
  end
  return suites
end

--- An error as the report shows it.
local function describe(problem)
  if type(problem) == "table" then
    local get = function(key) return rawget(problem, key) end
    return {
      where = get "where", message = get "headline" or get "message" or host.shortLiteral(problem), details = get "details", kind = get "kind",
    }
  end
  local text = tostring(problem)
  local where, message = text:match "^([^\n]-:%d+): (.*)$"
  if where and not where:find(": ", 1, true) then return { where = where, message = message } end
  return { message = text }
end

local t, failures

local function attempt(what, fn, ...)
  local ok, problem = pcall(fn, ...)
  if ok then return true end
  local failure = describe(problem)
  failure.phase = what
  insert(failures, failure)
  return false
end

local function cleanUp(own)
  while #own.cleanups > 0 do
    local fn = table.remove(own.cleanups)
    attempt("teardown", fn)
  end
end

--- Before the first test of a suite: its beforeAll hooks. What they make lives as long as the suite.
local function enter(index)
  for _, suite in ipairs(suitesOf(cases[index])) do
    if not suite.isEntered and (#suite.beforeAll > 0 or #suite.afterAll > 0) then
      suite.isEntered = true
      suite.t = newContext(suite, suite.options, suite.name)
      for _, hook in ipairs(suite.beforeAll) do
        local ok, problem = pcall(hook, suite.t)
        if not ok then
          suite.problem = problem
          break
        end
      end
    end
  end
end

--- One attempt: hooks and body. Errors are the caller's to see.
local function run(index, seed)
  local case = cases[index]
  host.running, host.expectations, host.softFailures, host.step, assertions = case, {}, {}, nil, 0
  G.math.randomseed(seed)
  local suites = suitesOf(case)
  t = newContext(case.suite, case.options, case.name)
  for _, suite in ipairs(suites) do
    if suite.problem ~= nil then
      local failure = describe(suite.problem)
      host.fail("hook", "beforeAll failed: " .. failure.message, { where = failure.where, details = failure.details })
    end
  end
  for _, suite in ipairs(suites) do
    for _, hook in ipairs(suite.beforeEach) do hook(t) end
  end
  case.fn(t, case.case)
end

--- What is left to report after the body: failures of expectations and soft ones, and how much was checked.
local function verify(hasFailed)
  local list = {}
  for _, failure in ipairs(host.softFailures) do insert(list, failure) end
  if not hasFailed then
    for _, failure in ipairs(host.unmetExpectations()) do insert(list, failure) end
  end
  host.testVerified(sdl.array(list), assertions)
end

--- Takes down what the test made, the newest first, whatever fails meanwhile.
local function finish(index)
  failures = {}
  local suites = suitesOf(cases[index])
  for i = #suites, 1, -1 do
    for j = #suites[i].afterEach, 1, -1 do attempt("afterEach", suites[i].afterEach[j], t) end
  end
  if t then cleanUp(contexts[t]) end
  host.testFinished(sdl.array(failures))
  t, host.running, host.expectations = nil, nil, nil
end

--- After the last attempt of a test: the afterAll hooks of suites that have no more.
local function leave(index)
  failures = {}
  local suites = suitesOf(cases[index])
  for i = #suites, 1, -1 do
    local suite = suites[i]
    suite.remaining = suite.remaining - 1
    if suite.remaining == 0 and suite.isEntered then
      for j = #suite.afterAll, 1, -1 do attempt("afterAll", suite.afterAll[j], suite.t) end
      cleanUp(contexts[suite.t])
    end
  end
  host.testFinished(sdl.array(failures))
end

--- Learns which tests are going to run; returns whether any of them is in a suite with beforeAll or afterAll.
local function plan(indexes)
  for _, index in ipairs(indexes) do
    for _, suite in ipairs(suitesOf(cases[index])) do suite.remaining = suite.remaining + 1 end
  end
  for _, index in ipairs(indexes) do
    if sharesHooks(cases[index].suite) then return true end
  end
  return false
end

host.testFunctions {
  plan = plan, enter = enter, run = run, verify = verify, finish = finish, leave = leave, open = host.openExpectations,
  describe = function(problem)
    local failure = describe(problem)
    failure.step = host.step
    host.testDescribed(failure)
  end,
  forget = host.forget,
}
