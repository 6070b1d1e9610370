// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import SDLApp
import SDLHeadUnit
import SDLRPC
import Testing

@testable import DynoCommands

/// The commands of the prompt, in virtual time, with exact text.
@Suite struct HeadUnitPromptTests {
    private let scheduler = VirtualScheduler()
    private let world: World
    private let headUnit: HeadUnit
    private let prompt: HeadUnitPrompt

    init() {
        world = World(scheduler: scheduler, seed: 1)
        headUnit = HeadUnit(world: world)
        prompt = HeadUnitPrompt(headUnit: headUnit)
    }

    @discardableResult
    private func start(_ name: String, _ id: String) -> Application {
        var configuration = ApplicationConfiguration(appName: name, fullAppID: id)
        configuration.registration["appHMIType"] = ["MEDIA"]
        let app = Application(configuration: configuration, spec: .builtIn, transport: headUnit.transport, world: world)
        app.start { _ in }
        settle()
        return app
    }

    private func settle() { scheduler.run(until: world.now + .milliseconds(1)) }

    /// Says a line, and returns what is answered.
    private func say(_ line: String) -> String {
        defer { settle() }
        switch prompt.obey(line) {
        case .done: return ""
        case .answer(let answer): return answer.text
        case .problem(let problem): return "! \(problem)"
        case .quit: return "bye"
        }
    }

    private func send(_ app: Application, _ rpc: String, _ parameters: JSONValue) {
        var json = ByteBuffer()
        parameters.write(into: &json)
        let id = RPCSpec.builtIn.function(named: rpc)?.id ?? 0
        app.request(UInt32(id), name: rpc, json: json) { _ in }
        settle()
    }

    @Test func `apps and their levels`() {
        #expect(say("apps") == "no app is registered")
        start("Hello", "1")
        start("My Radio", "2")
        #expect(say("activate Hello") == "")
        #expect(say("apps") == "Hello (1)  FULL, AUDIBLE, MAIN\nMy Radio (2)  NONE, NOT_AUDIBLE, MAIN")
        #expect(say("ACTIVATE my radio") == "")
        #expect(say("apps") == "Hello (1)  BACKGROUND, NOT_AUDIBLE, MAIN\nMy Radio (2)  FULL, AUDIBLE, MAIN")
        #expect(say("background 2") == "")
        #expect(say("exit 1") == "")
        #expect(say("apps") == "Hello (1)  NONE, NOT_AUDIBLE, MAIN\nMy Radio (2)  LIMITED, AUDIBLE, MAIN")
        #expect(say("phone on") == "")
        #expect(say("apps").hasSuffix("My Radio (2)  LIMITED, NOT_AUDIBLE, MAIN"))
        #expect(say("phone off") == "")
        #expect(say("voice on") == "")
        #expect(say("voice off") == "")
        #expect(say("distraction on") == "")
        #expect(say("language de-de") == "")
        #expect(say("apps") == "no app is registered")
        #expect(say("ignition off") == "")
        #expect(say("quit") == "bye")
        #expect(say("   ") == "")
    }

    @Test(
        arguments: [
            ("activte Hello", "! there is no command 'activte'; did you mean 'activate'?"),
            ("frobnicate", "! there is no command 'frobnicate'; say 'help' for all of them"),
            ("activate Helo", "! no app 'Helo' is registered; did you mean 'Hello'?"),
            ("activate xyz", "! no app 'xyz' is registered; there are Hello, My Radio"),
            ("activate", "! say 'activate APP'"), ("apps now", "! say 'apps'"), ("menu", "! say 'menu on|off'"),
            ("menu maybe", "! say 'menu on|off'"), ("press", "! say 'press BUTTON [long]'"),
            ("press OK short", "! say 'press BUTTON [long]'"),
            ("press OKK", "! no button is called `OKK`; did you mean `OK`?"),
            ("press OK", "! no app the driver sees or hears has subscribed to OK"),
            ("softbutton Hello", "! say 'softbutton APP ID'"), ("softbutton Hello 3", "! Hello shows no soft button 3"),
            ("command Hello 3", "! Hello has no command 3"), ("choose Hello 3", "! Hello offers nothing to choose"),
            ("dismiss Hello", "! Hello has nothing over the screen"),
            ("language xx", "! `XX` is not a language of the RPC spec"), ("screen", "! no app is in FULL; say which one: 'screen [APP]'"),
        ])
    func `what can't be done says what can`(line: String, answer: String) {
        start("Hello", "1")
        start("My Radio", "2")
        #expect(say(line) == answer)
    }

    @Test func `without any app that is said`() {
        #expect(say("activate Hello") == "! no app 'Hello' is registered, nor any other")
    }

    @Test func `the screen, and everything that can be pressed on it`() {
        let app = start("Hello", "1")
        var told: [String] = []
        app.onEvent = { if case .notification(let name, let message) = $0 { told.append("\(name) \(String(buffer: message.json))") } }
        #expect(say("activate Hello") == "")
        send(
            app, "Show",
            ["mainField1": "One", "softButtons": [["softButtonID": 3, "type": "TEXT", "text": "Go", "systemAction": "DEFAULT_ACTION"]]])
        send(app, "AddCommand", ["cmdID": 7, "menuParams": ["menuName": "Seven"]])
        send(app, "AddSubMenu", ["menuID": 8, "menuName": "More"])
        send(app, "AddCommand", ["cmdID": 9, "menuParams": ["menuName": "Nine", "parentID": 8]])
        send(app, "SubscribeButton", ["buttonName": "OK"])
        #expect(
            say("screen")
                == "Hello, template DEFAULT\n  mainField1: One\n  soft button 3 Go\n  command 7 Seven\n  submenu 8 More\n    command 9 Nine"
        )
        send(app, "ScrollableMessage", ["scrollableMessageBody": "Long"])
        #expect(say("screen hello").hasSuffix(#"  over it: ScrollableMessage {"scrollableMessageBody":"Long"}"#))
        #expect(say("dismiss Hello") == "")
        told = []
        #expect(say("press ok") == "")
        #expect(say("press OK long") == "")
        #expect(say("softbutton Hello 3") == "")
        #expect(say("menu on") == "")
        #expect(say("command Hello 7") == "")
        #expect(
            told.filter { !$0.hasPrefix("OnButtonEvent") && !$0.hasPrefix("OnHMIStatus") } == [
                #"OnButtonPress {"buttonName":"OK","buttonPressMode":"SHORT"}"#,
                #"OnButtonPress {"buttonName":"OK","buttonPressMode":"LONG"}"#,
                #"OnButtonPress {"buttonName":"CUSTOM_BUTTON","customButtonID":3,"buttonPressMode":"SHORT"}"#,
                #"OnCommand {"cmdID":7,"triggerSource":"MENU"}"#,
            ])
    }

    @Test func `help lists every command`() {
        #expect(
            say("help") == """
                apps                 the apps that are registered
                screen [APP]         what the driver sees of an app
                activate APP         opens an app
                background APP       leaves an app for another place
                exit APP             closes an app
                press BUTTON [long]  presses a hard button
                softbutton APP ID    presses a soft button
                command APP ID       chooses a command of the menu
                choose APP ID        chooses what an app offers
                dismiss APP          closes what an app has over the screen
                menu on|off          opens or closes the menu
                voice on|off         presses or ends push-to-talk
                phone on|off         takes or ends a phone call
                language CODE        chooses a language, such as DE-DE
                ignition on|off      turns the ignition
                distraction on|off   starts or stops driving
                help                 this list
                quit                 ends the head unit
                """)
    }
}
