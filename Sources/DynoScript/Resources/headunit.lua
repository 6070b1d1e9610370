-- SPDX-License-Identifier: Apache-2.0
-- The simulated head unit as scripts see it: what the driver does, and how requests are answered.
local host = ...
local sdl = host.sdl
local type, tostring, setmetatable, ipairs, next = type, tostring, setmetatable, ipairs, next

local noReply = setmetatable({}, { __metatable = false, __name = "sdl.noReply", __tostring = function() return "hu.noReply" end })
local ids = setmetatable({}, { __mode = "k" }) -- head unit, driver, policy, vehicle or app → the head unit's number
local appIDs = setmetatable({}, { __mode = "k" }) -- a head unit's app object → the number of its registration
local snapshots = setmetatable({}, { __mode = "k" }) -- a head unit's app object → what was known of it when it was first seen
local units = setmetatable({}, { __mode = "k" })

local function id(object, called)
  local found = ids[object]
  if not found then host.fail("invalidParameters", ("bad argument `self` to `%s`: call it with a colon"):format(called)) end
  return found
end

-- Wherever an app is named: the script's app, the head unit's object, a fullAppID or an appName. The host takes names and numbers.
local function appKey(app, called)
  if type(app) == "string" then return app end
  if appIDs[app] then return appIDs[app] end
  local own = host.appReference(app)
  if own then return host.appKey(own) end
  host.fail("invalidParameters", ("bad argument `app` to `%s`: expected an app, its fullAppID or its appName, got %s"):format(called, type(app)))
end

--- The policy knows apps by their fullAppID, also those that are gone.
local function policyKey(app, called)
  local key = appKey(app, called)
  return appIDs[app] and app.fullAppID or key
end

-- The head unit's app objects -----------------------------------------------------------------------------------------------

local HeadUnitApp = { __name = "sdl.headunit.app", __metatable = false }

--- What it is now; of an app that is gone, what it was and is for ever.
function HeadUnitApp.__index(app, key)
  local value = host.huAppField(ids[app], appIDs[app], key)
  if value == nil then return snapshots[app][key] end
  return value
end

function HeadUnitApp.__newindex(_, key)
  host.fail("invalidParameters", ("`%s` of a head unit's app can't be set"):format(tostring(key)))
end

function HeadUnitApp.__tostring(app) return "app " .. tostring(app.appName) .. " (" .. tostring(app.fullAppID) .. ")" end
function HeadUnitApp.__eq(a, b) return ids[a] == ids[b] and appIDs[a] == appIDs[b] end

--- The object for a registration; `fields` may be left out as long as it lasts.
local function appObject(unit, number, fields)
  local app = setmetatable({}, HeadUnitApp)
  ids[app], appIDs[app], snapshots[app] = unit, number, fields or host.huAppSnapshot(unit, number) or {}
  return app
end

-- Requests ---------------------------------------------------------------------------------------------------------------------

local Request = { __name = "sdl.request", __metatable = false }
Request.__index = Request
local requestIDs = setmetatable({}, { __mode = "k" })
local replied = setmetatable({}, { __mode = "k" })

--- Answers; twice or late on purpose is allowed.
function Request:reply(code, params)
  host.check(code, "string", "code", "reply")
  replied[self] = true
  host.huReply(requestIDs[self], code, host.optional(params, "table", "params", "reply"))
end

host.onHeadUnitRequest(function(fn, number, unit, appNumber, appFields, fields)
  local request = setmetatable(fields, Request)
  request.app = appObject(unit, appNumber, appFields)
  requestIDs[request] = number
  local isDone = false
  local rest <close> = setmetatable({}, { __close = function(_, problem)
    if problem == nil or isDone or replied[request] then return end
    host.huReply(number, "GENERIC_ERROR", { info = "the script's handler failed" })
  end })
  local code, params = fn(request)
  isDone = true
  if code == noReply then return host.huForget(number) end
  if code == nil then
    -- Who has answered with `request:reply` needs no other answer.
    if replied[request] then return end
    return host.huDefault(number)
  end
  host.check(code, "string", "result code", "the handler of " .. request.rpc)
  host.huReply(number, code, params)
end)

host.onHeadUnitApp(function(fn, unit, number, fields, ...) fn(appObject(unit, number, fields), ...) end)

host.onHMIEvent(function(fn, unit, number, fields, method, params)
  fn({ name = method, params = params, app = appObject(unit, number, fields) })
end)

-- Driver, policy, vehicle ----------------------------------------------------------------------------------------------------------

