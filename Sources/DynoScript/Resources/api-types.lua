-- SPDX-License-Identifier: Apache-2.0
-- The script API of Dyno for the Lua language server. Made by `dyno types`; nothing here ever runs.
---@meta sdl

---The module `sdl`.
---@class sdl
---@field args string[] The arguments after the script's name.
---@field clock "real"|"virtual" Whether time passes or jumps.
---@field null userdata JSON null.
---@field reloaded boolean Whether this code took over from an older text of the script (`dyno run --watch`).
---@field state table Data that goes over to the script's next text.
---@field absent sdl.Matcher Matches nothing: the field must be missing.
---@field present sdl.Matcher Matches anything but nothing.
---@field spec table<string, table> The RPC spec: `sdl.spec.Alert`, `sdl.spec.HMILevel`.
---@field json sdl.JSON
---@field matchers table<string, fun(...): any> Matchers of plugins.
---@field log sdl.Log
local sdl = {}

---A number with its unit: `"250ms"`, `"2s"`, `"1.5s"`, `"1m"`, `"1h"`. A bare number is an error.
---@alias sdl.Duration string

---How long a wait lasts; 30 s when it does not say. `"forever"` lifts the limit.
---@class sdl.WaitOptions
---@field timeout? sdl.Duration|"forever"
---@field orNil? boolean Return nil at the deadline instead of raising.

---What went wrong, as it is raised.
---@class sdl.Error
---@field kind sdl.ErrorKind
---@field message string
---@field where? string The script's file and line.
---@field rpc? string
---@field resultCode? sdl.Result
---@field info? string
---@field response? table
---@field rejectedParams? string[] What a service was refused for.
---@field reason? string

---@alias sdl.ErrorKind
---| "invalidParameters"
---| "notReady"
---| "notConnected"
---| "registrationRefused"
---| "versionTooLow"
---| "serviceRefused"
---| "rpcFailed"
---| "file"
---| "timeout"
---| "cancelled"
---| "limit"
---| "denied"
---| "device"

-- Time and tasks

---A timer or a subscription. It lives until cancelled or until its script ends, never until collected.
---@class sdl.Handle
local Handle = {}

---Stops what the handle stands for. Works anywhere, also inside its own handler, and more than once.
function Handle:cancel() end

---@class sdl.Task
local Task = {}

---Waits for the task's end: returns its values, or raises its error again.
---@return any ...
function Task:await() end

---Raises `cancelled` in the task's wait.
function Task:cancel() end

---Waits; only this coroutine.
---@param duration sdl.Duration
function sdl.sleep(duration) end

---Calls a function once, later.
---@param duration sdl.Duration
---@param fn fun()
---@return sdl.Handle
function sdl.after(duration, fn) end

---Calls a function again and again. A slow one never meets itself, and the beat is kept.
---@param duration sdl.Duration
---@param fn fun()
---@return sdl.Handle
function sdl.every(duration, fn) end

---Starts a task in a coroutine of its own.
---@param fn fun(...: any): ...: any
---@param ... any
---@return sdl.Task
function sdl.spawn(fn, ...) end

---Runs functions together, or one `n` times with its index; returns the list of their first results. The first error cancels
---the rest and is raised.
---@overload fun(n: integer, fn: fun(i: integer): any): any[]
---@param ... fun(): any
---@return any[]
function sdl.all(...) end

---Seconds since the start.
---@return number
function sdl.now() end

-- Patterns

---Stands in a pattern where a value would.
---@class sdl.Matcher

---One of these values; each may be a pattern.
---@param ... any
---@return sdl.Matcher
function sdl.any(...) end

---A text that has a Lua pattern in it.
---@param pattern string
---@return sdl.Matcher
function sdl.match(pattern) end

---A number of a range, both ends included.
---@param a number
---@param b number
---@return sdl.Matcher
function sdl.between(a, b) end

-- Values

---A table that is a JSON list also when it is empty.
---@param list? any[]
---@return any[]
function sdl.array(list) end

---The CRC-32 of bytes, as PutFile carries it.
---@param bytes string
---@return integer
function sdl.crc32(bytes) end

---Prints what the RPC spec says about a function, struct or enum.
---@param name string
function sdl.help(name) end

---Runs a command of a plugin.
---@param name string
---@param ... any
---@return any ...
function sdl.command(name, ...) end

