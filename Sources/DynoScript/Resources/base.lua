-- SPDX-License-Identifier: Apache-2.0
-- What all other host chunks stand on: the run's settings, typed errors { kind =, message =, where =, … }, checks.
local host = ...
local type, tostring, rawget, setmetatable, error = type, tostring, rawget, setmetatable, error

host.sdl = {}
host.clock, host.sortsPairs, host.epoch, host.defaultWait, host.args = host.settings()

local Error = { __name = "sdl.error", __metatable = false }

function Error.__tostring(self)
  local where, message = rawget(self, "where"), tostring(rawget(self, "message"))
  if type(where) == "string" and where ~= "" then return where .. ": " .. message end
  return message
end

host.setErrorMetatable(Error)

--- Raises a typed error at the script's line.
function host.fail(kind, message, fields)
  local failure = fields or {}
  failure.kind, failure.message = kind, message
  failure.where = failure.where or host.where()
  error(setmetatable(failure, Error), 0)
end

--- Raises unless `value` is of the type the function needs.
function host.check(value, wanted, argument, called)
  if type(value) == wanted then return value end
  local got = value == nil and "nothing" or type(value)
  host.fail("invalidParameters", ("bad argument `%s` to `%s`: expected a %s, got %s"):format(argument, called, wanted, got))
end

--- Like `check`, for an argument that may be left out.
function host.optional(value, wanted, argument, called)
  if value == nil then return nil end
  return host.check(value, wanted, argument, called)
end

--- Raises for keys that are not in `known`; names the nearest one that is.
function host.checkKeys(options, known, what)
  for key in host.sortedPairs(options) do
    if not known[key] then
      local nearest = host.nearest(tostring(key), known)
      local hint = nearest and ("; did you mean `%s`?"):format(nearest) or ""
      host.fail("invalidParameters", ("%s has no `%s`%s"):format(what, tostring(key), hint))
    end
  end
end
