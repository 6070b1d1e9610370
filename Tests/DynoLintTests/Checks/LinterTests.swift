// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLRPC
import Testing

@testable import DynoLint

struct LinterTests {
    /// The findings of a script that has the module and an app, each as `line:column: message`, lines counted from the script's own.
    private func lint(_ script: String) -> [String] {
        let preamble = "local sdl = require \"sdl\" local app, hu = sdl.app(), sdl.headunit() local test = require 'sdl.test'\n"
        return Linter().findings(in: (preamble + script).utf8, file: "x.lua").map { "\($0.line - 1):\($0.column): \($0.message)" }
    }

    // MARK: RPCs

    @Test(arguments: [
        ("app.rpc.Shwo { mainField1 = 'Hi' }", "1:9: no RPC is called `Shwo`; did you mean `Show`?"),
        ("pcall(app.try.Alrt, {})", "1:15: no RPC is called `Alrt`; did you mean `Alert`?"),
        ("local rpc = app.rpc\nrpc.Shwo()", "2:5: no RPC is called `Shwo`; did you mean `Show`?"),
        ("local function f(a) a.rpc.Xyzzy() end f()", "1:27: no RPC is called `Xyzzy` in RPC spec 8.0.0"),
        (
            "app.rpc.OnHMIStatus {}",
            "1:9: `OnHMIStatus` is a notification; watch it with app:on(\"OnHMIStatus\", fn), send it with app:notify"
        ),
        ("hu:expect('Alrt'):never()", "1:11: no RPC is called `Alrt`; did you mean `Alert`?"),
        ("hu:expect('ready')", "1:11: no RPC is called `ready` in RPC spec 8.0.0"),
    ])
    func `an unknown RPC is found, with the nearest name`(script: String, expected: String) {
        #expect(lint(script) == [expected])
    }

    @Test(arguments: [
        ("app.rpc.Show { mainFeild1 = 'Hi' }", ["1:29: `Show`: mainFeild1 is no parameter of Show; did you mean `mainField1`?"]),
        (
            "app.rpc.Alert { softButtons = {\n  { type = 'TEXT', softButtonID = 1 },\n  { type = 'TEXT', softButtonID = 2, systemAction = 'STEAL_FOCU' } } }",
            [
                "3:53: `Alert`: softButtons[2].systemAction is \"STEAL_FOCU\"; did you mean \"STEAL_FOCUS\"? (one of DEFAULT_ACTION, STEAL_FOCUS, KEEP_CONTEXT)"
            ]
        ),
        ("app.try.Alert({ duration = '3000' })", ["1:28: `Alert`: duration: expected an integer, got a string"]),
        ("app.rpc.Alert { duration = 3000.5 }", ["1:28: `Alert`: duration: expected an integer, got the number 3000.5"]),
        ("app.rpc.Alert { duration = -1 }", ["1:28: `Alert`: duration is -1; allowed is 3000 to 10000"]),
        ("app.rpc.Speak { ttsChunks = 'Hello' }", ["1:29: `Speak`: ttsChunks: expected a list of TTSChunk, got a string"]),
        ("app.rpc.Speak { ttsChunks = { text = 'Hello' } }", ["1:17: `Speak`: ttsChunks: expected a list of TTSChunk, got a record"]),
        (
            "app.rpc.Show { graphic = print, mainField1 = function() end }",
            ["1:46: `Show`: mainField1 is a function, which has no place in an RPC"]
        ),
        (
            "local show = app.rpc.Show\nshow { alignment = 'LEFT', x = 1 }",
            [
                "2:20: `Show`: alignment is \"LEFT\"; allowed is one of LEFT_ALIGNED, RIGHT_ALIGNED, CENTERED",
                "2:32: `Show`: x is no parameter of Show (it has mainField1, mainField2, mainField3, mainField4, alignment, statusBar, mediaClock, mediaTrack, graphic, secondaryGraphic, softButtons, customPresets, metadataTags, templateTitle, windowID, templateConfiguration)",
            ]
        ),
    ])
    func `a wrong parameter in a literal is found where it stands, in the validator's words`(script: String, expected: [String]) {
        #expect(lint(script) == expected)
    }