---@class sdl.JSON
sdl.json = {}

---@param value any
---@return string
function sdl.json.encode(value) end

---@param text string
---@return any
function sdl.json.decode(text) end

---@class sdl.Log
sdl.log = {}

---@param format any
---@param ... any
function sdl.log.debug(format, ...) end

---@param format any
---@param ... any
function sdl.log.info(format, ...) end

---@param format any
---@param ... any
function sdl.log.warn(format, ...) end

---@param format any
---@param ... any
function sdl.log.error(format, ...) end

-- Applications

---@class sdl.AppConfig
---@field appName string
---@field fullAppID string
---@field appID? string Made from fullAppID when left out.
---@field ngnMediaScreenAppName? string
---@field shortAppName? string The same as ngnMediaScreenAppName.
---@field appHMIType? sdl.AppHMIType[]
---@field isMediaApplication? boolean Made from appHMIType when left out.
---@field languageDesired? sdl.Language
---@field hmiDisplayLanguageDesired? sdl.Language
---@field languagesSupported? sdl.Language[] Languages the delegate is asked about; all when left out.
---@field appIcon? sdl.File
---@field lockScreen? boolean|sdl.LockScreenConfig
---@field permissionMode? "replace"|"merge"
---@field hmiAlways? boolean Tells the level at every status.
---@field ttsName? sdl.TTSChunk[]
---@field vrSynonyms? string[]
---@field dayColorScheme? sdl.TemplateColorScheme
---@field nightColorScheme? sdl.TemplateColorScheme
---@field hashID? string
---@field minimumProtocolVersion? string
---@field minimumRPCVersion? string
---@field protocolVersion? string The highest to offer.
---@field heartbeat? false|sdl.Duration|sdl.Heartbeat
---@field reconnect? sdl.Reconnect
---@field requestTimeout? sdl.Duration
---@field headunit? string|sdl.HeadUnit A URL, or a head unit of this script.
---@field delegate? table<sdl.AppEvent|sdl.NotificationName, function>

---@class sdl.LockScreenConfig
---@field displayMode? "never"|"requiredOnly"|"optionalOrRequired"|"always"
---@field enableDismissGesture? boolean

---@class sdl.Heartbeat
---@field interval? sdl.Duration
---@field send? boolean
---@field answer? boolean

---@class sdl.Reconnect
---@field interval? sdl.Duration
---@field max? sdl.Duration

---@alias sdl.AppState
---| "stopped"
---| "started"
---| "connected"
---| "registered"
---| "updatingConfiguration"
---| "settingUpManagers"
---| "settingUpAppIcon"
---| "settingUpHMI"
---| "ready"
---| "unregistering"
---| "reconnecting"

---@class sdl.HMI
---@field hmiLevel? sdl.HMILevel
---@field audioStreamingState? sdl.AudioStreamingState
---@field videoStreamingState? sdl.VideoStreamingState
---@field systemContext? sdl.SystemContext

---@class sdl.HMIPattern
---@field hmiLevel? sdl.HMILevel|sdl.Matcher|fun(value: any): boolean, string?
---@field audioStreamingState? sdl.AudioStreamingState|sdl.Matcher|fun(value: any): boolean, string?
---@field videoStreamingState? sdl.VideoStreamingState|sdl.Matcher|fun(value: any): boolean, string?
---@field systemContext? sdl.SystemContext|sdl.Matcher|fun(value: any): boolean, string?
---@field from? sdl.HMILevel|sdl.Matcher|fun(value: any): boolean, string? The level before.

---What an app tells besides the notifications of the RPC spec.
---@alias sdl.AppEvent
---| "ready"
---| "stateChanged"
---| "hmiLevel"
---| "audioStreamingState"
---| "videoStreamingState"
---| "systemContext"
---| "lockScreenStatus"
---| "managerDidDisconnect"
---| "permissionsChanged"
---| "systemInfo"
---| "didConnect"
---| "didDisconnect"
---| "didFinishLaunching"
---| "didBecomeActive"
---| "didBecomeLimited"
---| "didEnterBackground"
---| "didClose"
---| "didBecomeAudible"
---| "didBecomeAttenuated"
---| "didBecomeNotAudible"
---| "didEnterMainContext"
---| "didEnterVoiceRecognitionSession"
---| "didEnterMenu"
---| "didBecomeObscured"
---| "didDisplayAlert"

