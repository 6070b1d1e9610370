-- SPDX-License-Identifier: Apache-2.0
-- The simulated head unit as scripts see it: what the driver does, and how requests are answered.
local host = ...
local sdl = host.sdl
local type, tostring, setmetatable, ipairs = type, tostring, setmetatable, ipairs

local noReply = setmetatable({}, { __metatable = false, __name = "sdl.noReply", __tostring = function() return "hu.noReply" end })
local ids = setmetatable({}, { __mode = "k" }) -- head unit, driver, policy, vehicle or app → the head unit's number
local appIDs = setmetatable({}, { __mode = "k" }) -- a head unit's app object → its session's number
local units = setmetatable({}, { __mode = "k" })

local function id(object, called)
  local found = ids[object]
  if not found then host.fail("invalidParameters", ("bad argument `self` to `%s`: call it with a colon"):format(called)) end
  return found
end

-- Wherever an app is named: the script's app, the head unit's object, a fullAppID or an appName.
local function appKey(app, called)
  if type(app) == "string" then return app end
  if appIDs[app] then return appIDs[app] end
  local own = host.appReference(app)
  if own then return host.appKey(own) end
  host.fail("invalidParameters", ("bad argument `app` to `%s`: expected an app, its fullAppID or its appName, got %s"):format(called, type(app)))
end

-- The head unit's app objects -----------------------------------------------------------------------------------------------

local HeadUnitApp = { __name = "sdl.headunit.app", __metatable = false }
function HeadUnitApp.__index(app, key) return host.huAppField(ids[app], appIDs[app], key) end
function HeadUnitApp.__tostring(app) return "app " .. tostring(app.appName) .. " (" .. tostring(app.fullAppID) .. ")" end
function HeadUnitApp.__eq(a, b) return ids[a] == ids[b] and appIDs[a] == appIDs[b] end

local function appObject(unit, session)
  local app = setmetatable({}, HeadUnitApp)
  ids[app], appIDs[app] = unit, session
  return app
end

-- Requests ---------------------------------------------------------------------------------------------------------------------

local Request = { __name = "sdl.request", __metatable = false }
Request.__index = Request
local requestIDs = setmetatable({}, { __mode = "k" })

--- Answers; twice or late on purpose is allowed.
function Request:reply(code, params)
  host.check(code, "string", "code", "reply")
  host.huReply(requestIDs[self], code, host.optional(params, "table", "params", "reply"))
end

host.onHeadUnitRequest(function(fn, number, unit, session, fields)
  local request = setmetatable(fields, Request)
  request.app = appObject(unit, session)
  requestIDs[request] = number
  local answered = false
  local rest <close> = setmetatable({}, { __close = function(_, problem)
    if problem ~= nil and not answered then host.huReply(number, "GENERIC_ERROR", { info = "the script's handler failed" }) end
  end })
  local code, params = fn(request)
  answered = true
  if code == noReply then return host.huForget(number) end
  if code == nil then return host.huDefault(number) end
  host.check(code, "string", "result code", "the handler of " .. request.rpc)
  host.huReply(number, code, params)
end)

host.onHeadUnitApp(function(fn, unit, session) fn(appObject(unit, session)) end)

-- Driver, policy, vehicle ----------------------------------------------------------------------------------------------------------

local Driver = { __name = "sdl.driver", __metatable = false }
Driver.__index = Driver

for _, name in ipairs { "activate", "background", "exit", "dismiss" } do
  Driver[name] = function(self, app) host.huUser(id(self, name), name, appKey(app, name)) end
end

for _, name in ipairs { "pressSoftButton", "command", "choose" } do
  Driver[name] = function(self, app, number)
    host.check(number, "number", "id", name)
    host.huUser(id(self, name), name, appKey(app, name), number)
  end
end

function Driver:press(name, mode)
  host.checkButton(name)
  host.huUser(id(self, "press"), "press", name, host.optional(mode, "string", "mode", "press") or "SHORT")
