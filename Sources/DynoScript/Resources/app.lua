-- SPDX-License-Identifier: Apache-2.0
-- The application as scripts see it. The host keeps the application; here are its handlers, waits and words.
local host = ...
local sdl = host.sdl
local type, tostring, setmetatable, rawset, ipairs, pairs = type, tostring, setmetatable, rawset, ipairs, pairs
local pcall, error = pcall, error
local insert, remove, unpack = table.insert, table.remove, table.unpack

-- Events that are not RPC notifications, and the names of their arguments in patterns.
local positional = {
  ready = { "err" },
  stateChanged = { "old", "new" },
  hmiLevel = { "old", "new" },
  audioStreamingState = { "old", "new" },
  videoStreamingState = { "old", "new" },
  systemContext = { "old", "new" },
  managerDidDisconnect = {},
  permissionsChanged = {},
}
local statusFields = { "hmiLevel", "audioStreamingState", "videoStreamingState", "systemContext" }

local records = setmetatable({}, { __mode = "k" }) -- the script's object → what belongs to it
local byID = {}

local App = {}
local methods = {}

local function record(app, called)
  local found = records[app]
  if not found then host.fail("invalidParameters", ("bad argument `self` to `%s`: call it with a colon, app:%s(…)"):format(called, called)) end
  return found
end

function App.__index(app, key)
  if methods[key] then return methods[key] end
  local own = records[app]
  if key == "rpc" or key == "try" then return own[key] end
  return host.appField(own.id, key)
end

function App.__newindex(_, key)
  host.fail("invalidParameters", ("`app.%s` can't be set; give it to sdl.app{…} instead"):format(tostring(key)))
end

function App.__tostring(app) return "app " .. records[app].name end

App.__name, App.__metatable = "sdl.app", false

-- Handlers and waits ---------------------------------------------------------------------------------------------------

local function listen(own, event, fn, once)
  local list = own.listeners[event]
  if not list then
    list = {}
    own.listeners[event] = list
  end
  local entry = { fn = fn, once = once }
  insert(list, entry)
  entry.cancel = function()
    entry.cancelled = true
    for i, other in ipairs(list) do
      if other == entry then return remove(list, i) end
    end
  end
  return entry
end

--- Calls the handlers of `event` in the order they were made, each in its own coroutine.
local function notify(own, event, ...)
  local delegate = own.delegate and own.delegate[event]
  if delegate then host.handler(delegate, own.app, ...) end
  local list = own.listeners[event]
  if list then
    for _, entry in ipairs({ unpack(list) }) do
      if not entry.cancelled then
        if entry.once then entry.cancel() end
        if entry.filter == nil or entry.filter(...) then host.handler(entry.fn, ...) end
      end
    end
  end
end

--- Resumes the waits for `event` that match.
local function resume(own, event, named, ...)
  if own.stream and event ~= "hmi" then host.feed(own.stream, { name = event, params = named }) end
  local waits = own.waits[event]
  if not waits then return end
  for _, wait in ipairs({ unpack(waits) }) do
    local ok, why = host.match(wait.pattern, named)
    if ok then host.wake(wait.id, ...) else wait.miss = why end
  end
end

--- What happened is stored already: all handlers come first, then all waits.
local function emit(own, event, named, ...)
  notify(own, event, ...)
  resume(own, event, named, ...)
end

--- Waits for `event`; returns what its handlers get.
local function await(own, event, pattern, options, called, what, describe)
  local wait = { id = host.newWait(), pattern = pattern }
  local list = own.waits[event] or {}
  own.waits[event] = list
  insert(list, wait)
  local done <close> = setmetatable({}, { __close = function()
    for i, other in ipairs(list) do
      if other == wait then return remove(list, i) end
    end
  end })
  return host.await(wait.id, options, called, what, function()
    if describe then return describe() end
    return wait.miss and "the last one did not match: " .. wait.miss or "none came"
  end)
end

local function named(event, ...)
  local names, values = positional[event], { ... }
  local result = {}
  for i, name in ipairs(names) do result[name] = values[i] end
  return result
end

local function emitHMI(own, old, new, initial)
  local told, changed = {}, false
  for _, field in ipairs(statusFields) do
    local differs = old[field] ~= new[field]
    changed = changed or differs
    -- At ready the first set is told even where nothing differs; a script may rely on one call each.
    if differs or initial and field ~= "systemContext" then insert(told, field) end
  end
  for _, field in ipairs(told) do notify(own, field, old[field], new[field]) end
  if changed then notify(own, "hmi", new, old) end
  for _, field in ipairs(told) do resume(own, field, { old = old[field], new = new[field] }, old[field], new[field]) end
  if changed then resume(own, "hmi", new, new, old) end
