-- SPDX-License-Identifier: Apache-2.0
-- The application as scripts see it: its fields, events, handlers, waits and life. What belongs to one topic (requests,
-- permissions, files …) is added by the chunks after this one.
local host = ...
local sdl = host.sdl
local type, tostring, setmetatable, ipairs, pairs = type, tostring, setmetatable, ipairs, pairs
local insert, remove, unpack = table.insert, table.remove, table.unpack

-- Events that are not RPC notifications, and the names of their arguments in patterns.
local positional = {
  ready = { "err" },
  stateChanged = { "old", "new" },
  hmiLevel = { "old", "new" },
  audioStreamingState = { "old", "new" },
  videoStreamingState = { "old", "new" },
  systemContext = { "old", "new" },
  lockScreenStatus = { "status", "details" },
  managerDidDisconnect = {},
  permissionsChanged = {},
  systemInfo = { "info" },
}
local statusFields = { "hmiLevel", "audioStreamingState", "videoStreamingState", "systemContext" }
-- Functions of a delegate that answer questions; the others only listen.
local questions = { shouldUpdateLifecycleConfigurationToLanguage = true, didReceiveSystemInfo = true }

local records = setmetatable({}, { __mode = "k" }) -- the script's object → what belongs to it
local byID = {}

local App = {}
local methods = {}
local core = {
  methods = methods,
  positional = positional, -- further events
  aliases = {}, -- another name of an event → its name
  parts = {}, -- field → function(own) that makes it
  onEvent = {}, -- an event of the host → function(own, …) beside or instead of the handlers
  fields = {}, -- field → function(own) that works it out
}
host.app = core

local function record(app, called)
  local found = records[app]
  if not found then host.fail("invalidParameters", ("bad argument `self` to `%s`: call it with a colon, app:%s(…)"):format(called, called)) end
  return found
end
core.record = record

function App.__index(app, key)
  if methods[key] then return methods[key] end
  local own = records[app]
  if core.parts[key] then return own[key] end
  if core.fields[key] then return core.fields[key](own) end
  return host.appField(own.id, key)
end

function App.__newindex(app, key, value)
  if key == "delegate" then return core.setDelegate(records[app], value) end
  host.fail("invalidParameters", ("`app.%s` can't be set; give it to sdl.app{…} instead"):format(tostring(key)))
end

function App.__tostring(app) return "app " .. records[app].name end

App.__name, App.__metatable = "sdl.app", false

-- Handlers and waits ---------------------------------------------------------------------------------------------------

--- Runs a handler unless it was cancelled after its event was told and before its turn came.
local function run(entry, ...)
  if not entry.cancelled then return entry.fn(...) end
end

--- Adds a handler to a list of them; its `cancel` takes it out again.
local function listen(lists, event, fn, once)
  local list = lists[event]
  if not list then
    list = {}
    lists[event] = list
  end
  local entry = { fn = fn, once = once, origin = host.where() }
  insert(list, entry)
  entry.leave = function()
    for i, other in ipairs(list) do
      if other == entry then return remove(list, i) end
    end
  end
  entry.cancel = function()
    entry.cancelled = true
    entry.leave()
  end
  return entry
end
core.listen = listen

--- Calls the handlers in a list in the order they were made, each in its own coroutine.
local function call(list, ...)
  if not list then return end
  for _, entry in ipairs({ unpack(list) }) do
    if entry.filter == nil or entry.filter(...) then
      if entry.once then entry.leave() end
      host.handlerOf(entry.origin, run, entry, ...)
    end
  end
end
core.call = call

--- Waits that an event ends go on when all handlers of the change it belongs to have been called.
local function endWaits(own, event, named, ...)
  if own.stream and event ~= "hmi" then host.feed(own.stream, { name = event, params = named }) end
  local waits = own.waits[event]
  if not waits then return end
  for _, wait in ipairs({ unpack(waits) }) do
    local ok, why = host.match(wait.pattern, named)
    if ok then
      wait.leave()
      insert(own.due, { wait.id, ... })
    else
      wait.miss = why
    end
  end
end
core.endWaits = endWaits

local function emit(own, event, named, ...)
  local delegate = own.delegate[event]
  if delegate then host.handler(delegate, own.app, ...) end
  call(own.listeners[event], ...)
  endWaits(own, event, named, ...)
end
core.emit = emit

--- Waits for `event`; returns what its handlers get.
local function await(own, event, pattern, options, called, what, describe)
  local wait = { id = host.newWait(), pattern = pattern }
  local list = own.waits[event] or {}
  own.waits[event] = list
  insert(list, wait)
  function wait.leave()
    for i, other in ipairs(list) do
      if other == wait then return remove(list, i) end
    end
  end
  local done <close> = setmetatable({}, { __close = wait.leave })
  return host.await(wait.id, options, called, what, function()
    if describe then return describe() end
    return wait.miss and "the last one did not match: " .. wait.miss or "none came"
  end)
end
core.await = await

--- Returns as soon as `now()` gives a value; asks again at each `event`.
function core.awaitState(own, event, now, options, called, what, describe)
  local value = now()
  if value then return value end
  local found
  await(own, event, function()
    found = now()
    return found and true or false, "it is not so"
  end, options, called, what, describe)
  return found
