-- SPDX-License-Identifier: Apache-2.0
-- What the head unit allows: questions, observers, waits.
local host = ...
local core = host.app
local type, tostring, setmetatable, ipairs, pairs, pcall, error = type, tostring, setmetatable, ipairs, pairs, pcall, error

local owners = setmetatable({}, { __mode = "k" })
local Permissions = { __name = "sdl.permissions", __metatable = false }
Permissions.__index = Permissions

local function owner(self, called)
  local own = owners[self]
  if not own then host.fail("invalidParameters", ("call it with a colon, app.permissions:%s(…)"):format(called)) end
  return own
end

core.parts.permissions = function(own)
  local permissions = setmetatable({}, Permissions)
  owners[permissions], own.observers = own, {}
  return permissions
end

--- A list of names, and of { name, parameter, … }; one name alone will do.
local function elements(list, called)
  if type(list) == "string" then list = { list } end
  host.check(list, "table", "elements", called)
  local result = {}
  for i, element in ipairs(list) do
    local what = "elements[" .. i .. "]"
    if type(element) == "table" then
      for j = 1, #element do host.check(element[j], "string", what .. "[" .. j .. "]", called) end
    end
    result[i] = type(element) == "table" and element or { host.check(element, "string", what, called) }
    host.check(result[i][1], "string", what, called)
  end
  return result
end

--- Whether the RPC, or one parameter of it, may be used now.
function Permissions:isAllowed(rpc, parameter)
  local own = owner(self, "isAllowed")
  host.check(rpc, "string", "rpc", "isAllowed")
  return host.permissionAllowed(own.id, rpc, host.optional(parameter, "string", "parameter", "isAllowed"))
end

--- { group = "allowed|disallowed|mixed|unknown", rpcs = { Show = { allowed =, parameters = { name = boolean } } } }
function Permissions:status(list) return host.permissionStatus(owner(self, "status").id, elements(list, "status")) end

function Permissions:groupStatus(list) return host.permissionStatus(owner(self, "groupStatus").id, elements(list, "groupStatus")).group end

--- Whether the RPC, or any when none is named, has to be sent encrypted.
function Permissions:requiresEncryption(rpc)
  return host.permissionEncryption(owner(self, "requiresEncryption").id, host.optional(rpc, "string", "rpc", "requiresEncryption"))
end

-- Observers --------------------------------------------------------------------------------------------------------------

local interests = { any = true, allAllowed = true }

--- The call at the beginning happens before `observe` returns. Its error is reported like any handler's.
local function tellNow(fn, ...)
  local ok, problem = pcall(fn, ...)
  if not ok then host.handler(error, problem, 0) end
end

local function observe(own, list, interest, fn, called, tellsAtOnce)
  interest = interest == nil and "any" or interest
  host.check(interest, "string", "interest", called)
  if not interests[interest] then
    host.fail("invalidParameters", ("bad argument `interest` to `%s`: it is \"any\" or \"allAllowed\", not %q"):format(called, interest))
  end
  host.check(fn, "function", "fn", called)
  local id, first = host.observePermissions(own.id, elements(list, called), interest, tellsAtOnce == true)
  local entry = core.listen(own.observers, id, fn)
  if first then tellNow(fn, first) end
  return host.handle(function()
    entry.cancel()
    host.ignorePermissions(own.id, id)
  end, { id = id })
end

--- Calls fn(status) when an answer of the group changes ("any", also once now), or when the whole group becomes allowed or stops
--- being so ("allAllowed", now only if it is allowed).
function Permissions:observe(list, interest, fn)
  local own = owner(self, "observe")
  if type(interest) == "function" and fn == nil then interest, fn = "any", interest end
  return observe(own, list, interest, fn, "observe")
end

function core.onEvent.permissionStatus(own, id, status)
  core.call(own.observers[id], status)
  core.endWaits(own, "permissionStatus", status, status)
end

--- Returns the status as soon as the whole group is allowed.
function core.methods.waitForPermissions(app, list, options)
  local own = core.record(app, "waitForPermissions")
  local wanted = elements(list, "waitForPermissions")
  local watch <close> = setmetatable({}, { __close = function(self) host.ignorePermissions(own.id, self.id) end })
  watch.id = host.observePermissions(own.id, wanted, "any", false)
  local function now() return host.permissionStatus(own.id, wanted) end
  return core.awaitState(own, "permissionStatus", function()
    local status = now()
    return status.group == "allowed" and status or nil
  end, options, "waitForPermissions", "the permissions " .. host.literal(list), function() return "they are " .. host.literal(now()) end)
end

-- The same under the names of older app libraries ------------------------------------------------------------------------------

Permissions.isRPCAllowed = function(self, rpc) return self:isAllowed(rpc) end
Permissions.groupStatusOfRPCs = Permissions.groupStatus

--- name → boolean
function Permissions:statusOfRPCs(list)
  local result = {}
  for name, answer in pairs(self:status(list).rpcs) do result[name] = answer.allowed end
  return result
end

--- Calls fn(statuses, group) at once and at each change; returns a number for `removeObserver`.
function Permissions:addObserverForRPCs(list, interest, fn)
  local own = owner(self, "addObserverForRPCs")
  host.check(fn, "function", "fn", "addObserverForRPCs")
  local handle = observe(own, list, interest, function(status)
    local answers = {}
    for name, answer in pairs(status.rpcs) do answers[name] = answer.allowed end
    fn(answers, status.group)
  end, "addObserverForRPCs", true)
  own.legacy = own.legacy or {}
  own.legacy[handle.id] = handle
  return handle.id
end

function Permissions:removeObserver(id)
  local own = owner(self, "removeObserver")
  local handle = own.legacy and own.legacy[id]
  if handle then handle:cancel() end
end

-- Features ---------------------------------------------------------------------------------------------------------------------

local methods = {}
local words = { unknown = "notDetermined", disallowed = "denied", mixed = "restricted", allowed = "authorized" }
local Feature = { __name = "sdl.feature", __metatable = false }
local features = setmetatable({}, { __mode = "k" })

function Feature.__index(self, key)
  local feature = features[self]
  if key == "authorizationStatus" then return words[feature.permissions:groupStatus(feature.list)] end
  return methods[key]
end

--- Raises `denied` unless everything the feature needs is allowed.
function methods:check()
  local status = self.authorizationStatus
  if status == "authorized" then return end
  local feature = features[self]
  host.fail("denied", ("the feature needs %s, which is %s now"):format(host.literal(feature.list), status))
end

function methods:cancel() features[self].watch:cancel() end

--- Something that needs a group of permissions: its `authorizationStatus`, and fn(status) whenever that changes.
function Permissions:feature(list, fn)
  host.optional(fn, "function", "fn", "feature")
  local feature = setmetatable({}, Feature)
  local last = words[self:groupStatus(list)]
  local watch = self:observe(list, "any", function(status)
    local new = words[status.group]
    if new == last then return end
    last = new
    if fn then fn(new) end
  end)
  features[feature] = { permissions = self, list = list, watch = watch }
  return feature
end