---@class sdl.RequestOptions
---@field timeout? sdl.Duration 10 s beyond the request's own `duration` or `timeout`.
---@field validate? boolean False sends nonsense on purpose.
---@field correlationID? integer
---@field bulk? string Bytes that go with the request.
---@field encrypted? boolean

---An SDL application.
---@class sdl.App
---@field rpc sdl.RPC Each request by its name: `app.rpc.Show { … }`. Raises when the answer is no success.
---@field try sdl.RPC The same; returns any answer.
---@field link sdl.Link
---@field state sdl.AppState
---@field hmi sdl.HMI
---@field applicationState "active"|"limited"|"background"|"notRunning"|"disconnected"
---@field lockScreenStatus "OFF"|"OPTIONAL"|"REQUIRED"
---@field lockScreen sdl.LockScreen
---@field permissions sdl.Permissions
---@field files sdl.Files
---@field capabilities sdl.Capabilities
---@field vehicle? sdl.SystemInfo
---@field resumed boolean Whether the head unit gave back what the app had.
---@field timing { connected?: number, registered?: number, ready?: number } Seconds since the transport was asked for.
---@field configuration table
---@field delegate table
---@field registerResponse? sdl.RegisterAppInterface.Response
---@field hashID? string
---@field protocolVersion? string
---@field rpcVersion? string
---@field sessionID? integer
---@field appName string
---@field fullAppID string
---@field appID string
---@field on fun(self: sdl.App, event: sdl.AppEvent, fn: fun(...: any)): sdl.Handle Calls a function each time.
---@field once fun(self: sdl.App, event: sdl.AppEvent, fn: fun(...: any)): sdl.Handle Calls a function the next time.
---@field waitFor fun(self: sdl.App, event: sdl.AppEvent, pattern?: any, options?: sdl.WaitOptions): any Waits for the next one.
---NOTIFICATIONS
local App = {}

---Makes an SDL application. Without a configuration it is the one everybody starts with: "SDL APP", "001".
---@param config? sdl.AppConfig
---@return sdl.App
function sdl.app(config) end

---Connects and registers; returns the answer to RegisterAppInterface when the app is ready.
---@param options? { timeout?: sdl.Duration|"forever" }
---@return sdl.RegisterAppInterface.Response
function App:start(options) end

---Unregisters and closes. The same app may be started again.
function App:stop() end

---Calls a function when the HMI status changes to one that matches.
---@overload fun(self: sdl.App, fn: fun(now: sdl.HMI, was: sdl.HMI)): sdl.Handle
---@param pattern sdl.HMIPattern
---@param fn fun(now: sdl.HMI, was: sdl.HMI)
---@return sdl.Handle
function App:onHMI(pattern, fn) end

---Returns the HMI status as soon as it matches; one that matches now counts.
---@param pattern sdl.HMIPattern
---@param options? sdl.WaitOptions
---@return sdl.HMI
function App:waitForHMI(pattern, options) end

---Subscribes to a button and calls a function for each press, until the handle is cancelled.
---@param name sdl.ButtonName
---@param fn fun(press: sdl.OnButtonPress)
---@return sdl.Handle
function App:onButton(name, fn) end

---Calls a function when a command of this id is chosen.
---@param id integer
---@param fn fun(command: sdl.OnCommand)
---@return sdl.Handle
function App:onCommand(id, fn) end

---Calls a function for each press of a soft button.
---@param id integer
---@param fn fun(press: sdl.OnButtonPress)
---@return sdl.Handle
function App:onSoftButton(id, fn) end

---Answers requests of the head unit: the function returns a result code and parameters.
---@param name string
---@param fn fun(request: { rpc: string, params: table, correlationID: integer }): string?, table?
---@return sdl.Handle
function App:onRequest(name, fn) end

---Sends several requests, together or one after the other; the responses in order. No result code raises.
---@param list { [1]: string, [2]: table?, [3]: sdl.RequestOptions? }[]
---@param options? { sequential?: boolean, onProgress?: fun(done: integer, total: integer, response?: table, err?: sdl.Error): boolean? }
---@return table[]
function App:sendAll(list, options) end

---Returns when the app's state is this one; a state that is so now counts.
---@param state sdl.AppState
---@param options? sdl.WaitOptions
---@return sdl.AppState
function App:waitForState(state, options) end

