// SPDX-License-Identifier: Apache-2.0
import SDLRPC

extension Behaviours {
    /// Choice sets, and the user's choosing.
    static let choices: [String: Behaviour] = [
        "CreateInteractionChoiceSet": .resumable { request, headUnit throws(Refusal) in try createChoiceSet(request, headUnit) },
        "DeleteInteractionChoiceSet": .resumable { request, headUnit throws(Refusal) in
            let id = request.integer("interactionChoiceSetID") ?? -1
            guard request.app.data.choiceSets.contains(id) else { throw Refusal(.invalidID, "there is no choice set \(id)") }
            let shown = headUnit.overlays.stack.newest(of: request.app.key) { $0.kind == .performInteraction }
            let used = shown?.parameters["interactionChoiceSetIDList"]?.array?.compactMap(\.integer) ?? []
            guard !used.contains(id) else { throw Refusal(.inUse, "the choice set \(id) is on the screen") }
            request.app.data.choiceSets.remove(id)
            return Answer()
        },
        "PerformInteraction": .timed { request, headUnit throws(Refusal) in try performInteraction(request, headUnit) },
    ]

    private static func createChoiceSet(_ request: HeadUnitRequest, _ headUnit: HeadUnit) throws(Refusal) -> Answer {
        let id = request.integer("interactionChoiceSetID") ?? -1
        guard !request.app.data.choiceSets.contains(id) else { throw Refusal(.invalidID, "there is a choice set \(id) already") }
        let choices = request.array("choiceSet")
        let ids = choices.compactMap { $0["choiceID"]?.integer }
        guard Set(ids).count == ids.count else { throw Refusal(.invalidID, "two choices have the same choiceID") }
        let spoken = choices.map { $0["vrCommands"]?.array?.compactMap(\.string) ?? [] }
        guard spoken.allSatisfy(\.isEmpty) || spoken.allSatisfy({ !$0.isEmpty }) else {
            throw Refusal(.invalidData, "some choices have vrCommands and some have none")
        }
        let words = spoken.flatMap { Set($0.map { $0.lowercased() }) }
        guard Set(words).count == words.count else { throw Refusal(.duplicateName, "two choices have the same vrCommand") }
        try TextRule.require(request, "choiceSet")
        Images.warn(request, headUnit)
        request.app.data.choiceSets.add(id, choices)
        return Answer()
    }

    private static func performInteraction(_ request: HeadUnitRequest, _ headUnit: HeadUnit) throws(Refusal) -> Answer? {
        try requireChoices(request)
        try TextRule.require(request, "initialText", "initialPrompt", "helpPrompt", "timeoutPrompt")
        try VRHelp.requireSequence(request)
        try SpokenFiles.require(request, headUnit, "initialPrompt", "helpPrompt", "timeoutPrompt")
        try headUnit.overlays.requireRoom(for: .performInteraction, priority: 0)
        Images.warn(request, headUnit)
        let timeout = request.integer("timeout").map { Duration.milliseconds($0) } ?? OverlayKind.performInteraction.defaultDuration
        Interaction(request, headUnit, timeout: timeout).start()
        return nil
    }

    private static func requireChoices(_ request: HeadUnitRequest) throws(Refusal) {
        let ids = request.array("interactionChoiceSetIDList").compactMap(\.integer)
        let store = request.app.data.choiceSets
        if let unknown = ids.first(where: { !store.contains($0) }) { throw Refusal(.invalidID, "there is no choice set \(unknown)") }
        guard Set(ids).count == ids.count else { throw Refusal(.invalidID, "a choice set is listed twice") }
        let isKeyboard = request.string("interactionLayout") == "KEYBOARD"
        let mode = request.string("interactionMode") ?? ""
        if isKeyboard && (mode == "VR_ONLY" || mode == "BOTH" && ids.isEmpty) {
            throw Refusal(.invalidData, "the layout KEYBOARD can't be used with \(mode)")
        }
        guard !ids.isEmpty || isKeyboard else { throw Refusal(.invalidData, "without choice sets only the layout KEYBOARD works") }
        let choices = store.choices(of: ids)
        let choiceIDs = choices.compactMap { $0["choiceID"]?.integer }
        guard Set(choiceIDs).count == choiceIDs.count else { throw Refusal(.invalidID, "two choices have the same choiceID") }
        try requireVoice(choices, isNeeded: mode != "MANUAL_ONLY")
    }

    private static func requireVoice(_ choices: [JSONValue], isNeeded: Bool) throws(Refusal) {
        let spoken = choices.map { $0["vrCommands"]?.array?.compactMap(\.string) ?? [] }
        guard !isNeeded || spoken.allSatisfy({ !$0.isEmpty }) else {
            throw Refusal(.invalidData, "choices without vrCommands can't be chosen by voice")
        }
        let words = spoken.flatMap { Set($0.map { $0.lowercased() }) }
        guard Set(words).count == words.count else { throw Refusal(.duplicateName, "two choices have the same vrCommand") }
    }
}
