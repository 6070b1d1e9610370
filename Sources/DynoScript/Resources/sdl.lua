-- SPDX-License-Identifier: Apache-2.0
-- The module `sdl`: what is left after tasks, matchers, applications and head units.
local host = ...
local sdl = host.sdl
local select, tostring, setmetatable, type = select, tostring, setmetatable, type

sdl.args, sdl.clock, sdl.null, sdl.crc32 = host.args, host.clock, host.null, host.crc32
sdl.now = host.now

function sdl.array(list) return host.array(host.optional(list, "table", "list", "sdl.array") or {}) end

sdl.json = { encode = host.encodeJSON, decode = host.decodeJSON }

sdl.log = {}
for _, level in ipairs { "debug", "info", "warn", "error" } do
  sdl.log[level] = function(text, ...)
    text = tostring(text)
    if select("#", ...) > 0 then text = text:format(...) end
    host.log(level, text)
  end
end

--- The RPC spec: `sdl.spec.Alert`, `sdl.spec.HMILevel`.
sdl.spec = setmetatable({}, {
  __metatable = false,
  __index = function(_, name) return host.spec(name) end,
  __newindex = function() host.fail("invalidParameters", "the RPC spec can't be changed") end,
})

--- Prints what the RPC spec says about a function, struct or enum.
function sdl.help(name)
  host.check(name, "string", "name", "sdl.help")
  host.print(host.specPage(name))
end

host.loaded.sdl = sdl
