// SPDX-License-Identifier: Apache-2.0
public import SDLRPC

/// Something that reached the HMI: what checks and policy let through to screen, voice or vehicle.
public struct HMIEvent {
    public var app: HeadUnitApp
    /// In the words of the HMI interface: `UI.Alert`, `TTS.Speak`, `VehicleInfo.GetVehicleData`.
    public var method: String
    public var params: JSONValue
}
