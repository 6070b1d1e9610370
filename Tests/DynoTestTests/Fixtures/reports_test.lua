-- The runner's own reports of broken_test.lua, read back. Its argument is the folder they are in.
local sdl = require "sdl"
local test = require "sdl.test"
local expect = test.expect

local function read(t, name)
  local file <close> = assert(io.open(t.args[1] .. "/" .. name))
  return file:read "a"
end

local function count(text, pattern) return select(2, text:gsub(pattern, "")) end

local expected = {
  ["unexpected pass"] = "xpassed", ["expected failure"] = "xfailed", skipped = "skipped", ["asserts nothing"] = "passed", flaky = "flaky",
}

test.fixture("results", function(t)
  local results = {}
  for line in read(t, "report.json"):gmatch "[^\n]+" do results[#results + 1] = sdl.json.decode(line) end
  return results
end)

test.suite("JSON", function()
  test("has a line with the contract's keys for each test", function(t)
    expect(#t.results):equals(31)
    for _, result in ipairs(t.results) do
      for _, key in ipairs { "name", "suite", "file", "line", "status", "seconds", "message", "seed", "attempts" } do
        expect(result[key]).isNot:isNil()
      end
    end
  end)
  test("has the status of each", function(t)
    for _, result in ipairs(t.results) do expect.soft(result):has { status = expected[result.name] or "failed" } end
  end)
  test("has place, messages and state of what failed", function(t)
    for _, result in ipairs(t.results) do
      if result.status == "failed" then expect(result.failures[1]):has { file = sdl.match "broken_test.lua$", line = sdl.present } end
      if result.suite[1] == "messages" then
        expect(result.timeline):contains { source = "head unit", event = "registered" }
        expect(result.state):contains(sdl.match "^app Test: ready")
      end
    end
  end)
  test("has the closest miss field by field", function(t)
    expect(t.results[1].failures[1].details):equals {
      "closest miss: Show at 0.000s", '  ✓ mainField1 = "Hi"', '  ✗ mainField2 = "where", expected "there"',
    }
  end)
end)

test.suite("The other reports", function()
  test("TAP has a point for each test, and not ok for what failed, also as expected", function(t)
    local tap = read(t, "report.tap")
    expect(tap):matches "^TAP version 14\n1%.%.31\n"
    expect(count(tap, "\nok %d+ %- ")):equals(3)
    expect(count(tap, "\nnot ok %d+ %- ")):equals(28)
    expect(count(tap, "# TODO HU%-9")):equals(1)
  end)
  test("JUnit has the same counts", function(t)
    local xml = read(t, "report.xml")
    expect(xml):contains '<testsuites name="dyno" tests="31" failures="27"'
    expect(count(xml, "<testcase ")):equals(31)
    expect(count(xml, "<failure ")):equals(27)
  end)
  test("HTML has every test and needs nothing from elsewhere", function(t)
    local page = read(t, "report.html")
    for _, result in ipairs(t.results) do expect(page):contains('"name":"' .. result.name .. '"') end
    expect(page).isNot:matches "https?://"
  end)
  test("GitHub is told of what failed, what is flaky and what asserts nothing", function(t)
    local commands = read(t, "report.github")
    expect(count(commands, "::error file=")):equals(27)
    expect(count(commands, "::warning file=")):equals(2)
  end)
  test("a person reads each failure once, with the command that repeats it", function(t)
    local text = read(t, "report.txt")
    expect(count(text, "\nFAILED  ")):equals(27)
    expect(count(text, "\n  again: dyno test [^\n]*broken_test.lua:%d+ %-%-seed 1")):equals(28)
  end)
end)
