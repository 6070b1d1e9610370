// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import SDLRPC

/// The head unit's own story, for somebody who watches it.
extension HeadUnit {
    func report(
        _ app: HeadUnitApp?, _ name: String, _ text: @autoclosure () -> String, rpc: String? = nil,
        _ parameters: @autoclosure () -> JSONValue? = nil, severity: Event.Severity = .info,
        extra: @autoclosure () -> [(String, JSONValue)] = []
    ) {
        guard world.isHeard(severity) else { return }
        world.publish(
            Event(
                time: world.now, severity: severity, source: "head unit", name: name, text: text(),
                fields: world.wantsFields ? fields(app, rpc, parameters(), extra()) : []))
    }

    private func fields(_ app: HeadUnitApp?, _ rpc: String?, _ parameters: JSONValue?, _ extra: [(String, JSONValue)]) -> [Event.Field] {
        var values = extra
        if let parameters { values.insert(("params", parameters), at: 0) }
        if let rpc { values.insert(("rpc", .string(rpc)), at: 0) }
        if let app { values.insert(("app", .string(app.appName)), at: 0) }
        return values.map { Event.Field(key: $0, json: "\($1)") }
    }

    func reportRequest(_ request: HeadUnitRequest) {
        report(
            request.app, "request", "\(request.app.appName): \(request.rpc) \(Summary.of(request.params))", rpc: request.rpc,
            request.params, severity: .debug)
    }

    /// `Hello: Show mainField1 = "Hello" → SUCCESS`
    func reportAnswer(_ request: HeadUnitRequest, _ answer: Answer) {
        // A registration that worked has a line of its own.
        let severity: Event.Severity = request.rpc == "RegisterAppInterface" && answer.isSuccess ? .debug : .info
        report(
            request.app, "response", Self.line(request, answer), rpc: request.rpc, answer.json, severity: severity,
            extra: [("resultCode", .string(answer.code.rawValue))])
    }

    private static func line(_ request: HeadUnitRequest, _ answer: Answer) -> String {
        let summary = Summary.of(request.params)
        let info = answer.isSuccess ? "" : answer.info.map { " (\($0))" } ?? ""
        return "\(request.app.appName): \(request.rpc)\(summary.isEmpty ? "" : " " + summary) → \(answer.code)\(info)"
    }

    func reportNotification(_ name: String, _ parameters: JSONValue, to app: HeadUnitApp) {
        guard name != "OnHMIStatus" else { return }
        report(app, "notification", "\(app.appName) is told \(name) \(Summary.of(parameters))", rpc: name, parameters, severity: .debug)
    }

    func reportDropped(_ name: String, for app: HeadUnitApp) {
        report(
            app, "notification", "\(app.appName) is not told \(name): the policy does not allow it at HMI level \(app.hmiLevel.rawValue)",
            rpc: name, severity: .debug)
    }

    /// `Hello: HMI NONE → FULL, AUDIBLE`
    func reportStatus(_ app: HeadUnitApp, windowID: Int, from old: HMIState?, to new: HMIState) {
        var parts: [String] = []
        if old?.hmiLevel != new.hmiLevel {
            parts.append([old?.hmiLevel, new.hmiLevel].compactMap { $0?.rawValue }.joined(separator: " → "))
        }
        if old?.audioStreamingState != new.audioStreamingState { parts.append(new.audioStreamingState.rawValue) }
        if old?.systemContext != new.systemContext { parts.append("context \(new.systemContext.rawValue)") }
        if parts.isEmpty { parts.append(new.videoStreamingState.rawValue) }
        let window = windowID == HMIArbiter.mainWindow ? "" : " of window \(windowID)"
        report(
            app, "hmi", "\(app.appName): HMI\(window) \(parts.joined(separator: ", "))", rpc: "OnHMIStatus",
            .object(new.parameters(windowID: windowID)))
    }
}
