-- SPDX-License-Identifier: Apache-2.0
-- What the head unit can do: asking, and being told of changes.
local host = ...
local core = host.app
local setmetatable, next = setmetatable, next

local owners = setmetatable({}, { __mode = "k" })
local methods = {}
local Capabilities = { __name = "sdl.capabilities", __metatable = false }

--- Besides its functions: what the answer to the registration says, by its own names (`buttonCapabilities`, `hmiCapabilities` …).
function Capabilities.__index(self, key)
  if methods[key] then return methods[key] end
  local response = host.appField(owners[self].id, "registerResponse")
  return response and response[key]
end

core.parts.capabilities = function(own)
  local capabilities = setmetatable({}, Capabilities)
  owners[capabilities] = own
  own.watched, own.subscribedTypes = {}, {}
  return capabilities
end

local function owner(self, called)
  local own = owners[self]
  if not own then host.fail("invalidParameters", ("call it with a colon, app.capabilities:%s(…)"):format(called)) end
  return own
end

local function isOpen(own)
  local level = host.appField(own.id, "hmi").hmiLevel
  return host.appField(own.id, "state") == "ready" and level ~= nil and level ~= "NONE"
end

--- Head units before RPC 5.1 know no subscriptions.
local function canSubscribe(own)
  local major, minor = (host.appField(own.id, "rpcVersion") or "0.0"):match "^(%d+)%.(%d+)"
  return major + 0 > 5 or major + 0 == 5 and minor + 0 >= 1
end

--- The newest value of a type, from the head unit unless it tells of changes by itself.
function methods.get(self, kind)
  local own = owner(self, "get")
  host.checkEnum(host.check(kind, "string", "type", "get"), "SystemCapabilityType")
  if kind == "DISPLAYS" or own.subscribedTypes[kind] == "subscribed" then return host.capability(own.id, kind) end
  if host.appField(own.id, "state") == "ready" and not isOpen(own) then
    host.fail("notReady", ("`%s` can't be asked for while the HMI level is NONE; wait for app:waitForHMI first"):format(kind), {
      domain = "systemCapability", code = -2,
    })
  end
  own.rpc.GetSystemCapability { systemCapabilityType = kind }
  return host.capability(own.id, kind)
end

--- Whether the head unit has the thing at all, as far as it has said.
function methods.isSupported(self, kind)
  local own = owner(self, "isSupported")
  host.checkEnum(host.check(kind, "string", "type", "isSupported"), "SystemCapabilityType")
  return host.capabilitySupported(own.id, kind)
end

-- Observers ------------------------------------------------------------------------------------------------------------------------

--- Asks for a type, with a subscription where the head unit knows them. The value comes as an event.
local function subscribe(own, kind)
  local params = { systemCapabilityType = kind }
  if canSubscribe(own) then params.subscribe = true end
  local response = own.try.GetSystemCapability(params)
  if response.success == true then
    own.subscribedTypes[kind] = "subscribed"
  else
    core.call(own.watched[kind], nil, false, { kind = "rpcFailed", rpc = "GetSystemCapability", resultCode = response.resultCode,
      info = response.info, message = ("`%s` can't be had: %s"):format(kind, response.resultCode) })
  end
end

local function refresh(own)
  if not isOpen(own) then return end
  for kind, list in host.sortedPairs(own.watched) do
    if kind ~= "DISPLAYS" and next(list) and not own.subscribedTypes[kind] then
      own.subscribedTypes[kind] = "asked"
      host.handler(subscribe, own, kind)
    end
  end
end
core.onRefresh(refresh)
core.onForget(function(own) own.subscribedTypes = {} end)

function core.onEvent.capability(own, kind, value)
  local isSubscribed = kind == "DISPLAYS" or own.subscribedTypes[kind] ~= nil and canSubscribe(own)
  core.call(own.watched[kind], value, isSubscribed, nil)
end

--- Calls fn(capability, subscribed, err) with the value now and at each update. Before the application is open it waits for that.
function methods.observe(self, kind, fn)
  local own = owner(self, "observe")
  host.checkEnum(host.check(kind, "string", "type", "observe"), "SystemCapabilityType")
  host.check(fn, "function", "fn", "observe")
  host.observeCapabilities(own.id)
  local entry = core.listen(own.watched, kind, fn)
  local known = (kind == "DISPLAYS" or own.subscribedTypes[kind] == "subscribed") and host.capability(own.id, kind)
  if known then host.handler(fn, known, kind == "DISPLAYS" or canSubscribe(own), nil) end
  refresh(own)
  return host.handle(function()
    entry.cancel()
    if next(own.watched[kind]) or own.subscribedTypes[kind] ~= "subscribed" then return end
    own.subscribedTypes[kind] = nil
    if canSubscribe(own) and host.appField(own.id, "state") == "ready" then
      host.handler(own.try.GetSystemCapability, { systemCapabilityType = kind, subscribe = false })
    end
  end)
end
