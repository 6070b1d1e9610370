// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// Which methods of the HMI interface an RPC ends up in.
struct HMICall: Sendable {
    let method: String
    /// The parameter that makes the RPC use this method; nil when it always does.
    let parameter: String?

    init(_ method: String, if parameter: String? = nil) {
        self.method = method
        self.parameter = parameter
    }

    /// `UI` of `UI.Alert`.
    private var interface: String { String(method.prefix { $0 != "." }) }

    private func isMade(for request: HeadUnitRequest) -> Bool {
        guard let parameter else { return true }
        return request.params[parameter] != nil
    }

    /// The methods a request ends up in; an RPC that only concerns SDL itself is its own.
    static func methods(of request: HeadUnitRequest) -> [String] {
        guard let calls = table[request.rpc] else { return ["BasicCommunication.\(request.rpc)"] }
        return calls.filter { $0.isMade(for: request) }.map(\.method)
    }

    /// Every method of the table, by name.
    static let methods: Set<String> = Set(table.values.joined().map(\.method))

    /// Checks the request against the parts this head unit lacks. All missing: refused. Some missing: what is left is
    /// done and the result is the returned code.
    static func availability(of request: HeadUnitRequest, missing: Set<String>) throws(Refusal) -> ResultCode? {
        guard !missing.isEmpty, let calls = table[request.rpc]?.filter({ $0.isMade(for: request) }) else { return nil }
        let lacking = calls.filter { missing.contains($0.interface) }
        guard !lacking.isEmpty else { return nil }
        let names = lacking.map(\.interface).joined(separator: ", ")
        let info = "\(names) \(lacking.count == 1 ? "is" : "are") not supported by system"
        if lacking.count == calls.count { throw Refusal(.unsupportedResource, info) }
        request.notes.append(info)
        return .warnings
    }

    private static let table: [String: [HMICall]] = [
        "AddCommand": [HMICall("UI.AddCommand", if: "menuParams"), HMICall("VR.AddCommand", if: "vrCommands")],
        "AddSubMenu": [HMICall("UI.AddSubMenu")],
        "Alert": [HMICall("UI.Alert"), HMICall("TTS.Speak", if: "ttsChunks")],
        "AlertManeuver": [HMICall("Navigation.AlertManeuver"), HMICall("TTS.Speak", if: "ttsChunks")],
        "ButtonPress": [HMICall("Buttons.ButtonPress")],
        "CancelInteraction": [HMICall("UI.CancelInteraction")],
        "ChangeRegistration": [
            HMICall("UI.ChangeRegistration"), HMICall("VR.ChangeRegistration"), HMICall("TTS.ChangeRegistration"),
        ],
        "CloseApplication": [HMICall("BasicCommunication.CloseApplication")],
        "CreateInteractionChoiceSet": [HMICall("VR.AddCommand")],
        "CreateWindow": [HMICall("UI.CreateWindow")],
        "DeleteCommand": [HMICall("UI.DeleteCommand")],
        "DeleteInteractionChoiceSet": [HMICall("VR.DeleteCommand")],
        "DeleteSubMenu": [HMICall("UI.DeleteSubMenu")],
        "DeleteWindow": [HMICall("UI.DeleteWindow")],
        "DiagnosticMessage": [HMICall("VehicleInfo.DiagnosticMessage")],
        "DialNumber": [HMICall("BasicCommunication.DialNumber")],
        "EndAudioPassThru": [HMICall("UI.EndAudioPassThru")],
        "GetDTCs": [HMICall("VehicleInfo.GetDTCs")],
        "GetInteriorVehicleData": [HMICall("RC.GetInteriorVehicleData")],
        "GetInteriorVehicleDataConsent": [HMICall("RC.GetInteriorVehicleDataConsent")],
        "GetVehicleData": [HMICall("VehicleInfo.GetVehicleData")],
        "GetWayPoints": [HMICall("Navigation.GetWayPoints")],
        "PerformAudioPassThru": [HMICall("UI.PerformAudioPassThru"), HMICall("TTS.Speak", if: "initialPrompt")],
        "PerformInteraction": [HMICall("UI.PerformInteraction"), HMICall("VR.PerformInteraction")],
        "ReadDID": [HMICall("VehicleInfo.ReadDID")],
        "ReleaseInteriorVehicleDataModule": [HMICall("RC.ReleaseInteriorVehicleDataModule")],
        "ScrollableMessage": [HMICall("UI.ScrollableMessage")],
        "SendHapticData": [HMICall("UI.SendHapticData")],
        "SendLocation": [HMICall("Navigation.SendLocation")],
        "SetAppIcon": [HMICall("UI.SetAppIcon")],
        "SetDisplayLayout": [HMICall("UI.Show")],
        "SetGlobalProperties": [HMICall("UI.SetGlobalProperties"), HMICall("TTS.SetGlobalProperties")],
        "SetInteriorVehicleData": [HMICall("RC.SetInteriorVehicleData")],
        "SetMediaClockTimer": [HMICall("UI.SetMediaClockTimer")],
        "Show": [HMICall("UI.Show")],
        "ShowAppMenu": [HMICall("UI.ShowAppMenu")],
        "ShowConstantTBT": [HMICall("Navigation.ShowConstantTBT")],
        "Slider": [HMICall("UI.Slider")],
        "Speak": [HMICall("TTS.Speak")],
        "SubscribeButton": [HMICall("Buttons.SubscribeButton")],
        "SubscribeVehicleData": [HMICall("VehicleInfo.SubscribeVehicleData")],
        "SubscribeWayPoints": [HMICall("Navigation.SubscribeWayPoints")],
        "SubtleAlert": [HMICall("UI.SubtleAlert"), HMICall("TTS.Speak", if: "ttsChunks")],
        "UnsubscribeButton": [HMICall("Buttons.UnsubscribeButton")],
        "UnsubscribeVehicleData": [HMICall("VehicleInfo.UnsubscribeVehicleData")],
        "UnsubscribeWayPoints": [HMICall("Navigation.UnsubscribeWayPoints")],
        "UpdateTurnList": [HMICall("Navigation.UpdateTurnList")],
    ]
}