---Returns the status as soon as the whole group is allowed.
---@param elements sdl.PermissionElements
---@param options? sdl.WaitOptions
---@return sdl.GroupStatus
function App:waitForPermissions(elements, options) end

---The user swipes the lock screen away, where the head unit allows that.
function App:dismissLockScreen() end

---Sends any request by its name or function id, also unknown ones.
---@param name string|integer
---@param params? table
---@param options? sdl.RequestOptions
---@return table
function App:send(name, params, options) end

---Sends a notification.
---@param name string
---@param params? table
---@param options? sdl.RequestOptions
function App:notify(name, params, options) end

---@class sdl.LockScreen
---@field status "OFF"|"OPTIONAL"|"REQUIRED"
---@field shown boolean
---@field dismissable boolean
---@field driverDistracted boolean
---@field userSelected boolean
---@field warning? string
---@field hmiLevel? sdl.HMILevel

---@class sdl.SystemInfo
---@field vehicleType sdl.VehicleType
---@field systemSoftwareVersion? string
---@field systemHardwareVersion? string

-- Permissions

---@alias sdl.PermissionElements string|(string|string[])[] Names of RPCs, and lists of a name and its parameters.
---@alias sdl.PermissionGroup "allowed"|"disallowed"|"mixed"|"unknown"

---@class sdl.GroupStatus
---@field group sdl.PermissionGroup
---@field rpcs table<string, { allowed: boolean, parameters: table<string, boolean> }>

---@class sdl.Feature
---@field authorizationStatus "notDetermined"|"denied"|"restricted"|"authorized"
local Feature = {}

---Raises `denied` unless everything the feature needs is allowed.
function Feature:check() end

---Stops watching.
function Feature:cancel() end

---@class sdl.Permissions
local Permissions = {}

---Whether the RPC, or one parameter of it, may be used now.
---@param rpc string
---@param parameter? string
---@return boolean
function Permissions:isAllowed(rpc, parameter) end

---@param elements sdl.PermissionElements
---@return sdl.GroupStatus
function Permissions:status(elements) end

---@param elements sdl.PermissionElements
---@return sdl.PermissionGroup
function Permissions:groupStatus(elements) end

---Whether the RPC, or any when none is named, has to be sent encrypted.
---@param rpc? string
---@return boolean
function Permissions:requiresEncryption(rpc) end

---Calls a function when answers of the group change.
---@param elements sdl.PermissionElements
---@param interest "any"|"allAllowed"
---@param fn fun(status: sdl.GroupStatus)
---@return sdl.Handle
function Permissions:observe(elements, interest, fn) end

---Something that needs a group of permissions.
---@param elements sdl.PermissionElements
---@param fn? fun(status: string)
---@return sdl.Feature
function Permissions:feature(elements, fn) end

---The older name of isAllowed.
---@param rpc string
---@return boolean
function Permissions:isRPCAllowed(rpc) end

---The answers by name.
---@param rpcs string[]
---@return table<string, boolean>
function Permissions:statusOfRPCs(rpcs) end

---The older name of groupStatus.
---@param rpcs string[]
---@return sdl.PermissionGroup
function Permissions:groupStatusOfRPCs(rpcs) end

---Calls a function at once and when answers change; returns a number for removeObserver.
---@param rpcs string[]
---@param interest "any"|"allAllowed"
---@param fn fun(answers: table<string, boolean>, group: sdl.PermissionGroup)
---@return integer
function Permissions:addObserverForRPCs(rpcs, interest, fn) end

---@param id integer
function Permissions:removeObserver(id) end

-- Files

---@class sdl.FileConfig
---@field path? string Read when it is uploaded.
---@field bytes? string
---@field staticIcon? string The code of one of the head unit's own icons.
---@field name? string The path's last part, or a name made from the bytes.
---@field type? sdl.FileType
---@field persistent? boolean
---@field template? boolean

---@class sdl.File
---@field name string
---@field type sdl.FileType
---@field persistent? boolean
---@field size integer
---@field image sdl.Image

---A file or picture for the head unit.
---@param config sdl.FileConfig
---@return sdl.File
function sdl.file(config) end

---@class sdl.Files
---@field spaceAvailable integer
local Files = {}

---Uploads a file in parts.
---@param file sdl.File
---@param options? { onProgress?: (fun(sent: integer, total: integer): boolean?), overwrite?: boolean, crc?: integer, raise?: boolean }
---@return table
function Files:upload(file, options) end

