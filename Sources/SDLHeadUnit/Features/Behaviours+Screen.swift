// SPDX-License-Identifier: Apache-2.0
import SDLRPC

extension Behaviours {
    /// Templates and what is shown in them.
    static let screen: [String: Behaviour] = [
        "Show": .immediate { request, headUnit throws(Refusal) in try show(request, headUnit) },
        "SetDisplayLayout": .immediate { request, headUnit throws(Refusal) in
            let layout = request.string("displayLayout") ?? ""
            try setTemplate(layout, request.members, of: 0, request, headUnit, unknown: .unsupportedRequest)
            let capabilities = headUnit.configuration.capabilities.registration
            let names = ["displayCapabilities", "buttonCapabilities", "softButtonCapabilities", "presetBankCapabilities"]
            return Answer(.success, JSONObject(names.compactMap { name in capabilities[name].map { (name, $0) } }))
        },
    ]

    private static func show(_ request: HeadUnitRequest, _ headUnit: HeadUnit) throws(Refusal) -> Answer {
        guard request.members.contains(where: { $0.key != "windowID" }) else { throw Refusal(.invalidData, "Show shows nothing") }
        let window = request.int("windowID") ?? 0
        guard request.app.screens[window] != nil else { throw Refusal(.invalidID, "there is no window \(window)") }
        try TextRule.require(request, ScreenContent.textFields)
        try TextRule.require(request, "customPresets")
        try SoftButtons.require(request, headUnit)
        if let configuration = request.params["templateConfiguration"]?.object {
            let template = configuration["template"]?.string ?? ""
            try setTemplate(template, configuration, of: window, request, headUnit, unknown: .rejected)
        }
        Images.warn(request, headUnit)
        warnOfMetadata(request)
        for window in [window] + duplicates(of: window, request.app) { request.app.screens[window]?.show(request.members) }
        return Answer()
    }

    private static func setTemplate(
        _ template: String, _ parameters: JSONObject, of window: Int, _ request: HeadUnitRequest, _ headUnit: HeadUnit,
        unknown: ResultCode
    ) throws(Refusal) {
        let known = headUnit.configuration.capabilities.templates
        guard known.isEmpty || known.contains(template) else {
            throw Refusal(unknown, "the template \(template) is not available")
        }
        let schemes = JSONObject(
            ["dayColorScheme", "nightColorScheme"].compactMap { name in parameters[name].map { (name, $0) } })
        guard request.app.screens[window]?.allowsColorSchemes(schemes, template: template) != false else {
            throw Refusal(.rejected, "the colours of the template \(template) were set already; they can change with a new template")
        }
        request.app.screens[window]?.setTemplate(template, colorSchemes: schemes)
    }

    private static func warnOfMetadata(_ request: HeadUnitRequest) {
        for tag in request.params["metadataTags"]?.object ?? [:] where tag.value.array?.isEmpty == false {
            guard request.string(tag.key)?.isEmpty ?? true else { continue }
            request.warnings.append("metadata tags are given for \(tag.key), which is empty")
        }
    }

    /// The windows that repeat another one's content.
    private static func duplicates(of window: Int, _ app: HeadUnitApp) -> [Int] {
        app.data.windows.filter { $0.duplicatedWindowID == window }.map(\.id)
    }
}
