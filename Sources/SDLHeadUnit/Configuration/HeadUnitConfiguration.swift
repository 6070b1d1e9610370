// SPDX-License-Identifier: Apache-2.0
public import SDLRPC
public import SDLSession
public import SDLWire

/// Everything about a simulated head unit that can be chosen. The defaults describe a good, current one.
public struct HeadUnitConfiguration: Sendable {
    /// The highest protocol version to agree to.
    public var protocolVersion = ProtocolVersion.newest
    /// The highest RPC version to agree to.
    public var rpcVersion = RPCVersion(8)
    /// Applications below it are refused.
    public var minimumRPCVersion = RPCVersion(1)
    /// The size of frames to announce, in bytes; nil for the protocol version's own.
    public var mtu: Int?
    /// Nil for what suits each link.
    public var heartbeat: HeartbeatPolicy?

    /// The language of voice and speech.
    public var language = "EN-US"
    /// The language of the display. An application that wants another one registers with WRONG_LANGUAGE.
    public var hmiDisplayLanguage = "EN-US"
    /// The languages to choose from; nil means all of the specification.
    public var supportedLanguages: [String]?

    /// Make, model and versions, for the session's opening and for the registration response.
    public var vehicle = VehicleDescription(
        make: "Dyno", model: "Roller", modelYear: "2026", trim: "Base", systemSoftwareVersion: "1.0", systemHardwareVersion: "1.0")
    /// What stands for the version of SDL core in the registration response.
    public var sdlVersion = "dyno"
    /// What registration responses and GetSystemCapability say.
    public var capabilities = HeadUnitCapabilities.standard
    /// Parts of the HMI this head unit lacks: `UI VR TTS Buttons VehicleInfo Navigation RC`.
    public var missingInterfaces: Set<String> = []

    /// What applications may not exceed.
    public var limits = HeadUnitLimits()
    /// What returning applications get back, and when.
    public var resumption = ResumptionRules()
    /// Whether one sound can be lowered under another; without it ATTENUATED is NOT_AUDIBLE.
    public var mixesAudio = true
    /// Whether the tone of an alert lowers the audio like speech does.
    public var toneAttenuates = true
    /// What an application sees first when an overlay closes.
    public var overlayOrder = OverlayOrder.statusThenResponse
    /// How long speech takes.
    public var speechPace = SpeechPace()
    /// Whether the lock screen may be dismissed, and with which warning.
    public var isLockScreenDismissible = true
    /// Shown when the driver dismisses the lock screen; told to applications with DD_ON.
    public var lockScreenWarning: String?
    /// Where applications find the lock screen's icon; they are told after registration. Nil tells them nothing.
    public var lockScreenIconURL: String?
    /// After this long the head unit closes a menu that an application opened.
    public var menuTimeout: Duration = .seconds(10)
    /// How long an application may take to answer what another one asks its service.
    public var providerTimeout: Duration = .seconds(11)

    /// A good, current head unit.
    public init() {}
}