end

for _, name in ipairs { "menu", "voice", "phoneCall", "driverDistraction" } do
  Driver[name] = function(self, on) host.huUser(id(self, name), name, host.check(on, "boolean", "on", name)) end
end

for _, name in ipairs { "language", "ignition" } do
  Driver[name] = function(self, value) host.huUser(id(self, name), name, host.check(value, "string", "value", name)) end
end

function Driver:consent(app, group, yes)
  host.huUser(id(self, "consent"), "consent", appKey(app, "consent"), host.check(group, "string", "group", "consent"), yes ~= false)
end

local Policy = { __name = "sdl.policy", __metatable = false }
Policy.__index = Policy

function Policy:set(app, rpcs) host.huPolicy(id(self, "set"), "set", appKey(app, "set"), host.check(rpcs, "table", "rpcs", "set")) end
function Policy:allow(app, rpc, options) host.huPolicy(id(self, "allow"), "allow", appKey(app, "allow"), rpc, options or {}) end
function Policy:revoke(app, rpc) host.huPolicy(id(self, "revoke"), "revoke", appKey(app, "revoke"), rpc) end
function Policy:profile(name) host.huPolicy(id(self, "profile"), "profile", host.check(name, "string", "name", "profile")) end
function Policy:load(path) host.huPolicy(id(self, "load"), "load", host.check(path, "string", "path", "load")) end

local HMI = { __name = "sdl.hmi", __metatable = false }
HMI.__index = HMI
host.hmiMethods = HMI

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
    for i = 1, #apps do apps[i] = appObject(parts.id, apps[i]) end
    return apps
  end
  return host.huField(parts.id, key)
end

function HeadUnit.__tostring(self) return "head unit " .. tostring(self.url or "in memory") end

--- Answers every request of this name with what fn(request) returns: a result code and parameters, `hu.noReply`, or nothing
--- for the ordinary answer. fn may wait. `hu:on(name, hu.noReply)` never answers.
function methods.on(self, rpc, fn)
  local unit = id(self, "on")
  host.checkRequest(rpc)
  if fn == noReply then fn = function() return noReply end end
  host.check(fn, "function", "fn", "on")
  local registration = host.huOn(unit, rpc, fn)
  return host.handle(function() host.huOff(registration) end)
end

function methods.onApp(self, fn)
  local registration = host.huOnApp(id(self, "onApp"), host.check(fn, "function", "fn", "onApp"))
  return host.handle(function() host.huOff(registration) end)
end

function methods.notify(self, app, name, params, options)
  local validates = not (type(options) == "table" and options.validate == false)
  host.huNotify(id(self, "notify"), appKey(app, "notify"), host.check(name, "string", "name", "notify"), params or {}, validates)
end

for _, name in ipairs { "setHMILevel", "setAudioStreamingState", "setSystemContext" } do
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

function sdl.headunit(config)
  local number = host.newHeadUnit(host.optional(config, "table", "config", "sdl.headunit") or {})
  local unit = setmetatable({}, HeadUnit)
  local parts = {
    id = number, user = setmetatable({}, Driver), policy = setmetatable({}, Policy), vehicle = setmetatable({}, Vehicle),
    hmi = setmetatable({}, HMI),
  }
  parts.link = host.newLink("headunit", number)
  ids[unit], ids[parts.user], ids[parts.policy], ids[parts.vehicle] = number, number, number, number
  ids[parts.hmi] = number
  units[unit] = parts
  host.huListen(number)
  return unit
end

host.unitMethods, host.unitID, host.unitApp = methods, id, appObject

--- The number of a head unit object, for `sdl.app { headunit = hu }`.
function host.headunitID(value)
  if not units[value] then host.fail("invalidParameters", "`headunit` of sdl.app is a URL or a head unit made by sdl.headunit") end
  return units[value].id
end
