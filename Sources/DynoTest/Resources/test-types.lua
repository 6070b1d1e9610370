-- SPDX-License-Identifier: Apache-2.0
-- Tests for the Lua language server. Made by `dyno types`; nothing here ever runs.
---@meta sdl.test

---The module `sdl.test`. Called, it declares a test: `test("is shown", { tags = { "smoke" } }, function(t) … end)`.
---@class sdl.test
---@field expect sdl.test.Expect
---@overload fun(name: string, fn: fun(t: sdl.test.T))
---@overload fun(name: string, options: sdl.test.Options, fn: fun(t: sdl.test.T))
local test = {}

---Of a test or a suite; a test inherits its suites', `app` and `headunit` field by field, tags together.
---@class sdl.test.Options
---@field tags? string[] What `-t` selects by.
---@field hmiLevel? sdl.HMILevel The level of `t.app`.
---@field app? table Parts of an `sdl.AppConfig`.
---@field headunit? sdl.HeadUnitConfig
---@field timeout? sdl.Duration On the test's clock; 30 s when left out.
---@field retries? integer
---@field skip? string|true Why it does not run.
---@field only? boolean
---@field xfail? string|true Why it fails; it fails if it passes.
---@field issue? string
---@field clock? "real"|"virtual"
---@field allowInvalid? boolean Whether the head unit may send what the RPC spec forbids.

---@param name string
---@param options sdl.test.Options
---@param fn fun()
---@overload fun(name: string, fn: fun())
function test.suite(name, options, fn) end

---A test for each case: `{field}` in the name is the case's value, `{}` the case itself.
---@generic Case
---@param cases Case[]
---@return fun(name: string, options: sdl.test.Options|fun(t: sdl.test.T, case: Case), fn?: fun(t: sdl.test.T, case: Case))
function test.each(cases) end

---Before the suite's first test; `t` lives as long as the suite.
---@param fn fun(t: sdl.test.T)
function test.beforeAll(fn) end

---After the suite's last test.
---@param fn fun(t: sdl.test.T)
function test.afterAll(fn) end

---@param fn fun(t: sdl.test.T)
function test.beforeEach(fn) end

---@param fn fun(t: sdl.test.T)
function test.afterEach(fn) end

---`t.name`, made when first touched: fn returns the value, and what takes it down.
---@param name string
---@param fn fun(t: sdl.test.T): any, function?
function test.fixture(name, fn) end

-- A running test

---What a test works with. Fixtures of `test.fixture` are fields of it, too.
---@class sdl.test.T
---@field hu sdl.HeadUnit A head unit in which nothing happens but what the test does.
---@field app sdl.App An app on it: registered, at the `hmiLevel` of the options.
---@field random fun(m?: integer, n?: integer): number From the test's seed.
---@field tmp string A folder of its own.
---@field args string[] What stands after `--`.
---@field [string] any
local T = {}

---An app that is not started, on `t.hu` unless the configuration says otherwise.
---@param config? table Parts of an `sdl.AppConfig`.
---@return sdl.App
function T:newApp(config) end

---@param config? sdl.HeadUnitConfig
---@return sdl.HeadUnit
function T:newHeadUnit(config) end

---Calls fn(...); failures in it name the step.
---@generic Result
---@param name string
---@param fn fun(...): Result
---@return Result
function T:step(name, fn, ...) end

---Calls fn when the test is over, the newest first.
---@param fn fun()
function T:cleanup(fn) end

---Keeps bytes for the reports.
---@param name string
---@param bytes string
function T:attach(name, bytes) end

---Records a number; beyond a limit the test fails, over repeats reports have percentiles.
---@param name string
---@param value number
---@param options? { max?: number, min?: number, unit?: string }
function T:measure(name, value, options) end

---Ends the test; it counts as skipped.
---@param reason? string
function T:skip(reason) end

-- Checks

---`expect(value)`.
---@class sdl.test.Expect
---@overload fun(value: any): sdl.test.Check
local Expect = {}

---A failure is reported at the end, and the test goes on.
---@param value any
---@return sdl.test.Check
function Expect.soft(value) end

---Calls fn every 50 ms until the check holds, for 5 s unless `within` says otherwise.
---@param fn fun(): any
---@param options? { within?: sdl.Duration }
---@return sdl.test.Check
function Expect.poll(fn, options) end

---@class sdl.test.Check
---@field isNot sdl.test.Check The same checks turned around.
local Check = {}

---Equal by contents.
---@param wanted any
---@return sdl.test.Check
function Check:equals(wanted) end

---The same thing.
---@param wanted any
---@return sdl.test.Check
function Check:is(wanted) end

---At least these fields; matchers such as `sdl.any` count.
---@param pattern any
---@return sdl.test.Check
function Check:has(pattern) end

---A part of a text, or an item of a list.
---@param wanted any
---@return sdl.test.Check
function Check:contains(wanted) end

---A Lua pattern.
---@param pattern string
---@return sdl.test.Check
function Check:matches(pattern) end

---@param n number
---@return sdl.test.Check
function Check:atLeast(n) end

---@param n number
---@return sdl.test.Check
function Check:atMost(n) end

---@param a number
---@param b number
---@return sdl.test.Check
function Check:between(a, b) end

---@return sdl.test.Check
function Check:isNil() end

---@return sdl.test.Check
function Check:isTrue() end

---@return sdl.test.Check
function Check:isFalse() end

---Of a function: it raises an error whose text has this Lua pattern, or that has these fields.
---@param pattern? string|table
---@return sdl.test.Check
function Check:raises(pattern) end

return test