---Uploads several files; returns the names that can be used now.
---@param files sdl.File[]
---@param options? { onProgress?: (fun(name: string, fraction: number, err?: sdl.Error): boolean?), overwrite?: boolean, raise?: boolean }
---@return string[]
---@return table<string, sdl.Error>?
function Files:uploadAll(files, options) end

---Asks the head unit which files the app has there.
---@return string[]
function Files:list() end

---@param file sdl.File|string
---@return boolean
function Files:has(file) end

---@param file sdl.File|string
function Files:delete(file) end

-- Capabilities

---@class sdl.Capabilities
local Capabilities = {}

---The newest value of a type.
---@param type sdl.SystemCapabilityType
---@return table?
function Capabilities:get(type) end

---@param type sdl.SystemCapabilityType
---@return boolean
function Capabilities:isSupported(type) end

---Calls a function with the value now and at each update.
---@param type sdl.SystemCapabilityType
---@param fn fun(capability?: table, subscribed: boolean, err?: table)
---@return sdl.Handle
function Capabilities:observe(type, fn) end

---Opens a video service.
---@param options? { width?: integer, height?: integer, videoCodec?: sdl.VideoStreamingCodec, videoProtocol?: sdl.VideoStreamingProtocol, encrypted?: boolean }
---@return sdl.Stream
function App:openVideo(options) end

---Opens an audio service.
---@param options? { encrypted?: boolean }
---@return sdl.Stream
function App:openAudio(options) end

---An open audio or video service.
---@class sdl.Stream
---@field service "audio"|"video"
---@field bytesSent integer
---@field isOpen boolean
---@field mtu? integer
---@field width? integer
---@field height? integer
---@field videoProtocol? sdl.VideoStreamingProtocol
---@field videoCodec? sdl.VideoStreamingCodec
local Stream = {}

---Sends bytes; waits while the link can't take them, and with a rate such as `"30KiB/s"` for as long as they take at it.
---@param bytes string
---@param options? { rate?: string }
function Stream:send(bytes, options) end

---Sends a file's bytes; returns how many.
---@param path string
---@param options? { rate?: string }
---@return integer
function Stream:sendFile(path, options) end

---Ends the service and waits for the head unit's answer.
function Stream:close() end

-- Links

---A frame as it goes over a link: types by name where they have one.
---@class sdl.Frame
---@field version? integer
---@field encrypted? boolean
---@field frameType? integer|"control"|"single"|"first"|"consecutive"
---@field serviceType? integer|"control"|"rpc"|"audio"|"video"|"hybrid"|"bulk"
---@field frameInfo? integer|string
---@field sessionID? integer
---@field messageID? integer
---@field payload? string
---@field dataSize? integer Only to send a wrong one.

---@class sdl.LinkStats
---@field framesIn integer
---@field framesOut integer
---@field bytesIn integer
---@field bytesOut integer
---@field malformed integer
---@field discardedBytes integer
---@field resyncs integer
---@field timeouts integer

---The raw link of an app or head unit.
---@class sdl.Link
---@field stats sdl.LinkStats
local Link = {}

---Calls a function for each frame that matches. It may return a changed frame, or false to drop it; it can't wait.
---@overload fun(self: sdl.Link, direction: "in"|"out", fn: fun(frame: sdl.Frame): sdl.Frame|boolean|nil): sdl.Handle
---@param direction "in"|"out"
---@param pattern table?
---@param fn fun(frame: sdl.Frame): sdl.Frame|boolean|nil
---@return sdl.Handle
function Link:onFrame(direction, pattern, fn) end

---Sends one frame as it is, however wrong. What is left out is as the session would have it now.
---@param frame sdl.Frame
function Link:sendFrame(frame) end

---Sends bytes that need not be frames.
---@param bytes string
---@param session? integer
function Link:sendBytes(bytes, session) end

---Closes the link without a word, as if it had broken. All links of a head unit can also break in other ways, and be away for a while.
---@param options? { kind?: "close"|"reset"|"silent", back?: sdl.Duration }
function Link:disconnect(options) end

