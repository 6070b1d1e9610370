// SPDX-License-Identifier: Apache-2.0

import LuaRuntime
import Testing

/// The bridge's own pattern matching agrees with the standard library's, which host chunks still have.
struct PatternTests {
    @Test func `every pattern gives what the standard library gives`() throws {
        let bench = try Bench(budget: .seconds(20))
        _ = try bench.state.runHost(
            """
            local host = ...
            local ours, theirs = host.globals.string, string
            local function same(what, a, b)
              if a.n ~= b.n then error(what .. ': ' .. a.n .. ' results, not ' .. b.n) end
              for i = 1, a.n do
                if a[i] ~= b[i] or math.type(a[i]) ~= math.type(b[i]) then
                  error(what .. ': ' .. tostring(a[i]) .. ', not ' .. tostring(b[i]))
                end
              end
            end
            local function both(name, ...)
              local what = ('%s(%q, %q)'):format(name, ...)
              local a, b = table.pack(pcall(ours[name], ...)), table.pack(pcall(theirs[name], ...))
              if type(a[2]) == 'string' and not a[1] then a[2] = a[2]:gsub("%(%^?function.-%)", '') end
              same(what, a, b)
            end
            local texts = { '', 'a', 'abc', 'hello world', '  key = value  ', 'a.b.c', '(a(b)c)', 'THE (quick) fox', 'x=1, y=22',
              'aaa', 'abcabc', '\\0\\1', 'ümlaut', '[x]', 'a-b', '%d', '^a$', 'AbC dEf', '12.5e3', 'foo123bar', ']' }
            local patterns = { '', 'a', '^a', 'a$', '^$', '.', '.*', '.-', '.+', 'a?b', '(.)', '()', '(a*(.)%w(%s*))', '%a+', '%A+', '%d+',
              '%s*$', '^%s*(.-)%s*$', '(%w+)%s*=%s*(%w+)', '[abc]+', '[^abc]+', '[a-c]', '[%a_]', '[]]', '[^]]', '[a-]', '[%]]', '%b()',
              '%f[%w]%w+', '%f[%W]', '(.)%1', '(a)(b)(c)', '%.', '[%d.]+', 'b-', 'a-$', '%u%l*', '%x+', '%p', '%c', '%g+',
              '\\0', '[\\0-\\31]',
              '%z',
              '(()a())', '((a)(b))', '%', '[a', '[', '[]', '[^]', '%b', '%bx', '%f', '%fa', '(', ')', '(a', 'a)', '%1', '(%1)',
               '(a)%2', '^^a', '$a', 'a^',
              '-', '*', '?a', '+', '[a-%d]', '[%a-z]', '[--z]', 'a**', '(a)?', '.-b', 'é', '%%', '%-', '[^%s]' }
            for _, text in ipairs(texts) do
              for _, pattern in ipairs(patterns) do
                both('find', text, pattern)
                both('match', text, pattern)
                for _, init in ipairs{ 2, -1, -100, 0, 100, math.mininteger, math.maxinteger } do
                  both('find', text, pattern, init)
                  both('match', text, pattern, init)
                end
                both('find', text, pattern, 1, true)
                for _, with in ipairs{ '', '<%0>', '<%1>', '%2', '%%', '%', '%x', 5 } do both('gsub', text, pattern, with) end
                both('gsub', text, pattern, { a = 'A', b = false, hello = 1 })
                both('gsub', text, pattern, { a = {} })
                both('gsub', text, pattern, function(x, y) return y or x end)
                both('gsub', text, pattern, '.', 1)
                both('gsub', text, pattern, '.', 0)
                local function all(library, init)
                  return table.pack(pcall(function()
                    local found = {}
                    for a, b in library.gmatch(text, pattern, init) do found[#found + 1] = tostring(a) .. '/' .. tostring(b) end
                    return table.concat(found, ' ')
                  end))
                end
                same('gmatch ' .. text .. ' ' .. pattern, all(ours), all(theirs))
                same('gmatch ' .. text .. ' ' .. pattern, all(ours, -2), all(theirs, -2))
              end
            end
            """, name: "compare")
    }

    @Test func `wrong arguments are errors at the script's line`() throws {
        let bench = try Bench()
        #expect(
            try bench.error("('x'):gsub('x')")?.message
                == "test.lua:1: bad argument #2 to 'gsub' (string/function/table expected, got no value)")
        #expect(try bench.error("string.find('x', {})")?.message == "test.lua:1: bad argument #2 to 'find' (string expected, got table)")
        #expect(try bench.error("('x'):match('[')")?.message == "test.lua:1: malformed pattern (missing ']')")
        #expect(try bench.run("return ('x'):rep(1000):find('x*y')") == [nil])
    }
}