end

host.onAppEvent(function(id, event, ...)
  local own = byID[id]
  if not own then return end
  if event == "notification" then
    local name, params = ...
    return emit(own, name, params, params)
  elseif event == "hmi" then
    emitHMI(own, ...)
    return own.subscribeButtons()
  end
  if event == "managerDidDisconnect" then own.forgetSubscriptions() end
  emit(own, event, named(event, ...), ...)
  if event == "ready" or event == "permissionsChanged" then own.subscribeButtons() end
end)

local function checkEvent(event, called)
  host.check(event, "string", "event", called)
  if positional[event] or host.isNotification(event) then return end
  local nearest = host.nearestEvent(event, positional)
  host.fail("invalidParameters", ("there is no event `%s`%s"):format(event, nearest and ("; did you mean `%s`?"):format(nearest) or ""))
end

local function on(app, event, fn, once, called)
  local own = record(app, called)
  checkEvent(event, called)
  host.check(fn, "function", "fn", called)
  return host.handle(listen(own, event, fn, once).cancel)
end

function methods.on(app, event, fn) return on(app, event, fn, false, "on") end

function methods.once(app, event, fn) return on(app, event, fn, true, "once") end

function methods.waitFor(app, event, pattern, options)
  local own = record(app, "waitFor")
  checkEvent(event, "waitFor")
  local what = event .. (pattern ~= nil and " " .. host.literal(pattern) or "")
  if pattern == nil then pattern = sdl.any(sdl.present, sdl.absent) end
  return await(own, event, pattern, options, "waitFor", what)
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
  local entry = listen(own, "hmi", fn)
  entry.filter = function(now, was)
    return host.match(wanted, now) and (from == nil or host.match(from, was.hmiLevel))
  end
  return host.handle(entry.cancel)
end

--- Returns the HMI table as soon as it matches; a status that matches now counts.
function methods.waitForHMI(app, pattern, options)
  local own = record(app, "waitForHMI")
  checkHMIPattern(pattern, "waitForHMI")
  local now = app.hmi
  if now.hmiLevel and host.match(pattern, now) then return now end
  return (await(own, "hmi", pattern, options, "waitForHMI", "HMI " .. host.literal(pattern), function()
    return "it is " .. host.literal(app.hmi)
  end))
end

-- RPCs ------------------------------------------------------------------------------------------------------------------

local function refuse(name, response)
  local code, info = response.resultCode or "no result code", response.info
  local text = type(info) == "string" and info ~= "" and ("%s (%s)"):format(code, info) or tostring(code)
  host.fail("rpcFailed", ("`%s` failed: %s"):format(name, text), {
    rpc = name, resultCode = response.resultCode, info = info, response = response,
  })
end

--- `app.rpc` or `app.try`: a function for each RPC, made when it is first named.
local function caller(own, raises)
  local id, request = own.id, host.request
  return setmetatable({}, {
    __metatable = false,
    __index = function(self, name)
      host.checkRequest(name)
      local function call(params, options)
        local response = request(id, name, params, options)
        if own.stream then host.feed(own.stream, { name = name, params = response, kind = "response" }) end
        if raises and response.success ~= true then refuse(name, response) end
        return response
      end
      rawset(self, name, call)
      return call
    end,
    __newindex = function(_, name) host.fail("invalidParameters", ("`app.rpc.%s` can't be set"):format(tostring(name))) end,
  })
end

--- The same by name; unknown names and numeric function ids are sent as they are.
function methods.send(app, name, params, options)
  local own = record(app, "send")
  local response = host.request(own.id, name, params, options, true)
  if own.stream then host.feed(own.stream, { name = tostring(name), params = response, kind = "response" }) end
  if response.success ~= true then refuse(tostring(name), response) end
  return response
end

function methods.notify(app, name, params, options) host.notify(record(app, "notify").id, name, params, options) end

-- Buttons and commands ----------------------------------------------------------------------------------------------------

