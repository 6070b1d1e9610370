// SPDX-License-Identifier: Apache-2.0
import SDLHeadUnit
import SDLRPC

/// What a person can say at the prompt of `dyno headunit`, to look around and to act as the driver. One line is one command.
struct HeadUnitPrompt {
    /// What comes of a line.
    enum Reply: Equatable {
        /// It is done; the story tells what follows from it.
        case done
        case answer(PromptAnswer)
        case problem(String)
        case quit
    }

    let headUnit: HeadUnit

    func obey(_ line: String) -> Reply {
        let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let name = words.first else { return .done }
        guard let command = Self.commands.first(where: { $0.name == name.lowercased() }) else {
            let hint = Nearest.name(to: name, among: Self.commands.map(\.name)).map { "did you mean '\($0)'?" }
            return .problem("there is no command '\(name)'; \(hint ?? "say 'help' for all of them")")
        }
        do throws(HeadUnitError) {
            return try command.run(PromptArguments(Array(words.dropFirst()), of: command, headUnit))
        } catch {
            return .problem(error.description)
        }
    }

    static let commands: [PromptCommand] = [
        PromptCommand("apps", "", "the apps that are registered") { arguments throws(HeadUnitError) in
            try arguments.end()
            return .answer(.apps(arguments.headUnit.apps))
        },
        PromptCommand("screen", "[APP]", "what the driver sees of an app") { arguments throws(HeadUnitError) in
            .answer(.screen(try arguments.appOrFull(), arguments.headUnit))
        },
        PromptCommand("activate", "APP", "opens an app") { arguments throws(HeadUnitError) in
            arguments.headUnit.user.activate(try arguments.app())
            return .done
        },
        PromptCommand("background", "APP", "leaves an app for another place") { arguments throws(HeadUnitError) in
            arguments.headUnit.user.background(try arguments.app())
            return .done
        },
        PromptCommand("exit", "APP", "closes an app") { arguments throws(HeadUnitError) in
            arguments.headUnit.user.exit(try arguments.app())
            return .done
        },
        PromptCommand("press", "BUTTON [long]", "presses a hard button") { arguments throws(HeadUnitError) in
            let (button, mode) = try arguments.press()
            guard try arguments.headUnit.user.press(button, mode) == nil else { return .done }
            throw HeadUnitError("no app the driver sees or hears has subscribed to \(button)")
        },
        PromptCommand("softbutton", "APP ID", "presses a soft button") { arguments throws(HeadUnitError) in
            let (app, id) = try arguments.appAndNumber()
            try arguments.headUnit.user.pressSoftButton(app, id)
            return .done
        },
        PromptCommand("command", "APP ID", "chooses a command of the menu") { arguments throws(HeadUnitError) in
            let (app, id) = try arguments.appAndNumber()
            try arguments.headUnit.user.command(app, id)
            return .done
        },
        PromptCommand("choose", "APP ID", "chooses what an app offers") { arguments throws(HeadUnitError) in
            let (app, id) = try arguments.appAndNumber()
            try arguments.headUnit.user.choose(app, id)
            return .done
        },
        PromptCommand("dismiss", "APP", "closes what an app has over the screen") { arguments throws(HeadUnitError) in
            try arguments.headUnit.user.dismiss(try arguments.app())
            return .done
        },
        PromptCommand("menu", "on|off", "opens or closes the menu") { arguments throws(HeadUnitError) in
            arguments.headUnit.user.menu(try arguments.toggle())
            return .done
        },
        PromptCommand("voice", "on|off", "presses or ends push-to-talk") { arguments throws(HeadUnitError) in
            arguments.headUnit.user.voice(try arguments.toggle())
            return .done
        },
        PromptCommand("phone", "on|off", "takes or ends a phone call") { arguments throws(HeadUnitError) in
            arguments.headUnit.user.phoneCall(try arguments.toggle())
            return .done
        },
        PromptCommand("language", "CODE", "chooses a language, such as DE-DE") { arguments throws(HeadUnitError) in
            try arguments.headUnit.user.language(try arguments.word().uppercased())
            return .done
        },
        PromptCommand("ignition", "on|off", "turns the ignition") { arguments throws(HeadUnitError) in
            arguments.headUnit.user.ignition(try arguments.toggle())
            return .done
        },
        PromptCommand("distraction", "on|off", "starts or stops driving") { arguments throws(HeadUnitError) in
            arguments.headUnit.user.driverDistraction(try arguments.toggle())
            return .done
        },
        PromptCommand("help", "", "this list") { arguments throws(HeadUnitError) in
            try arguments.end()
            return .answer(.help)
        },
        PromptCommand("quit", "", "ends the head unit") { arguments throws(HeadUnitError) in
            try arguments.end()
            return .quit
        },
    ]
}
