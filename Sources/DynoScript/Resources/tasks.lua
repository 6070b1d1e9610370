-- SPDX-License-Identifier: Apache-2.0
-- Time and tasks. Everything that waits suspends only its own coroutine.
local host = ...
local sdl = host.sdl
local setmetatable, error, mathType = setmetatable, error, math.type
local pack, unpack = table.pack, table.unpack

local cancels = setmetatable({}, { __mode = "k" })
local Handle = { __name = "sdl.handle", __metatable = false }
Handle.__index = Handle

--- Stops what the handle stands for. Works anywhere, also inside its own handler, and more than once.
function Handle:cancel()
  local cancel = cancels[self]
  cancels[self] = nil
  if cancel then cancel() end
end

--- Makes a handle; the host, not the handle, keeps the thing alive.
function host.handle(cancel, fields)
  local handle = setmetatable(fields or {}, Handle)
  cancels[handle] = cancel
  return handle
end

function sdl.sleep(duration) host.sleep(host.duration(duration, "duration", "sdl.sleep")) end

local function timer(called, duration, fn, repeats)
  local wait = host.duration(duration, "duration", called)
  host.check(fn, "function", "fn", called)
  if repeats and wait == 0 then
    host.fail("invalidParameters", "bad argument `duration` to `sdl.every`: it must be more than nothing, or time could not go on")
  end
  local id = host.startTimer(wait, fn, repeats)
  return host.handle(function() host.cancelTimer(id) end)
end

function sdl.after(duration, fn) return timer("sdl.after", duration, fn, false) end

function sdl.every(duration, fn) return timer("sdl.every", duration, fn, true) end

local ids, results = setmetatable({}, { __mode = "k" }), setmetatable({}, { __mode = "k" })
local running = setmetatable({}, { __mode = "v" }) -- id → task
local Task = { __name = "sdl.task", __metatable = false }
Task.__index = Task

--- Waits for the task's end: its values, or its error raised again.
function Task:await()
  local result = results[self]
  if not result then return host.awaitTask(ids[self]) end
  if result[1] then return unpack(result, 2, result.n) end
  error(result[2], 0)
end

host.onTaskDone(function(id, ...)
  local task = running[id]
  if task then results[task], running[id] = pack(...), nil end
end)

function Task:cancel() host.cancelTask(ids[self]) end

function sdl.spawn(fn, ...)
  host.check(fn, "function", "fn", "sdl.spawn")
  local task = setmetatable({}, Task)
  local id = host.spawn(fn, ...)
  ids[task], running[id] = id, task
  return task
end

--- Runs functions together; the list of their results, or the first error, which cancels the rest.
function sdl.all(first, ...)
  if mathType(first) == "integer" then
    return host.all(first, host.check(..., "function", "fn", "sdl.all"))
  end
  local functions = { first, ... }
  for i = 1, #functions do host.check(functions[i], "function", "fn" .. i, "sdl.all") end
  return host.all(functions)
end

local forever = "forever"
local waitKeys = { timeout = true, orNil = true }

--- Parks this task until `host.wake(id, …)`. Raises when the deadline passes, unless `orNil`.
--- `describe()` says, at the deadline, what was seen instead.
function host.await(id, options, called, what, describe)
  options = host.optional(options, "table", "options", called) or {}
  host.checkKeys(options, waitKeys, "the options of `" .. called .. "`")
  local timeout = options.timeout
  local limit
  if timeout == nil then limit = host.defaultWait
  elseif timeout ~= forever then limit = host.duration(timeout, "timeout", called) end
  local function results(ok, ...)
    if ok then return ... end
    if options.orNil then return nil end
    local seen = describe and describe()
    local text = ("waited %s for %s%s"):format(host.durationText(limit), what, seen and "; " .. seen or "")
    host.fail("timeout", text)
  end
  return results(host.wait(id, limit, what))
end