---@class sdl.Fault
---@field latency? sdl.Duration In each direction.
---@field jitter? sdl.Duration Up to so much more, drawn anew each time.
---@field stall? sdl.Duration Nothing passes for so long, from now on.
---@field drop? number 0…1, of a frame; on serial of a byte.
---@field duplicate? number
---@field corrupt? number
---@field splitWrites? integer The most bytes that arrive at once.
---@field nack? string|string[] Services whose start is refused: `rpc`, `audio`, `video`.

---Replaces what is wrong with all links of a head unit.
---@param fault sdl.Fault
function Link:fault(fault) end

---Makes all links of a head unit sound again.
function Link:clear() end

-- Head units

---@class sdl.HeadUnitConfig: sdl.HeadUnitSettings
---@field listen? string|string[] URLs such as `tcp://127.0.0.1:12345`; port 0 picks one. Without it only this script's apps reach it.
---@field seed? integer What the faults of its links are drawn from.

---What `hu:configure` and `sdl.headunit` take.
---@class sdl.HeadUnitSettings
---@field protocolVersion? string The highest to agree to.
---@field rpcVersion? string The highest to agree to.
---@field minimumRPCVersion? string Apps below it are refused.
---@field mtu? integer Bytes of a frame's payload at most.
---@field heartbeat? false|sdl.Duration|sdl.Heartbeat
---@field language? sdl.Language
---@field hmiDisplayLanguage? sdl.Language
---@field languages? sdl.Language[] Those there are; all of the spec when left out.
---@field vehicleType? sdl.VehicleType
---@field systemSoftwareVersion? string
---@field systemHardwareVersion? string
---@field sdlVersion? string
---@field capabilities? table Parts of the RegisterAppInterface response and SystemCapabilityTypes, merged into what there is; `sdl.null` takes one away.
---@field missingInterfaces? string[] `UI VR TTS Buttons VehicleInfo Navigation RC`
---@field limits? sdl.HeadUnitLimits
---@field resumption? boolean|{ levelDelay?: sdl.Duration, lossBeforeIgnitionOff?: sdl.Duration, returnAfterIgnitionOn?: sdl.Duration, ignitionCycles?: integer }
---@field speech? { perCharacter?: sdl.Duration, shortest?: sdl.Duration, longest?: sdl.Duration, tone?: sdl.Duration }
---@field mixesAudio? boolean Whether one sound can be lowered under another.
---@field toneAttenuates? boolean
---@field overlayOrder? "statusThenResponse"|"responseThenStatus"
---@field lockScreenDismissible? boolean
---@field lockScreenWarning? string
---@field lockScreenIconURL? string
---@field menuTimeout? sdl.Duration
---@field providerTimeout? sdl.Duration

---At most so many in so long; false is no limit.
---@alias sdl.RateLimit false|{ count: integer, per: sdl.Duration }

---@class sdl.HeadUnitLimits
---@field requestsInNone? sdl.RateLimit
---@field requests? sdl.RateLimit
---@field vehicleData? sdl.RateLimit
---@field pendingRequests? integer
---@field fileRequestsInNone? integer
---@field storage? integer Bytes.
---@field hashLength? integer
---@field listedFiles? integer
---@field applications? integer

---A simulated head unit.
---@class sdl.HeadUnit
---@field user sdl.Driver What the driver does.
---@field policy sdl.Policy What apps may do.
---@field vehicle sdl.Vehicle What GetVehicleData answers and subscribers are told of; set it.
---@field link sdl.Link The links of all apps.
---@field apps sdl.RegisteredApp[]
---@field noReply userdata Returned by a handler: the request is never answered.
---@field url? string
---@field urls string[]
local HeadUnit = {}

---An app as its head unit sees it.
---@class sdl.RegisteredApp
---@field appName string
---@field fullAppID string
---@field appID string
---@field sessionID integer
---@field hmiLevel sdl.HMILevel
---@field audioStreamingState sdl.AudioStreamingState
---@field videoStreamingState sdl.VideoStreamingState
---@field systemContext sdl.SystemContext
---@field isMedia boolean
---@field isRegistered boolean
---@field number integer Different for every registration.
---@field appHMIType sdl.AppHMIType[]
---@field protocolVersion string
---@field rpcVersion string
---@field language sdl.Language
---@field hmiDisplayLanguage sdl.Language
---@field registration sdl.RegisterAppInterface

---The script's app, the head unit's object, a fullAppID or an appName.
---@alias sdl.AnyApp sdl.App|sdl.RegisteredApp|string

