// SPDX-License-Identifier: Apache-2.0
import SDLRPC

extension Behaviours {
    /// What lies over the screen for a while and is answered when it is gone.
    static let overlays: [String: Behaviour] = [
        "Alert": .timed { request, headUnit throws(Refusal) in try alert(request, headUnit, .alert) },
        "SubtleAlert": .timed { request, headUnit throws(Refusal) in try alert(request, headUnit, .subtleAlert) },
        "ScrollableMessage": .timed { request, headUnit throws(Refusal) in try scrollableMessage(request, headUnit) },
        "Slider": .timed { request, headUnit throws(Refusal) in try slider(request, headUnit) },
        "CancelInteraction": .immediate { request, headUnit throws(Refusal) in try cancelInteraction(request, headUnit) },
    ]

    private static func alert(_ request: HeadUnitRequest, _ headUnit: HeadUnit, _ kind: OverlayKind) throws(Refusal) -> Answer? {
        let chunks = request.array("ttsChunks")
        // alertText3 alone is not enough: screens with two lines would show nothing.
        guard request.string("alertText1") != nil || request.string("alertText2") != nil || !chunks.isEmpty else {
            throw Refusal(.invalidData, "\(request.rpc) needs alertText1, alertText2 or ttsChunks")
        }
        try TextRule.require(request, "alertText1", "alertText2", "alertText3", "ttsChunks")
        try SpokenFiles.require(request, headUnit, "ttsChunks")
        try SoftButtons.require(request, headUnit)
        try requireBackgroundRate(request, headUnit, kind)
        let priority = AlertPriority.rank(of: headUnit.policy.policy(of: request.app).priority)
        try headUnit.overlays.requireRoom(for: kind, priority: priority)
        Images.warn(request, headUnit)
        let hasTone = request.bool("playTone") ?? false
        if hasTone && chunks.isEmpty { request.warnings.append("playTone needs ttsChunks to be played with") }
        present(request, headUnit, kind, priority: priority, sound: sound(of: chunks, hasTone: hasTone, headUnit))
        return nil
    }

    private static func sound(of chunks: [JSONValue], hasTone: Bool, _ headUnit: HeadUnit) -> Duration {
        let pace = headUnit.configuration.speechPace
        let tone = hasTone && headUnit.configuration.toneAttenuates ? pace.tone : .zero
        return tone + pace.duration(of: chunks)
    }

    private static func present(
        _ request: HeadUnitRequest, _ headUnit: HeadUnit, _ kind: OverlayKind, priority: Int, sound: Duration
    ) {
        let shown = request.integer("duration").map { Duration.milliseconds($0) } ?? kind.defaultDuration
        let hasButtons = !request.array("softButtons").isEmpty
        let id = headUnit.overlays.show(
            kind, of: request.app, parameters: request.members, duration: max(shown, sound), priority: priority
        ) { ending in
            headUnit.finish(request, answer(to: ending, timeoutIsSuccess: !hasButtons))
        }
        headUnit.speech.speak(for: sound, app: request.app, overlay: id)
    }

    private static func answer(to ending: Overlay.Ending, timeoutIsSuccess: Bool) -> Answer {
        switch ending {
        case .completed(let parameters): return Answer(.success, parameters)
        case .timedOut where timeoutIsSuccess: return Answer()
        case .timedOut: return Answer(.aborted, info: "the time was up and no soft button was pressed")
        case .dismissed: return Answer(.aborted, info: "the user closed it")
        case .cancelled: return Answer(.aborted, info: "it was cancelled")
        }
    }

    /// In BACKGROUND the policy says how many alerts an application of a priority may show in a minute; they have to be
    /// that far apart.
    private static func requireBackgroundRate(
        _ request: HeadUnitRequest, _ headUnit: HeadUnit, _ kind: OverlayKind
    ) throws(Refusal) {
        guard request.app.hmiLevel == .background else { return }
        let priority = headUnit.policy.policy(of: request.app).priority
        let table = headUnit.policy.table
        let limit = (kind == .alert ? table.alertsPerMinute : table.subtleAlertsPerMinute)[priority] ?? 0
        guard limit > 0 else {
            throw Refusal(.rejected, "the policy allows no \(request.rpc) in BACKGROUND to the priority \(priority)")
        }
        let now = headUnit.world.now
        if let last = request.app.rates.lastBackgroundAlert[request.rpc], now - last < .seconds(60) / limit {
            throw Refusal(.rejected, "the policy allows \(limit) \(request.rpc) a minute in BACKGROUND")
        }
        request.app.rates.lastBackgroundAlert[request.rpc] = now
    }

    private static func scrollableMessage(_ request: HeadUnitRequest, _ headUnit: HeadUnit) throws(Refusal) -> Answer? {
        try TextRule.require(request, "scrollableMessageBody")
        try SoftButtons.require(request, headUnit)
        try headUnit.overlays.requireRoom(for: .scrollableMessage, priority: 0)
        Images.warn(request, headUnit)
        let duration = request.integer("timeout").map { Duration.milliseconds($0) } ?? OverlayKind.scrollableMessage.defaultDuration
        headUnit.overlays.show(
            .scrollableMessage, of: request.app, parameters: request.members, duration: duration, priority: 0
        ) { ending in
            headUnit.finish(request, answer(to: ending, timeoutIsSuccess: true))
        }
        return nil
    }

    private static func slider(_ request: HeadUnitRequest, _ headUnit: HeadUnit) throws(Refusal) -> Answer? {
        try TextRule.require(request, "sliderHeader", "sliderFooter")
        let ticks = request.integer("numTicks") ?? 0
        let position = request.integer("position") ?? 0
        guard position <= ticks else { throw Refusal(.invalidData, "position \(position) is beyond numTicks \(ticks)") }
        let footers = request.array("sliderFooter").count
        guard footers <= 1 || Int64(footers) == ticks else {
            throw Refusal(.invalidData, "sliderFooter has \(footers) texts for \(ticks) ticks; 1 or \(ticks) are needed")
        }
        try headUnit.overlays.requireRoom(for: .slider, priority: 0)
        let duration = request.integer("timeout").map { Duration.milliseconds($0) } ?? OverlayKind.slider.defaultDuration
        headUnit.overlays.show(
            .slider, of: request.app, parameters: request.members, duration: duration, priority: 0
        ) { ending in
            var answer = answer(to: ending, timeoutIsSuccess: false)
            if ending == .timedOut { answer.code = .timedOut }
            if answer.parameters["sliderPosition"] == nil { answer.parameters["sliderPosition"] = .integer(position) }
            headUnit.finish(request, answer)
        }
        return nil
    }

    private static func cancelInteraction(_ request: HeadUnitRequest, _ headUnit: HeadUnit) throws(Refusal) -> Answer {
        let id = request.integer("functionID") ?? 0
        let name = Int(exactly: id).flatMap { headUnit.spec.function(id: $0)?.name } ?? "\(id)"
        guard let kind = OverlayKind(rawValue: name), kind != .performAudioPassThru else {
            throw Refusal(
                .invalidID, "\(name) can't be cancelled: Alert, SubtleAlert, PerformInteraction, ScrollableMessage and Slider can")
        }
        let cancelID = request.integer("cancelID")
        let overlay = headUnit.overlays.stack.newest(of: request.app.key) { overlay in
            overlay.kind == kind && (cancelID == nil || overlay.cancelID == cancelID)
        }
        guard let overlay else { throw Refusal(.ignored, "no such \(name) is on the screen") }
        headUnit.overlays.end(overlay.id, .cancelled)
        return Answer()
    }
}