end

local function named(event, ...)
  local names, values = positional[event], { ... }
  local result = {}
  for i, name in ipairs(names) do result[name] = values[i] end
  return result
end

local handlesHost = core.onEvent

--- Its parameters become a table when somebody listens.
function handlesHost.notification(own, name, ...)
  local listeners, waits, stream = own.listeners[name], own.waits[name], own.stream
  if own.delegate[name] or listeners and #listeners > 0 or waits and #waits > 0 or stream and #stream > 0 then
    local params = host.readMessage(...)
    emit(own, name, params, params)
  end
end

function handlesHost.hmi(own, old, new, initial)
  local changed = false
  for _, field in ipairs(statusFields) do
    local differs = old[field] ~= new[field]
    changed = changed or differs
    -- At ready the first set is told even where nothing differs; a script may rely on one call each.
    if differs or initial and field ~= "systemContext" or own.hmiAlways and field == "hmiLevel" then
      emit(own, field, { old = old[field], new = new[field] }, old[field], new[field])
    end
  end
  if changed then emit(own, "hmi", new, new, old) end
  core.refresh(own)
end

--- An event of proposal SDL-0156 has its application as the only argument.
function handlesHost.signal(own, event)
  local delegate = own.delegate[event]
  if delegate then host.handler(delegate, own.app) end
  call(own.listeners[event], own.app)
  endWaits(own, event, {}, own.app)
end

function handlesHost.settle(own)
  local due = own.due
  own.due = {}
  for _, wait in ipairs(due) do host.wake(unpack(wait)) end
end

--- What may have become possible, is tried: subscriptions that wait for the head unit's permission.
local refreshers = {}
function core.onRefresh(fn) insert(refreshers, fn) end
function core.refresh(own)
  for _, fn in ipairs(refreshers) do fn(own) end
end

local forgetters = {}
function core.onForget(fn) insert(forgetters, fn) end

host.onAppEvent(function(id, event, ...)
  local own = byID[id]
  if not own then return end
  local handle = handlesHost[event]
  if handle then return handle(own, ...) end
  if event == "managerDidDisconnect" then
    for _, fn in ipairs(forgetters) do fn(own) end
  end
  emit(own, event, named(event, ...), ...)
  if event == "ready" or event == "permissionsChanged" then core.refresh(own) end
end)

--- The event's own name, or an error that names the nearest.
local function checkEvent(event, called)
  host.check(event, "string", "event", called)
  event = core.aliases[event] or event
  if positional[event] or host.isNotification(event) then return event end
  local nearest = host.nearestEvent(event, positional)
  host.fail("invalidParameters", ("there is no event `%s`%s"):format(event, nearest and ("; did you mean `%s`?"):format(nearest) or ""))
end

local function on(app, event, fn, once, called)
  local own = record(app, called)
  event = checkEvent(event, called)
  host.check(fn, "function", "fn", called)
  return host.handle(listen(own.listeners, event, fn, once).cancel)
end

function methods.on(app, event, fn) return on(app, event, fn, false, "on") end

function methods.once(app, event, fn) return on(app, event, fn, true, "once") end

function methods.waitFor(app, event, pattern, options)
  local own = record(app, "waitFor")
  event = checkEvent(event, "waitFor")
  local what = event .. (pattern ~= nil and " " .. host.literal(pattern) or "")
  if pattern == nil then pattern = sdl.any(sdl.present, sdl.absent) end
  local describe
  if event == "ready" and host.appField(own.id, "state") == "ready" then
    function describe() return "it was ready before the wait: app:start() returns when it is" end
  end
  return await(own, event, pattern, options, "waitFor", what, describe)
end

-- HMI -------------------------------------------------------------------------------------------------------------------

local hmiKeys = { hmiLevel = true, audioStreamingState = true, videoStreamingState = true, systemContext = true, from = true }

local function checkHMIPattern(pattern, called)
  if type(pattern) == "function" then return end
  host.check(pattern, "table", "pattern", called)
  host.checkKeys(pattern, hmiKeys, "an HMI pattern")
  for _, field in ipairs(statusFields) do host.checkStatusValue(field, pattern[field]) end
  host.checkStatusValue("hmiLevel", pattern.from)
end

--- Calls fn(now, was) when the status changes to one that matches; `from` is the level before.
function methods.onHMI(app, pattern, fn)
  local own = record(app, "onHMI")
  if fn == nil and type(pattern) == "function" then pattern, fn = {}, pattern end
  checkHMIPattern(pattern, "onHMI")
  host.check(fn, "function", "fn", "onHMI")
  local wanted, from = pattern, nil
  if type(pattern) == "table" then
    wanted, from = {}, pattern.from
    for _, field in ipairs(statusFields) do wanted[field] = pattern[field] end
  end
  local entry = listen(own.listeners, "hmi", fn)
  entry.filter = function(now, was)
    return host.match(wanted, now) and (from == nil or host.match(from, was.hmiLevel))
  end
  return host.handle(entry.cancel)
end