    @Test(arguments: [
        "app.rpc.Alert { alertText1 = text(), duration = n, softButtons = { button, { type = kind } } } function text() end n, button, kind = 1",
        "app.rpc.Speak { ttsChunks = { table.unpack(chunks) } } chunks = {}", "app.rpc.Show({ nonsense = 1 }, { validate = false })",
        "local options = ... app.rpc.Show({ nonsense = 1 }, options)", "app.rpc.Alert()", "app.rpc.Speak {}",
        "app:send('Nonsense', { x = 1 })",
        "app.rpc.AddCommand { cmdID = 1, menuParams = nil, vrCommands = { 'a' } }", "local p = { nonsense = 1 } app.rpc.Show(p)",
        "local name = 'Shwo' app.rpc[name] {}", "local other = require 'other' other.rpc.Anything { x = 1 }",
        "hu.hmi:expect('UI.Alert'):never()", "app:expect('didConnect')", "app.link:expect('heartbeatACK'):atLeast(3)",
        "hu:expect('Alert', { alertText1 = sdl.match 'Hi', duration = 1, softButtons = sdl.absent })",
        "hu:expect('Alert', { alertText1 = function(v) return v end })", "app:expect('OnButtonPress', { buttonName = 'OK' })",
        "app:expect('Show', { success = true, resultCode = 'SUCCESS' })",
    ])
    func `what is right, and what only the running script knows, is not told`(script: String) {
        #expect(lint(script) == [])
    }

    @Test(arguments: [
        ("hu:expect('Alert', { alertTxt1 = 'Hi' })", "1:34: `Alert`: alertTxt1 is no parameter of Alert; did you mean `alertText1`?"),
        ("app:expect('OnHMIStatus', { hmiLevel = 'BACKGOUND' })", nil),
        (
            "app:waitFor('OnButtonPress', { buttonNme = 'OK' })",
            "1:44: `OnButtonPress`: buttonNme is no parameter of OnButtonPress; did you mean `buttonName`?"
        ),
    ])
    func `patterns are checked for names and values`(script: String, expected: String?) {
        let found = lint(script)
        #expect(found.count == 1)
        #expect(expected == nil ? found.first?.contains("did you mean \"BACKGROUND\"?") == true : found == [expected])
    }

    @Test(arguments: [
        ("app:waitForHMI { hmiLevel = 'BACKGOUND' }", "1:29: \"BACKGOUND\" is not a HMILevel; did you mean \"BACKGROUND\"?"),
        ("app:onHMI({ hmilevel = 'FULL' }, print)", "1:13: an HMI pattern has no `hmilevel`; did you mean `hmiLevel`?"),
        ("app:onHMI({ from = 'FUL' }, print)", "1:20: \"FUL\" is not a HMILevel; did you mean \"FULL\"?"),
        ("app:onButton('OKA', print)", "1:14: \"OKA\" is not a ButtonName; did you mean \"OK\"?"),
    ])
    func `values of the HMI are checked`(script: String, expected: String) {
        #expect(lint(script) == [expected])
    }

    // MARK: Events

    @Test(arguments: [
        ("app:on('OnButonPress', print)", "1:8: there is no event `OnButonPress`; did you mean `OnButtonPress`?"),
        ("app:once('didBecomActive', print)", "1:10: there is no event `didBecomActive`; did you mean `didBecomeActive`?"),
        ("app:waitFor 'redy'", "1:13: there is no event `redy`; did you mean `ready`?"),
        ("app:on('Alert', print)", "1:8: there is no event `Alert`"),
        ("test('x', function(t) t.app:waitFor('OnComand') end)", "1:37: there is no event `OnComand`; did you mean `OnCommand`?"),
        ("return function(app) app:on('xyzzy', print) end", "1:29: there is no event `xyzzy`"),
        (
            "local function f(other) other:on('OnHMIStaus', print) end f()",
            "1:34: there is no event `OnHMIStaus`; did you mean `OnHMIStatus`?"
        ),
        ("hu:on('Alrt', print)", "1:7: no RPC is called `Alrt`; did you mean `Alert`?"),
        ("hu:on('OnHMIStatus', print)", "1:7: `OnHMIStatus` is a notification; an app does not ask for it"),
    ])
    func `an unknown event is found`(script: String, expected: String) {
        #expect(lint(script) == [expected])
    }