local Driver = { __name = "sdl.driver", __metatable = false }
Driver.__index = Driver

for _, name in ipairs { "activate", "background", "exit", "dismiss", "pressSubtleAlert" } do
  Driver[name] = function(self, app) host.huUser(id(self, name), name, appKey(app, name)) end
end

for _, name in ipairs { "command", "choose", "openSubMenu", "showWidget", "hideWidget" } do
  Driver[name] = function(self, app, number)
    host.check(number, "number", "id", name)
    host.huUser(id(self, name), name, appKey(app, name), number)
  end
end

--- Presses a hard button; without `app` it goes to whom the driver sees or hears.
function Driver:press(name, mode, app)
  host.checkButton(name)
  mode = host.optional(mode, "string", "mode", "press") or "SHORT"
  host.huUser(id(self, "press"), "press", name, mode, app ~= nil and appKey(app, "press") or nil)
end

function Driver:pressSoftButton(app, number, mode)
  host.check(number, "number", "id", "pressSoftButton")
  mode = host.optional(mode, "string", "mode", "pressSoftButton") or "SHORT"
  host.huUser(id(self, "pressSoftButton"), "pressSoftButton", appKey(app, "pressSoftButton"), number, mode)
end

--- Types a text on the keyboard of the PerformInteraction that is up, and submits it.
function Driver:enterText(app, text)
  host.huUser(id(self, "enterText"), "enterText", appKey(app, "enterText"), host.check(text, "string", "text", "enterText"))
end

--- Touches the video of an app: a TouchType and a TouchEvent of the RPC spec.
function Driver:touch(app, kind, event)
  host.check(kind, "string", "type", "touch")
  host.huUser(id(self, "touch"), "touch", appKey(app, "touch"), kind, host.check(event, "table", "event", "touch"))
end

--- Resets the head unit to its state of delivery.
function Driver:masterReset(reason)
  host.huUser(id(self, "masterReset"), "masterReset", host.optional(reason, "string", "reason", "masterReset") or "MASTER_RESET")
end

for _, name in ipairs { "menu", "voice", "phoneCall", "driverDistraction" } do
  Driver[name] = function(self, on) host.huUser(id(self, name), name, host.check(on, "boolean", "on", name)) end
end

for _, name in ipairs { "language", "ignition" } do
  Driver[name] = function(self, value) host.huUser(id(self, name), name, host.check(value, "string", "value", name)) end
end

--- Agrees to a group of the policy, or refuses it; `sdl.null` takes the answer back.
function Driver:consent(app, group, yes)
  if yes == nil then yes = true end
  if yes == host.null then yes = nil else host.check(yes, "boolean", "yes", "consent") end
  host.huUser(id(self, "consent"), "consent", appKey(app, "consent"), host.check(group, "string", "group", "consent"), yes)
end

local Policy = { __name = "sdl.policy", __metatable = false }
Policy.__index = Policy

function Policy:set(app, rpcs) host.huPolicy(id(self, "set"), "set", policyKey(app, "set"), host.check(rpcs, "table", "rpcs", "set")) end
function Policy:allow(app, rpc, options) host.huPolicy(id(self, "allow"), "allow", policyKey(app, "allow"), rpc, options or {}) end
function Policy:revoke(app, rpc) host.huPolicy(id(self, "revoke"), "revoke", policyKey(app, "revoke"), rpc) end
function Policy:profile(name) host.huPolicy(id(self, "profile"), "profile", host.check(name, "string", "name", "profile")) end
function Policy:load(path) host.huPolicy(id(self, "load"), "load", host.check(path, "string", "path", "load")) end

local HMI = { __name = "sdl.hmi", __metatable = false }
HMI.__index = HMI
host.hmiMethods = HMI

--- Calls fn(event) for what checks and policy let through to this method of the HMI: `{ name =, params =, app = }`.
function HMI:on(method, fn)
  local unit = id(self, "on")
  host.check(method, "string", "method", "on")
  host.checkHMIMethod(method)
  local registration = host.huOnHMI(unit, method, host.check(fn, "function", "fn", "on"))
  return host.handle(function() host.huOff(registration) end)
end

local Vehicle = { __name = "sdl.vehicle", __metatable = false }
function Vehicle.__index(self, item) return host.huVehicle(id(self, "vehicle"), item) end
function Vehicle.__newindex(self, item, value) host.huSetVehicle(id(self, "vehicle"), item, value) end

-- The head unit ----------------------------------------------------------------------------------------------------------------------

local HeadUnit = { __name = "sdl.headunit", __metatable = false }
local methods = { noReply = noReply }

