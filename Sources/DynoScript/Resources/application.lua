-- SPDX-License-Identifier: Apache-2.0
-- The application layer of proposal SDL-0156: its events, its notifications' names, its shared object and its properties.
local host = ...
local sdl, core = host.sdl, host.app
local ipairs, pairs, setmetatable = ipairs, pairs, setmetatable

for _, name in ipairs(host.signals()) do
  core.positional[name] = {}
  -- SDLApplicationDidBecomeActive is the same event.
  core.aliases["SDLApplication" .. name:sub(1, 1):upper() .. name:sub(2)] = name
end

local fields = core.fields
function fields.audibleState(own) return host.appField(own.id, "hmi").audioStreamingState end
fields.audioStreamingState = fields.audibleState
function fields.systemContext(own) return host.appField(own.id, "hmi").systemContext end
function fields.hmiLevel(own) return host.appField(own.id, "hmi").hmiLevel end
function fields.systemCapabilities(own) return own.capabilities end
function fields.fileManager(own) return own.files end
function fields.permissionManager(own) return own.permissions end
function fields.sdlManager(own) return own.app end
function fields.streamManager() return nil end
function fields.viewControllerManager(own) return own.root ~= nil and { root = own.root } or nil end
function fields.delegate(own)
  local copy = {}
  for key, fn in pairs(own.delegate) do copy[key] = fn end
  return copy
end

-- The shared application -----------------------------------------------------------------------------------------------------------

local shared

--- Makes the shared application, once. Without a configuration it is HelloSDL. `root` is handed back by `viewControllerManager`.
local function initialize(config, root, delegate)
  if shared then
    host.fail("invalidParameters", "`sdl.application.initialize` was called before; make further applications with sdl.app{…}")
  end
  local copy = {}
  for key, value in pairs(host.optional(config, "table", "config", "initialize") or {}) do copy[key] = value end
  shared = sdl.app(copy)
  local own = core.record(shared, "initialize")
  own.root = root
  core.setDelegate(own, delegate or copy.delegate)
  return shared
end

sdl.application = setmetatable({}, {
  __metatable = false,
  __index = function(_, key)
    if key == "initialize" then return initialize end
    if key == "shared" or key == "sharedApplication" then return shared end
  end,
  __newindex = function() host.fail("invalidParameters", "`sdl.application` can't be changed") end,
})