---A request that a script answers.
---@class sdl.Request
---@field rpc string
---@field params table
---@field app sdl.RegisteredApp
---@field n integer How many of this RPC so far.
---@field correlationID integer
---@field bulk string
local Request = {}

---Answers; twice or late on purpose is allowed.
---@param code sdl.Result
---@param params? table
function Request:reply(code, params) end

---Makes a head unit in which nothing happens but what the script does.
---@param config? sdl.HeadUnitConfig
---@return sdl.HeadUnit
function sdl.headunit(config) end

---Answers every request of this name, or with `"*"` every one without a handler of its own. The function may wait; nothing returned
---leaves the ordinary answer.
---@param rpc sdl.RequestName|"*"
---@param fn userdata|fun(request: sdl.Request): sdl.Result|userdata|nil, table?
---@return sdl.Handle
function HeadUnit:on(rpc, fn) end

---Calls a function for each app that registers.
---@param fn fun(app: sdl.RegisteredApp)
---@return sdl.Handle
function HeadUnit:onApp(fn) end

---Calls a function for each app that is gone.
---@param fn fun(app: sdl.RegisteredApp)
---@return sdl.Handle
function HeadUnit:onAppGone(fn) end

---Calls a function for each button an app has subscribed to.
---@param fn fun(app: sdl.RegisteredApp, button: sdl.ButtonName)
---@return sdl.Handle
function HeadUnit:onButtonSubscription(fn) end

---Changes what can be chosen about the head unit. Apps that are registered keep what they were told.
---@param settings sdl.HeadUnitSettings
function HeadUnit:configure(settings) end

---@param app sdl.AnyApp
---@param name sdl.NotificationName
---@param params? table
---@param options? { validate?: boolean, bulk?: string }
function HeadUnit:notify(app, name, params, options) end

---@param app sdl.AnyApp
---@param level sdl.HMILevel
function HeadUnit:setHMILevel(app, level) end

---@param app sdl.AnyApp
---@param state sdl.AudioStreamingState
function HeadUnit:setAudioStreamingState(app, state) end

---@param app sdl.AnyApp
---@param state sdl.VideoStreamingState
function HeadUnit:setVideoStreamingState(app, state) end

---@param app sdl.AnyApp
---@param context sdl.SystemContext
function HeadUnit:setSystemContext(app, context) end

---@param app sdl.AnyApp
---@param reason sdl.AppInterfaceUnregisteredReason
function HeadUnit:unregister(app, reason) end

---What the driver sees.
---@param app sdl.AnyApp
---@return table
function HeadUnit:screen(app) end

---@param app sdl.AnyApp
---@return { name: string, type: string, size: integer, persistent: boolean }[]
function HeadUnit:files(app) end

---The link one app came in by, apart from those of others.
---@param app sdl.AnyApp
---@return sdl.Link
function HeadUnit:linkOf(app) end

---Closes its links and stops listening.
function HeadUnit:close() end

---@class sdl.Vehicle: sdl.GetVehicleData.Response

---@class sdl.Driver
local Driver = {}

---@param app sdl.AnyApp
function Driver:activate(app) end

---@param app sdl.AnyApp
function Driver:background(app) end

---@param app sdl.AnyApp
function Driver:exit(app) end

---@param app sdl.AnyApp
function Driver:dismiss(app) end

---Without an app it goes to whom the driver sees or hears.
---@param name sdl.ButtonName
---@param mode? sdl.ButtonPressMode
---@param app? sdl.AnyApp
function Driver:press(name, mode, app) end

---@param app sdl.AnyApp
---@param id integer
---@param mode? sdl.ButtonPressMode
function Driver:pressSoftButton(app, id, mode) end

---Taps a SubtleAlert, which opens its app.
---@param app sdl.AnyApp
function Driver:pressSubtleAlert(app) end

---Types a text on the keyboard of the PerformInteraction that is up, and submits it.
---@param app sdl.AnyApp
---@param text string
function Driver:enterText(app, text) end

---@param app sdl.AnyApp
---@param id integer
function Driver:openSubMenu(app, id) end

---@param app sdl.AnyApp
---@param id integer
function Driver:showWidget(app, id) end

---@param app sdl.AnyApp
---@param id integer
function Driver:hideWidget(app, id) end

---@param app sdl.AnyApp
---@param type sdl.TouchType
---@param event sdl.TouchEvent
function Driver:touch(app, type, event) end