    @Test(arguments: [
        "app:on('hmiLevel', print) app:once('didClose', print) app:waitFor('OnHMIStatus')", "hu:on('Alert', hu.noReply)",
        "local emitter = {} emitter:on('anything', print)", "local name = ... app:on(name, print)",
        "local app = {} app:on('anything', print)",
        "app = other app:on('anything') other = 1",
    ])
    func `events that exist, and those of others, are not told`(script: String) {
        #expect(lint(script) == [])
    }

    // MARK: Durations

    @Test(arguments: [
        ("sdl.sleep(2)", "1:11: `sdl.sleep`: a duration needs a unit; write \"2s\" for seconds or \"2ms\" for milliseconds"),
        ("sdl.every(0.5, print)", "1:11: `sdl.every`: a duration needs a unit; write \"0.5s\" for seconds or \"0.5ms\" for milliseconds"),
        ("local wait = 5 sdl.after(wait, print)", "1:26: `sdl.after`: a duration needs a unit; write \"250ms\", \"2s\" or \"1m\""),
        ("sdl.sleep(2 * 60)", "1:13: `sdl.sleep`: a duration needs a unit; write \"250ms\", \"2s\" or \"1m\""),
        (
            "local sleep = sdl.sleep sleep(1)",
            "1:31: `sdl.sleep`: a duration needs a unit; write \"1s\" for seconds or \"1ms\" for milliseconds"
        ),
        ("require('sdl').sleep(1)", "1:22: `sdl.sleep`: a duration needs a unit; write \"1s\" for seconds or \"1ms\" for milliseconds"),
        ("app:start { timeout = 5 }", "1:23: `timeout`: a duration needs a unit; write \"5s\" for seconds or \"5ms\" for milliseconds"),
        (
            "app:waitForHMI({}, { timeout = 5 })",
            "1:32: `timeout`: a duration needs a unit; write \"5s\" for seconds or \"5ms\" for milliseconds"
        ),
        (
            "app:waitFor('ready', nil, { timeout = 5 })",
            "1:39: `timeout`: a duration needs a unit; write \"5s\" for seconds or \"5ms\" for milliseconds"
        ),
        (
            "app.try.Show({}, { timeout = 5 })",
            "1:30: `timeout`: a duration needs a unit; write \"5s\" for seconds or \"5ms\" for milliseconds"
        ),
        ("hu:expect('Show'):within(2)", "1:26: `within`: a duration needs a unit; write \"2s\" for seconds or \"2ms\" for milliseconds"),
        (
            "test('x', { timeout = 3 }, print)",
            "1:23: `timeout`: a duration needs a unit; write \"3s\" for seconds or \"3ms\" for milliseconds"
        ),
        (
            "sdl.app { requestTimeout = 3 }",
            "1:28: `requestTimeout`: a duration needs a unit; write \"3s\" for seconds or \"3ms\" for milliseconds"
        ),
        (
            "sdl.app { heartbeat = { interval = 3 } }",
            "1:36: `heartbeat.interval`: a duration needs a unit; write \"3s\" for seconds or \"3ms\" for milliseconds"
        ),
        (
            "hu.link:fault { latency = 40 }",
            "1:27: `latency`: a duration needs a unit; write \"40s\" for seconds or \"40ms\" for milliseconds"
        ),
    ])
    func `a bare number where a duration belongs is found`(script: String, expected: String) {
        #expect(lint(script) == [expected])
    }

    @Test(arguments: [
        "sdl.sleep '2s' sdl.after('1m', print) app:start { timeout = 'forever' }", "app.rpc.Alert { alertText1 = 'x', duration = 3000 }",
        "app.rpc.PerformInteraction { initialText = 'x', interactionMode = 'BOTH', interactionChoiceSetIDList = { 1 }, timeout = 5000 }",
        "local n = 5 n = '5s' sdl.sleep(n)", "local other = {} other.sleep(5) other:start(5)",
    ])
    func `durations, and numbers that are none, are not told`(script: String) {
        #expect(lint(script) == [])
    }

    // MARK: Globals

    @Test(arguments: [
        ("prnt('x')", ["1:1: undefined global `prnt`; did you mean `print`?"]), ("print(xyzzy)", ["1:7: undefined global `xyzzy`"]),
        ("do local inner = 1 print(inner) end print(inner)", ["1:43: undefined global `inner`"]),
        ("local recursive = function() return recursive end recursive()", ["1:37: undefined global `recursive`"]),
        ("for i = 1, 2 do end print(i)", ["1:27: undefined global `i`"]), ("x = 1 print(x, y)", ["1:16: undefined global `y`"]),
        ("function f() return g() end f()", ["1:21: undefined global `g`"]),
        ("_G.made = 1 print(made, mode)", ["1:25: undefined global `mode`; did you mean `made`?"]),
    ])
    func `an undefined global is found`(script: String, expected: [String]) {
        #expect(lint(script) == expected)
    }