function HeadUnit.__index(self, key)
  if methods[key] ~= nil then return methods[key] end
  local parts = units[self]
  if parts[key] then return parts[key] end
  if key == "apps" then
    local apps = host.huApps(parts.id)
    for i = 1, #apps do apps[i] = appObject(parts.id, apps[i].number, apps[i]) end
    return apps
  end
  return host.huField(parts.id, key)
end

function HeadUnit.__tostring(self) return "head unit " .. tostring(self.url or "in memory") end

--- Answers every request of this name with what fn(request) returns: a result code and parameters, `hu.noReply`, or nothing
--- for the ordinary answer. fn may wait. `hu:on(name, hu.noReply)` never answers. "*" is every request without a handler of its own.
function methods.on(self, rpc, fn)
  local unit = id(self, "on")
  if rpc ~= "*" then host.checkRequest(rpc) end
  if fn == noReply then fn = function() return noReply end end
  host.check(fn, "function", "fn", "on")
  local registration = host.huOn(unit, rpc, fn)
  return host.handle(function() host.huOff(registration) end)
end

-- fn(app) for an app that has registered, for one that is gone, and fn(app, buttonName) for one that has subscribed to a button.
for _, name in ipairs { "onApp", "onAppGone", "onButtonSubscription" } do
  methods[name] = function(self, fn)
    local registration = host.huOnApp(id(self, name), name, host.check(fn, "function", "fn", name))
    return host.handle(function() host.huOff(registration) end)
  end
end

--- Changes what can be chosen about the head unit. Apps that are registered keep what they were told.
function methods.configure(self, config)
  host.huConfigure(id(self, "configure"), host.check(config, "table", "config", "configure"))
end

function methods.notify(self, app, name, params, options)
  options = host.optional(options, "table", "options", "notify") or {}
  host.checkKeys(options, { validate = true, bulk = true }, "the options of `notify`")
  local bulk = host.optional(options.bulk, "string", "bulk", "notify")
  host.check(name, "string", "name", "notify")
  host.huNotify(id(self, "notify"), appKey(app, "notify"), name, params or {}, options.validate ~= false, bulk)
end

for _, name in ipairs { "setHMILevel", "setAudioStreamingState", "setVideoStreamingState", "setSystemContext" } do
  methods[name] = function(self, app, value)
    host.huSet(id(self, name), name, appKey(app, name), host.check(value, "string", "value", name))
  end
end

function methods.unregister(self, app, reason)
  host.huUnregister(id(self, "unregister"), appKey(app, "unregister"), host.check(reason, "string", "reason", "unregister"))
end

function methods.screen(self, app) return host.huScreen(id(self, "screen"), appKey(app, "screen")) end

function methods.files(self, app) return host.huFiles(id(self, "files"), appKey(app, "files")) end

--- The link one app came in by, apart from those of others.
function methods.linkOf(self, app)
  local number = id(self, "linkOf")
  return host.newLink("headunit", number, host.huLinkOf(number, appKey(app, "linkOf")))
end

function methods.close(self) host.huClose(id(self, "close")) end

--- The object for a head unit of the host.
local function unitObject(number)
  local unit = setmetatable({}, HeadUnit)
  local parts = {
    user = setmetatable({}, Driver), policy = setmetatable({}, Policy), vehicle = setmetatable({}, Vehicle),
    hmi = setmetatable({}, HMI), link = host.newLink("headunit", number),
  }
  ids[unit] = number
  for _, part in next, parts do ids[part] = number end
  parts.id = number
  units[unit] = parts
  return unit
end

function sdl.headunit(config)
  local number = host.newHeadUnit(host.optional(config, "table", "config", "sdl.headunit") or {})
  local unit = unitObject(number)
  host.huListen(number)
  return unit
end

host.unitMethods, host.unitID, host.unitApp, host.unitObject = methods, id, appObject, unitObject
function host.isHeadUnit(value) return units[value] ~= nil end

-- Runs a persona's file, and what it returns.
host.onPersona(function(number, file)
  local persona = file()
  if type(persona) ~= "function" then
    host.fail("invalidParameters", "a persona is a Lua file that returns function(hu) … end; this one returns " .. type(persona))
  end
  persona(unitObject(number))
end)

--- The number of a head unit object, for `sdl.app { headunit = hu }`.
function host.headunitID(value)
  if not units[value] then host.fail("invalidParameters", "`headunit` of sdl.app is a URL or a head unit made by sdl.headunit") end
  return units[value].id
end
