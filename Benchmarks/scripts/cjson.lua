-- lua-cjson with the JSON of FILE: microseconds of one decoding, and of one encoding.
local cjson, text = require "cjson", io.open(arg[1]):read "a"
local value, rounds = cjson.decode(text), 20000
local function time(name, fn, argument)
  local best = math.huge
  for _ = 1, 5 do
    local start = os.clock()
    for _ = 1, rounds do fn(argument) end
    best = math.min(best, (os.clock() - start) / rounds * 1e6)
  end
  print(("%s %.4f"):format(name, best))
end
time("decode", cjson.decode, text)
time("encode", cjson.encode, value)