--- Keeps the buttons that handlers want subscribed, as soon as and whenever the head unit allows it.
local function buttonSubscriptions(own)
  local wanted = {} -- in order: { name =, handlers =, state = nil | "asked" | "subscribed" }

  local function find(name)
    for i, button in ipairs(wanted) do
      if button.name == name then return button, i end
    end
  end

  local function subscribe(button)
    button.state = "asked"
    local response = own.try.SubscribeButton { buttonName = button.name }
    if response.success ~= true and response.resultCode ~= "IGNORED" then
      button.state = nil
      refuse("SubscribeButton", response)
    end
    button.state = "subscribed"
  end

  function own.subscribeButtons()
    if not host.maySubscribe(own.id) then return end
    for _, button in ipairs(wanted) do
      if not button.state then
        button.state = "asked"
        host.handler(subscribe, button)
      end
    end
  end

  function own.forgetSubscriptions()
    for _, button in ipairs(wanted) do button.state = nil end
  end

  --- One more handler; subscribes at once if that is possible now, and raises what the head unit refuses it with.
  function own.wantButton(name)
    local button = find(name)
    if not button then
      button = { name = name, handlers = 0 }
      insert(wanted, button)
    end
    button.handlers = button.handlers + 1
    if not button.state and host.maySubscribe(own.id) then subscribe(button) end
  end

  --- One handler less; the last one unsubscribes.
  function own.unwantButton(name)
    local button, position = find(name)
    button.handlers = button.handlers - 1
    if button.handlers > 0 then return end
    remove(wanted, position)
    if button.state == "subscribed" and host.appField(own.id, "state") == "ready" then
      host.handler(own.try.UnsubscribeButton, { buttonName = name })
    end
  end
end

--- Calls fn for each press of the button, which stays subscribed until the handle is cancelled.
function methods.onButton(app, name, fn)
  local own = record(app, "onButton")
  host.checkButton(name)
  host.check(fn, "function", "fn", "onButton")
  local entry = listen(own, "OnButtonPress", fn)
  entry.filter = function(params) return params.buttonName == name end
  local ok, problem = pcall(own.wantButton, name)
  if not ok then
    entry.cancel()
    own.unwantButton(name)
    error(problem, 0)
  end
  return host.handle(function()
    entry.cancel()
    own.unwantButton(name)
  end)
end

function methods.onCommand(app, commandID, fn)
  local own = record(app, "onCommand")
  host.check(commandID, "number", "id", "onCommand")
  host.check(fn, "function", "fn", "onCommand")
  local entry = listen(own, "OnCommand", fn)
  entry.filter = function(params) return params.cmdID == commandID end
  return host.handle(entry.cancel)
end

-- Life --------------------------------------------------------------------------------------------------------------------

local startKeys = { timeout = true }

--- Connects and registers; returns the answer to RegisterAppInterface when the application is ready.
function methods.start(app, options)
  local own = record(app, "start")
  options = host.optional(options, "table", "options", "start") or {}
  host.checkKeys(options, startKeys, "the options of `start`")
  local limit = host.defaultWait
  if options.timeout == "forever" then limit = nil
  elseif options.timeout ~= nil then limit = host.duration(options.timeout, "timeout", "start") end
  return host.appStart(own.id, limit)
end

--- Unregisters and closes. The same application may be started again.
function methods.stop(app) host.appStop(record(app, "stop").id) end

function sdl.app(config)
  host.optional(config, "table", "config", "sdl.app")
  config = config or {}
  local delegate = host.optional(config.delegate, "table", "delegate", "sdl.app")
  local plain = {}
  for key, value in pairs(config) do
    if key ~= "delegate" and key ~= "headunit" then plain[key] = value end
  end
  local headunit = config.headunit
  if type(headunit) == "table" then headunit = host.headunitID(headunit) end
  local id, name = host.newApp(plain, headunit)
  local own = {
    id = id, name = name, listeners = {}, waits = {}, delegate = delegate and {},
  }
  if delegate then for key, fn in pairs(delegate) do own.delegate[key] = fn end end
  own.rpc, own.try = caller(own, true), caller(own, false)
  buttonSubscriptions(own)
  own.app = setmetatable({}, App)
  records[own.app], byID[id] = own, own
  return own.app
end

host.appMethods, host.appRecord = methods, record

--- Raises for what an application can never see: it is told events, notifications, and the answers to its requests.
function host.checkAppMessage(name)
  if not positional[name] then host.checkMessage(name) end
end

--- Lets go of the applications with higher numbers, which the host has forgotten.
function host.forgetApps(number)
  for id in pairs(byID) do
    if id > number then byID[id] = nil end
  end
end

--- The host's id of a script's application, for functions that take one; anything else is handed on.
function host.appReference(value)
  local own = records[value]
  return own and own.id or nil
end