---@param reason? sdl.AppInterfaceUnregisteredReason
function Driver:masterReset(reason) end

---@param app sdl.AnyApp
---@param id integer
function Driver:command(app, id) end

---@param app sdl.AnyApp
---@param id integer
function Driver:choose(app, id) end

---@param on boolean
function Driver:menu(on) end

---@param on boolean
function Driver:voice(on) end

---@param on boolean
function Driver:phoneCall(on) end

---@param on boolean
function Driver:driverDistraction(on) end

---@param code sdl.Language
function Driver:language(code) end

---@param value "on"|"off"
function Driver:ignition(value) end

---@param app sdl.AnyApp
---@param group string
---@param yes? boolean
function Driver:consent(app, group, yes) end

---@class sdl.PolicyRule
---@field levels? sdl.HMILevel[] FULL, LIMITED and BACKGROUND when left out.
---@field parameters? string[] Unrestricted when left out.

---@class sdl.Policy
local Policy = {}

---Replaces what an app may do.
---@param app sdl.AnyApp
---@param rpcs table<string, sdl.PolicyRule>
function Policy:set(app, rpcs) end

---Allows an RPC, or an action of soft buttons: "KEEP_CONTEXT", "STEAL_FOCUS".
---@param app sdl.AnyApp
---@param rpc string
---@param rule? sdl.PolicyRule
function Policy:allow(app, rpc, rule) end

---@param app sdl.AnyApp
---@param rpc string
function Policy:revoke(app, rpc) end

---@param name "core"|"seedStrict"
function Policy:profile(name) end

---Loads an SDL policy table, a JSON file.
---@param path string
function Policy:load(path) end

-- Expectations

---What is expected of messages from the moment it is made.
---@class sdl.Expectation
---@field times fun(self: sdl.Expectation, n: integer): sdl.Expectation
---@field atLeast fun(self: sdl.Expectation, n: integer): sdl.Expectation
---@field atMost fun(self: sdl.Expectation, n: integer): sdl.Expectation
---@field never fun(self: sdl.Expectation): sdl.Expectation
---@field within fun(self: sdl.Expectation, duration: sdl.Duration): sdl.Expectation
---@field run fun(self: sdl.Expectation, fn: fun(message: table)): sdl.Expectation
---@field await fun(self: sdl.Expectation, options?: sdl.WaitOptions): table
---@field all fun(self: sdl.Expectation): table[]

---Expects a message by name and content.
---@param name string
---@param pattern? any
---@return sdl.Expectation
function App:expect(name, pattern) end

---Expects messages in this order.
---@param steps (string|table)[]
---@return sdl.Expectation
function App:expectSequence(steps) end

---Expects a message by name and content.
---@param name string
---@param pattern? any
---@return sdl.Expectation
function HeadUnit:expect(name, pattern) end

---Expects messages in this order.
---@param steps (string|table)[]
---@return sdl.Expectation
function HeadUnit:expectSequence(steps) end

---Expects a message by name and content.
---@param name string
---@param pattern? any
---@return sdl.Expectation
function Link:expect(name, pattern) end

---Expects messages in this order.
---@param steps (string|table)[]
---@return sdl.Expectation
function Link:expectSequence(steps) end

---What a plugin's `setup(ctx)` gets.
---@class sdl.PluginContext
---@field name string
---@field version string
---@field folder string
---@field state table Plain values that survive a reload.
---@field hook fun(self: sdl.PluginContext, event: string, pattern: any, fn: fun(fields: table)): sdl.Handle
---@field matcher fun(self: sdl.PluginContext, name: string, fn: fun(got: any, ...: any): boolean, string?)
---@field fixture fun(self: sdl.PluginContext, name: string, fn: fun(t: { name: string }): any, fun()?)
---@field command fun(self: sdl.PluginContext, name: string, help: string, fn: fun(...: any): any)
---@field behaviour fun(self: sdl.PluginContext, name: string, fn: fun(hu: sdl.HeadUnit))
---@field powerControl fun(self: sdl.PluginContext, name: string, fn: fun(isOn: boolean)) Switches the power of that head unit.
---@field reporter fun(self: sdl.PluginContext, name: string, functions: { began?: fun(count: integer): string, finished?: fun(result: table): string, ended?: fun(summary: table): string })
