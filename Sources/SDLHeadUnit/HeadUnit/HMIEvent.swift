// SPDX-License-Identifier: Apache-2.0
public import SDLRPC

/// Something that reached the HMI: what checks and policy let through to screen, voice or vehicle.
public struct HMIEvent {
    /// Whose request it was.
    public var app: HeadUnitApp
    /// In the words of the HMI interface: `UI.Alert`, `TTS.Speak`, `VehicleInfo.GetVehicleData`.
    public var method: String
    /// The request's parameters, without what the policy took out.
    public var params: JSONValue
}
