-- How long each RPC takes. The command `metrics` shows count, middle, slowest and a histogram for each; when the run ends, it is told.
local sdl = require "sdl"

local limits = { 1, 3, 10, 30, 100, 300, 1000, 3000, 10000 } -- milliseconds; the last bucket has no limit
local bars = { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" }

local function bucketOf(milliseconds)
  for i, limit in ipairs(limits) do
    if milliseconds <= limit then return i end
  end
  return #limits + 1
end

local function histogram(buckets)
  local most, text = 0, ""
  for i = 1, #limits + 1 do most = math.max(most, buckets[i]) end
  for i = 1, #limits + 1 do text = text .. (buckets[i] == 0 and "·" or bars[math.ceil(buckets[i] / most * #bars)]) end
  return text
end

--- The limit of the bucket that has the middle one.
local function middle(row)
  local seen = 0
  for i = 1, #limits + 1 do
    seen = seen + row.buckets[i]
    if seen * 2 >= row.count then return limits[i] or ">" .. limits[#limits] end
  end
end

local plugin = {}

function plugin.setup(ctx)
  local rows = ctx.state.rows or {}
  ctx.state.rows = rows
  local sent = {} -- app and correlation id → when

  local function key(message) return message.app .. " " .. message.correlationID end

  ctx:hook("rpc.outgoing", { kind = "request" }, function(message) sent[key(message)] = message.time end)

  ctx:hook("rpc.incoming", { kind = "response" }, function(message)
    local began = sent[key(message)]
    if not began then return end
    sent[key(message)] = nil
    local milliseconds = (message.time - began) * 1000
    local row = rows[message.rpc]
    if not row then
      row = { count = 0, slowest = 0, buckets = {} }
      for i = 1, #limits + 1 do row.buckets[i] = 0 end
      rows[message.rpc] = row
    end
    local bucket = bucketOf(milliseconds)
    row.count, row.slowest = row.count + 1, math.max(row.slowest, milliseconds)
    row.buckets[bucket] = row.buckets[bucket] + 1
  end)

  local function report()
    local names = {}
    for name in pairs(rows) do names[#names + 1] = name end
    table.sort(names)
    local lines = { ("%-28s %6s %13s %12s  %s"):format("RPC", "count", "middle ≤ ms", "slowest ms", "1 ms … 10 s") }
    for _, name in ipairs(names) do
      local row = rows[name]
      lines[#lines + 1] = ("%-28s %6d %11s %12.1f  %s"):format(name, row.count, middle(row), row.slowest, histogram(row.buckets))
    end
    return table.concat(lines, "\n")
  end

  ctx:command("metrics", "how long each RPC took", report)
  ctx:matcher("fasterThan", function(rpc, milliseconds)
    local row = rows[rpc]
    if not row then return false, rpc .. " was not answered yet" end
    return row.slowest < milliseconds, ("the slowest took %.1f ms"):format(row.slowest)
  end)
  plugin.report = report
end

function plugin.teardown() sdl.log.info("%s", plugin.report()) end

return plugin
