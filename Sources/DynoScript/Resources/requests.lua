-- SPDX-License-Identifier: Apache-2.0
-- Requests in both directions, and the handlers of buttons and commands.
local host = ...
local core = host.app
local methods, record, listen = core.methods, core.record, core.listen
local type, tostring, setmetatable, rawset, ipairs, pairs = type, tostring, setmetatable, rawset, ipairs, pairs
local pcall, error, tonumber = pcall, error, tonumber
local insert, remove = table.insert, table.remove

local function refuse(name, response)
  local code, info = response.resultCode or "no result code", response.info
  local text = type(info) == "string" and info ~= "" and ("%s (%s)"):format(code, info) or tostring(code)
  host.fail("rpcFailed", ("`%s` failed: %s"):format(name, text), {
    rpc = name, resultCode = response.resultCode, info = info, response = response,
  })
end

--- Sends a request with the pictures it shows; what the script learns from its answer is kept.
local function request(own, raises, name, params, options, allowsUnknown)
  params = host.withFiles(own, params, raises)
  if own.left then host.replaceLeft(own, name, params) end
  local response = host.request(own.id, name, params, options, allowsUnknown)
  if own.stream then host.feed(own.stream, { name = tostring(name), params = response, kind = "response" }) end
  if response.success == true then core.noteRequest(own, name, params)
  elseif raises then refuse(tostring(name), response) end
  return response
end

--- `app.rpc` or `app.try`: a function for each RPC, made when it is first named.
local function caller(raises)
  return function(own)
    return setmetatable({}, {
      __metatable = false,
      __index = function(self, name)
        host.checkRequest(name)
        local function call(params, options) return request(own, raises, name, params, options) end
        rawset(self, name, call)
        return call
      end,
      __newindex = function(_, name) host.fail("invalidParameters", ("`app.rpc.%s` can't be set"):format(tostring(name))) end,
    })
  end
end

core.parts.rpc, core.parts.try = caller(true), caller(false)

--- The same by name; unknown names and numeric function ids are sent as they are.
function methods.send(app, name, params, options)
  return request(record(app, "send"), true, name, params, options, true)
end

function methods.notify(app, name, params, options) host.notify(record(app, "notify").id, name, params, options) end

-- Batches ------------------------------------------------------------------------------------------------------------------

local batchKeys = { sequential = true, onProgress = true }

--- Sends { { name, params, options }, … } together, or one after the other; the responses in order.
--- No result code raises. What keeps an answer from coming is raised when all the others are there.
function methods.sendAll(app, list, options)
  local own = record(app, "sendAll")
  host.check(list, "table", "list", "sendAll")
  options = host.optional(options, "table", "options", "sendAll") or {}
  host.checkKeys(options, batchKeys, "the options of `sendAll`")
  local progress = host.optional(options.onProgress, "function", "onProgress", "sendAll")
  local total, done, stopped, problem = #list, 0, false, nil
  local responses = {}
  for i, entry in ipairs(list) do
    host.check(host.check(entry, "table", "list[" .. i .. "]", "sendAll")[1], "string", "list[" .. i .. "][1]", "sendAll")
    host.checkRequest(entry[1])
  end
  local function send(i)
    local entry = list[i]
    local ok, response = pcall(request, own, false, entry[1], entry[2], entry[3])
    done = done + 1
    if ok then responses[i] = response
    else problem = problem or { response } end
    if progress and not stopped and progress(done, total, ok and response or nil, not ok and response or nil) == false then
      stopped = true
    end
  end
  if options.sequential then
    for i = 1, total do
      if stopped then break end
      send(i)
    end
  else
    host.all(total, send)
  end
  if problem then error(problem[1], 0) end
  return responses
end

-- Requests of the head unit ------------------------------------------------------------------------------------------------

local Request = { __name = "sdl.request", __metatable = false }
Request.__index = Request

local function answer(own, request, code, params)
  host.check(code, "string", "result code", "the handler of " .. request.rpc)
  local response = {}
  for key, value in pairs(host.optional(params, "table", "params", "the handler of " .. request.rpc) or {}) do response[key] = value end
  if response.success == nil then response.success = code == "SUCCESS" or code == "WARNINGS" end
  response.resultCode = code
  host.respond(own.id, request.rpc, response, request.token)
end

local function run(own, fn, request)
  local answered = false
  local rest <close> = setmetatable({}, { __close = function(_, problem)
    if problem ~= nil and not answered then answer(own, request, "GENERIC_ERROR", { info = "the script's handler failed" }) end
  end })
  local code, params = fn(request)
  if code ~= nil then answer(own, request, code, params)
  else answer(own, request, "UNSUPPORTED_REQUEST") end
  answered = true
end

