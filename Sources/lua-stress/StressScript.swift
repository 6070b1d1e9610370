// SPDX-License-Identifier: Apache-2.0

/// A script that crosses between Lua and the host in every way there is.
enum StressScript {
    static let text = """
        local n, given = ...
        local log = {}
        local function attempt(f, ...)
          local ok, e = pcall(f, ...)
          log[#log + 1] = tostring(e):sub(1, 40)
          return ok
        end
        for i = 1, 3 do
          attempt(host.text, i); attempt(host.table, i); attempt(host.keep, {}, print, attempt, log)
          attempt(host.decode, '{"a":[1,2.5,{"b":"c\\\\u00e9' .. i .. '"}],"long":123456789012345678901234567890}')
          attempt(host.decode, '{"a":[1,2.5,{"b":'); attempt(host.encode, { x = i, y = { "a", 1.5 }, z = given })
          attempt(host.encode, { 1, x = 2 }); attempt(host.fail, "boom " .. i); attempt(host.encodeJSON, log)
          attempt(through, host.fail, "through"); attempt(load, "return 1 +")
        end
        attempt(host.apply, function(x) if x then error({ code = x }) end end, 1)
        attempt(host.apply, function(x) return host.apply(function(y) host.fail("deep") end, x) end, 1)
        attempt(xpcall, host.fail, function(e, t) host.text(1) return t end)
        for i = 1, 2 do
          local r = host.wait(i)
          attempt(host.wait, i); attempt(host.wait, 0)
          local co = coroutine.wrap(function() local a = host.wait(i); coroutine.yield(a); return host.wait(i + 1) end)
          co(); co()
          for k in function(_, last) if not last then return host.wait(1) end end do log[#log + 1] = tostring(k) end
          local _ = setmetatable({}, { __index = function(t, k) return host.wait(k) end })[i]
          attempt(table.sort, { 3, 1, 2 }, function(a, b) host.wait(1) return a < b end)
          local failing = coroutine.create(function()
            local x <close> = setmetatable({}, { __close = function() host.text(1) error("in close") end })
            attempt(host.wait, 1); error("in coroutine")
          end)
          coroutine.resume(failing); coroutine.close(failing)
          local parked = coroutine.create(function()
            local y <close> = setmetatable({}, { __close = host.text })
            coroutine.yield(host.wait(1))
          end)
          coroutine.resume(parked)
          local x <close> = setmetatable({}, { __close = function() host.text(1); attempt(host.wait, 1) end })
          host.spawn(function(t) local z <close> = setmetatable({}, { __close = function() host.text(2) end }) host.wait(1) error(t) end)
        end
        for i = 1, 400 do log[#log + 1] = { ("y"):rep(i) .. i } end
        attempt(host.big, 1 << 16); attempt(host.big, 1 << 24)
        attempt(string.rep, "x", 1 << 24); attempt(setmetatable, {}, { __gc = attempt }); attempt(load, "\\27Lua")
        attempt(function() local t = {} while true do t[#t + 1] = host.text(#t) end end)
        if n == 2 then error(setmetatable({}, { __tostring = function() return host.text(1) end })) end
        return #log
        """
}
