// SPDX-License-Identifier: Apache-2.0
import SDLRPC
import Testing

@testable import DynoScript

/// What Tab brings, as values.
struct CompletionTests {
    private static let places: [(String, CompletionContext.Place, String)] = [
        ("", .name(after: []), ""),
        ("ap", .name(after: []), "ap"),
        ("x = ap", .name(after: []), "ap"),
        ("print(ap", .name(after: []), "ap"),
        ("app.", .name(after: ["app"]), ""),
        ("app.rpc.Al", .name(after: ["app", "rpc"]), "Al"),
        ("local r = app.try.", .name(after: ["app", "try"]), ""),
        ("hu.user:pr", .name(after: ["hu", "user"]), "pr"),
        ("app.rpc.Show {", .parameter(rpc: "Show", path: []), ""),
        ("app.rpc.Show({ ma", .parameter(rpc: "Show", path: []), "ma"),
        ("app.rpc.Show { mainField1 = \"x\", ", .parameter(rpc: "Show", path: []), ""),
        ("app.rpc.Show { mainField1 = na", .name(after: []), "na"),
        ("app.rpc.Show { mainField1 = other.na", .name(after: ["other"]), "na"),
        ("app.rpc.Speak { ttsChunks = { { te", .parameter(rpc: "Speak", path: ["ttsChunks"]), "te"),
        ("app.rpc.Speak { ttsChunks = { { type = \"TE", .value(rpc: "Speak", path: ["ttsChunks", "type"]), "TE"),
        ("app.rpc.Speak { ttsChunks = { { type = 'TEXT', text = 'a, {' }, { ", .parameter(rpc: "Speak", path: ["ttsChunks"]), ""),
        ("app.rpc.Speak { ttsChunks = {} , ", .parameter(rpc: "Speak", path: []), ""),
        ("app.rpc.Show { alignment = \"LEFT", .value(rpc: "Show", path: ["alignment"]), "LEFT"),
        ("help \"Al", .argument(of: ["help"]), "Al"),
        ("help('Al", .argument(of: ["help"]), "Al"),
        ("app:waitFor(\"OnB", .argument(of: ["app", "waitFor"]), "OnB"),
        ("f().", .nothing, ""),
        ("f().x", .nothing, "x"),
        ("(\"x\"):re", .nothing, "re"),
        ("t[1].", .nothing, ""),
        ("\"abc", .nothing, "abc"),
        ("x = 1 -- app.", .nothing, ""),
        ("app.rpc.Show { mainField1 = \"x\" } ", .nothing, ""),
        ("}}})((", .name(after: []), ""),
    ]

    @Test(arguments: places) func `the place of the cursor is known from what stands before it`(
        text: String, place: CompletionContext.Place, prefix: String
    ) {
        let context = CompletionContext(text)
        #expect(context.place == place)
        #expect(context.prefix == prefix)
    }

    @Test func `nothing a person types is too odd`() {
        var random = SystemRandomNumberGenerator()
        let alphabet = Array("ab.:{}()[]=,\"'-\\\n 1é")
        for _ in 0..<2000 {
            let text = String((0..<Int.random(in: 0..<30, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? " " })
            _ = CompletionContext(text)
        }
    }

    private func complete(_ text: String, _ names: [String] = []) -> Completion {
        Completion.at(text, spec: .builtIn) { _ in names }
    }

    @Test func `requests, parameters, fields of structs and values come from the spec`() {
        #expect(complete("app.rpc.Al") == Completion(insertion: "ert", choices: ["Alert", "AlertManeuver"]))
        #expect(complete("app.rpc.AlertM") == Completion(insertion: "aneuver { "))
        #expect(complete("app.rpc.Alert { alertText", []).choices == ["alertText1", "alertText2", "alertText3"])
        #expect(complete("app.rpc.Alert { dur") == Completion(insertion: "ation = "))
        #expect(complete("app.rpc.Speak { ttsChunks = { { te") == Completion(insertion: "xt = "))
        #expect(complete("app.rpc.Speak { ttsChunks = { { type = \"SAPI") == Completion(insertion: "_PHONEMES\""))
        #expect(complete("app.rpc.Show { alignment = \"").choices == ["CENTERED", "LEFT_ALIGNED", "RIGHT_ALIGNED"])
        #expect(complete("help \"HMIL") == Completion(insertion: "evel\""))
        #expect(complete("app:on(\"OnButtonP") == Completion(insertion: "ress\""))
        #expect(complete("hu:on('Diag") == Completion(insertion: "nosticMessage\""))
        #expect(complete("app.rpc.Nonsense { ") == Completion())
    }

    @Test func `other names are the script's`() {
        #expect(complete("pri", ["print", "pairs"]) == Completion(insertion: "nt"))
        #expect(complete("p", ["print", "pairs"]) == Completion(choices: ["pairs", "print"]))
        #expect(complete("zz", ["print"]) == Completion())
    }
}