function core.onEvent.request(own, name, params, correlationID, token)
  local list = own.listeners["request " .. name]
  local handler = list and list[#list]
  local request = setmetatable({ rpc = name, params = params, correlationID = correlationID, token = token }, Request)
  if handler then return host.handler(run, own, handler.fn, request) end
  host.tellUnanswered(name)
  answer(own, request, "UNSUPPORTED_REQUEST")
end

--- Answers requests of the head unit: fn(request) returns a result code and parameters. The newest handler answers.
function methods.onRequest(app, name, fn)
  local own = record(app, "onRequest")
  host.checkRequest(name)
  host.check(fn, "function", "fn", "onRequest")
  return host.handle(listen(own.listeners, "request " .. name, fn).cancel)
end

-- Buttons ------------------------------------------------------------------------------------------------------------------

--- Head units before RPC 5 have one button for what is PLAY_PAUSE and OK since.
local function wireName(own, name)
  if name ~= "PLAY_PAUSE" then return name end
  local version = host.appField(own.id, "rpcVersion")
  return version and tonumber(version:match "^%d+") < 5 and "OK" or name
end

--- Keeps the buttons that handlers want subscribed, as soon as and whenever the head unit allows it.
local function subscribe(own, button)
  button.state = "asked"
  local response = own.try.SubscribeButton { buttonName = wireName(own, button.name) }
  if response.success ~= true and response.resultCode ~= "IGNORED" then
    button.state = nil
    refuse("SubscribeButton", response)
  end
  button.state = "subscribed"
end

core.parts.buttons = function() return {} end -- in order: { name =, handlers =, state = nil | "asked" | "subscribed" }
core.parts.commands = function() return {} end -- cmdID → parameters of its AddCommand

core.onRefresh(function(own)
  if not host.maySend(own.id, "SubscribeButton") then return end
  for _, button in ipairs(own.buttons) do
    if not button.state then
      button.state = "asked"
      host.handler(subscribe, own, button)
    end
  end
end)

--- A head unit that resumed the application has its buttons and commands; another one is told of them again.
core.onForget(function(own)
  for _, button in ipairs(own.buttons) do button.state = nil end
  own.wasConnected = true
end)

local function findButton(own, name)
  for i, button in ipairs(own.buttons) do
    if button.name == name then return button, i end
  end
end

--- One more handler; subscribes at once if that is possible now, and raises what the head unit refuses it with.
local function wantButton(own, name)
  local button = findButton(own, name)
  if not button then
    button = { name = name, handlers = 0 }
    insert(own.buttons, button)
  end
  button.handlers = button.handlers + 1
  if not button.state and host.maySend(own.id, "SubscribeButton") then subscribe(own, button) end
end

--- One handler less; the last one unsubscribes.
local function unwantButton(own, name)
  local button, position = findButton(own, name)
  button.handlers = button.handlers - 1
  if button.handlers > 0 then return end
  remove(own.buttons, position)
  if button.state == "subscribed" and host.appField(own.id, "state") == "ready" then
    host.handler(own.try.UnsubscribeButton, { buttonName = wireName(own, name) })
  end
end

--- Calls fn for each press of the button, which stays subscribed until the handle is cancelled.
function methods.onButton(app, name, fn)
  local own = record(app, "onButton")
  host.checkButton(name)
  host.check(fn, "function", "fn", "onButton")
  local entry = listen(own.listeners, "OnButtonPress", fn)
  entry.filter = function(params) return params.buttonName == name or params.buttonName == wireName(own, name) end
  local ok, problem = pcall(wantButton, own, name)
  if not ok then
    entry.cancel()
    unwantButton(own, name)
    error(problem, 0)
  end
  return host.handle(function()
    entry.cancel()
    unwantButton(own, name)
  end)
end

--- Calls fn for each press of a soft button, wherever it is shown.
function methods.onSoftButton(app, id, fn)
  local own = record(app, "onSoftButton")
  host.check(id, "number", "id", "onSoftButton")
  host.check(fn, "function", "fn", "onSoftButton")
  local entry = listen(own.listeners, "OnButtonPress", fn)
  entry.filter = function(params) return params.buttonName == "CUSTOM_BUTTON" and params.customButtonID == id end
  return host.handle(entry.cancel)
end

-- Commands -----------------------------------------------------------------------------------------------------------------

--- Calls fn when the driver chooses the command; while there is a handler, a lost command is added again.
function methods.onCommand(app, commandID, fn)
  local own = record(app, "onCommand")
  host.check(commandID, "number", "id", "onCommand")
  host.check(fn, "function", "fn", "onCommand")
  local entry = listen(own.listeners, "OnCommand", fn)
  entry.commandID = commandID
  entry.filter = function(params) return params.cmdID == commandID end
  return host.handle(entry.cancel)
end

function core.noteRequest(own, name, params)
  if name == "AddCommand" then own.commands[params.cmdID] = params
  elseif name == "DeleteCommand" then own.commands[params.cmdID] = nil end
  host.noteMade(own, name, params)
end

--- Commands with a handler that the head unit has lost are added as soon as it allows that.
local function addAgain(own)
  if not own.lost or not host.maySend(own.id, "AddCommand") then return end
  local lost = own.lost
  own.lost = nil
  for _, entry in ipairs(own.listeners.OnCommand or {}) do
    local params = entry.commandID and lost[entry.commandID]
    if params then
      lost[entry.commandID] = nil -- once, however many handlers it has
      host.handler(own.rpc.AddCommand, params)
    end
  end
end
core.onRefresh(addAgain)

function core.onEvent.ready(own, warning)
  if own.wasConnected then
    own.wasConnected = false
    if host.appField(own.id, "resumed") then
      for _, button in ipairs(own.buttons) do button.state = "subscribed" end
    else
      own.lost, own.commands = own.commands, {}
    end
  end
  core.emit(own, "ready", { err = warning }, warning)
  core.refresh(own)
end
