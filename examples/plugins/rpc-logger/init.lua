-- A readable transcript: a line for each RPC as it passes, and all of them by the command `transcript`.
local sdl = require "sdl"

local longest = 100 -- characters of parameters
local newest = 1000 -- lines that are kept

local function parameters(params)
  local text = sdl.json.encode(params)
  if #text <= longest then return text end
  local cut = utf8.offset(text, 0, longest) or longest
  return text:sub(1, cut - 1) .. "…"
end

local plugin = {}

function plugin.setup(ctx)
  local lines = ctx.state.lines or sdl.array {}
  ctx.state.lines = lines

  local function note(arrow)
    return function(message)
      local bytes = #message.bulk > 0 and (" + %d bytes"):format(#message.bulk) or ""
      local line = ("%s %s %s %s%s"):format(message.app, arrow, message.rpc, parameters(message.params), bytes)
      if #lines == newest then table.remove(lines, 1) end
      lines[#lines + 1] = ("%9.3f  %s"):format(message.time, line)
      sdl.log.info("%s", line)
    end
  end

  ctx:hook("rpc.outgoing", note "→")
  ctx:hook("rpc.incoming", note "←")
  ctx:command("transcript", "all RPCs so far, with their times", function() return table.concat(lines, "\n") end)
end

return plugin