    @Test func `a module used without require says how to get it`() {
        let findings = Linter().findings(in: "sdl.sleep '1s'\ntest('x', print)".utf8, file: "x.lua").map(\.description)
        #expect(
            findings == [
                "x.lua:1:1: undefined global `sdl`; write: local sdl = require \"sdl\"",
                "x.lua:2:1: undefined global `test`; write: local test = require \"sdl.test\"",
            ])
    }

    @Test(arguments: [
        "function later() return first() end function first() return 1 end later()", "setmetatable(_G, {}) print(anything)",
        "local _ENV = {} print(x)",
        "_G[app] = 1 print(anything)",
        "print(_VERSION, io.open, os.time(), utf8.char, debug.traceback, coroutine.wrap, package, warn == nil) warn = nil",
    ])
    func `globals that are defined somewhere, or may be, are not told`(script: String) {
        #expect(lint(script) == [])
    }

    // MARK: Places

    @Test func `a line can be excused, but not a syntax error`() {
        #expect(
            lint("prnt('x') -- dyno: ignore\nprnt('y') --dyno: ignore, on purpose\nprnt('z') -- ignored") == [
                "3:1: undefined global `prnt`; did you mean `print`?"
            ])
        #expect(lint("f( -- dyno: ignore").count == 1)
    }

    @Test func `findings are sorted by place, and a column is a character`() {
        #expect(
            lint("print('äöü', b)\nprint(a) print(c)") == [
                "1:14: undefined global `b`", "2:7: undefined global `a`", "2:16: undefined global `c`",
            ])
    }

    @Test func `a syntax error is the only finding`() {
        #expect(lint("prnt('x')\nif a then") == ["2:10: 'end' expected near <eof>"])
    }

    @Test func `lines end as Lua ends them`() {
        let findings = Linter().findings(in: "\r\n\r\rprnt()\n\rprnt()".utf8, file: "x.lua")
        #expect(findings.map(\.line) == [4, 5])
    }

    @Test func `another specification brings its own names`() throws {
        let json = #"{"interface":"x","version":"9.0","functions":[{"name":"Fly","id":1,"request":[{"name":"height","type":"Integer"}]}]}"#
        let linter = Linter(spec: try RPCSpec(json: ByteBuffer(string: json)))
        let findings = linter.findings(in: "local app = ... app.rpc.Fly { hight = 1 } app.rpc.Show {}".utf8, file: "x.lua")
        #expect(
            findings.map(\.message) == [
                "`Fly`: hight is no parameter of Fly; did you mean `height`?", "no RPC is called `Show` in RPC spec 9.0.0",
            ])
    }

    // MARK: Everything

    @Test func `the repository's own examples are clean`() {
        for script in Repository.scripts where script.path.hasPrefix("examples/") {
            #expect(Linter().findings(in: script.bytes, file: script.path) == [])
        }
    }

    @Test func `any text is linted without a crash`() {
        var random = SplitMix(seed: 5)
        let parts = [
            "app", "sdl", ".", ":", "rpc", "Show", "{", "}", "(", ")", "\"OK\"", "=", "1", "-", "local ", "function", " end ", ",", "\n",
            "expect", "on",
            "softButtons", "'", "[", "]", "..", "timeout", "sleep", "require", "return ", "...", " do ", "_G", "\u{0}", "é",
        ]
        for _ in 0..<3000 {
            let text = (0..<random.next(below: 60)).map { _ in parts[random.next(below: parts.count)] }.joined()
            _ = Linter().findings(in: text.utf8, file: "x.lua")
        }
    }

    @Test func `a long line with many findings takes no longer than many lines`() {
        let uses = (0..<20_000).map { "x = y\($0 % 300) z = nil " }.joined()
        let findings = Linter().findings(in: uses.utf8, file: "x.lua")
        #expect(findings.count == 20_000)
        #expect(findings.last?.line == 1)
        #expect(findings.last.map { $0.column } == uses.count - "y199 z = nil ".count + 1)
    }
}