--- Returns the HMI table as soon as it matches; a status that matches now counts.
function methods.waitForHMI(app, pattern, options)
  local own = record(app, "waitForHMI")
  checkHMIPattern(pattern, "waitForHMI")
  return core.awaitState(own, "hmi", function()
    local now = app.hmi
    return now.hmiLevel and host.match(pattern, now) and now or nil
  end, options, "waitForHMI", "HMI " .. host.literal(pattern), function() return "it is " .. host.literal(app.hmi) end)
end

--- The user swipes the lock screen away, where the head unit allows that.
function methods.dismissLockScreen(app) host.dismissLockScreen(record(app, "dismissLockScreen").id) end

-- Life --------------------------------------------------------------------------------------------------------------------

local startKeys = { timeout = true }

--- Connects and registers; returns when the application is ready.
function core.start(app, options)
  local own = record(app, "start")
  options = host.optional(options, "table", "options", "start") or {}
  host.checkKeys(options, startKeys, "the options of `start`")
  local limit = host.defaultWait
  if options.timeout == "forever" then limit = nil
  elseif options.timeout ~= nil then limit = host.duration(options.timeout, "timeout", "start") end
  host.appStart(own.id, limit)
end

--- The same; returns the answer to RegisterAppInterface.
function methods.start(app, options)
  core.start(app, options)
  return app.registerResponse or {}
end

--- Unregisters and closes. The same application may be started again.
function methods.stop(app) host.appStop(record(app, "stop").id) end

--- Returns when `app.state` is this one; a state that is so now counts.
function methods.waitForState(app, state, options)
  local own = record(app, "waitForState")
  host.checkState(host.check(state, "string", "state", "waitForState"))
  return core.awaitState(own, "stateChanged", function() return app.state == state and state or nil end, options, "waitForState",
    "the state " .. state, function() return "it is " .. app.state end)
end

-- Questions to the delegate ---------------------------------------------------------------------------------------------

--- Whatever the delegate does, also when it raises, the application gets an answer and goes on.
local function ask(fn, answer, ...)
  local result
  local done <close> = setmetatable({}, { __close = function() answer(result) end })
  result = fn(...)
end

function handlesHost.reviewSystemInfo(own, info)
  host.handler(ask, own.delegate.didReceiveSystemInfo or own.delegate.systemInfo, function(result)
    host.answerSystemInfo(own.id, result ~= false)
  end, own.app, info)
end

function handlesHost.systemInfo(own, info)
  -- A delegate that is asked has been told.
  call(own.listeners.systemInfo, info)
  endWaits(own, "systemInfo", { info = info }, info)
end

function handlesHost.reviewLanguage(own, language, hmiDisplayLanguage)
  host.handler(ask, own.delegate.shouldUpdateLifecycleConfigurationToLanguage, function(update)
    host.answerLanguage(own.id, update)
  end, own.app, language, hmiDisplayLanguage)
end

function core.setDelegate(own, delegate)
  own.delegate = {}
  for key, fn in host.sortedPairs(host.optional(delegate, "table", "delegate", "sdl.app") or {}) do
    if not questions[key] then key = checkEvent(key, "the delegate of sdl.app") end
    own.delegate[key] = host.check(fn, "function", tostring(key), "the delegate of sdl.app")
  end
  local reviewsVehicle = own.delegate.didReceiveSystemInfo or own.delegate.systemInfo
  host.setReviews(own.id, reviewsVehicle ~= nil, own.delegate.shouldUpdateLifecycleConfigurationToLanguage ~= nil)
end

-- Making ------------------------------------------------------------------------------------------------------------------

local notPlain = { delegate = true, headunit = true, appIcon = true }

function sdl.app(config)
  config = host.optional(config, "table", "config", "sdl.app") or {}
  local plain = {}
  for key, value in pairs(config) do
    if not notPlain[key] then plain[key] = value end
  end
  local headunit = config.headunit
  if type(headunit) == "table" then headunit = host.portURL(headunit) or host.headunitID(headunit) end
  local icon = config.appIcon ~= nil and host.fileSpec(config.appIcon, "appIcon", "sdl.app") or nil
  local id, name, left = host.newApp(plain, headunit, icon)
  local own = { id = id, name = name, left = left, listeners = {}, waits = {}, due = {}, delegate = {}, hmiAlways = config.hmiAlways == true }
  own.app = setmetatable({}, App)
  for key, make in pairs(core.parts) do own[key] = make(own) end
  core.setDelegate(own, config.delegate)
  records[own.app], byID[id] = own, own
  return own.app
end

--- The application that was made first.
function core.first()
  local _, own = host.sortedPairs(byID)()
  return own and own.app
end

function host.isApp(value) return records[value] ~= nil end

function core.each(fn)
  for _, own in host.sortedPairs(byID) do fn(own) end
end

--- Lets go of the applications with higher numbers, which the host has forgotten.
function core.forget(number)
  for id in pairs(byID) do
    if id > number then byID[id] = nil end
  end
end

--- The host's id of a script's application, for functions that take one; anything else is handed on.
function host.appReference(value)
  local own = records[value]
  return own and own.id or nil
end
