// SPDX-License-Identifier: Apache-2.0
import DynoWorld
public import SDLRPC
public import SDLWire

/// An application as the head unit knows it: who it is, what it is told, and what it built up.
public final class HeadUnitApp {
    let key: AppKey
    /// The parameters of its registration.
    public let registration: JSONValue
    /// Changes with ChangeRegistration.
    public internal(set) var appName: String {
        didSet { neighbour = makeNeighbour() }
    }
    /// What the policy and the stores know it by: `fullAppID`, or `appID` for an application that sent no full one.
    public let fullAppID: String
    /// The same without regard to case: what the policy, the files and the resumption data are kept under.
    let identity: String
    /// The short id; derived from the full one by most libraries.
    public let appID: String
    /// The session it registered in.
    public let sessionID: SessionID
    /// The protocol version of that session.
    public let protocolVersion: ProtocolVersion
    /// The RPC version both ends agreed on.
    public let rpcVersion: RPCVersion
    /// The types it registered with, unknown ones included.
    public let appHMITypes: [String]
    /// The language of voice it wants; changes with ChangeRegistration.
    public internal(set) var language: String
    /// The language of the display it wants; changes with ChangeRegistration.
    public internal(set) var hmiDisplayLanguage: String
    /// False again once it has unregistered or its session is gone.
    public internal(set) var isRegistered = false

    let traits: AppTraits
    weak var session: HeadUnitSession?
    /// What it was last told in OnHMIStatus, by window.
    var states: [Int: HMIState] = [:]
    /// Answered when their time has come.
    var pendingCorrelationIDs: Set<Int32> = []
    var data = AppData()
    /// What a resuming application gets back its data with.
    var hash: String?
    var screens: [Int: ScreenContent] = [0: ScreenContent()]
    var mediaClock = MediaClock()
    var navigation = NavigationDisplay()
    /// Types whose changes it wants, by GetSystemCapability.
    var capabilitySubscriptions: Set<String> = []
    var rates = AppRates()
    /// Audio and video it sends.
    public internal(set) var streams = AppStreams()
    /// The newest OnDriverDistraction that the policy held back.
    var heldDriverDistraction: JSONObject?
    /// Restores the level some seconds after the registration.
    var resumptionTimer: Timer?
    var vrSynonyms: [String] {
        didSet { neighbour = makeNeighbour() }
    }
    var ttsName: [JSONValue] {
        didSet { neighbour = makeNeighbour() }
    }
    /// What others must not be called. Kept, because every registration looks at all of them.
    private(set) lazy var neighbour = makeNeighbour()

    init(key: AppKey, session: HeadUnitSession, registration parameters: JSONValue, rpcVersion: RPCVersion, appHMITypes: [String]) {
        self.key = key
        self.session = session
        registration = parameters
        sessionID = session.id
        protocolVersion = session.protocolVersion
        self.rpcVersion = rpcVersion
        appName = parameters["appName"]?.string ?? ""
        appID = parameters["appID"]?.string ?? ""
        fullAppID = parameters["fullAppID"]?.string ?? parameters["appID"]?.string ?? ""
        identity = fullAppID.lowercased()
        self.appHMITypes = appHMITypes
        language = parameters["languageDesired"]?.string ?? ""
        hmiDisplayLanguage = parameters["hmiDisplayLanguageDesired"]?.string ?? ""
        vrSynonyms = parameters["vrSynonyms"]?.array?.compactMap(\.string) ?? []
        ttsName = parameters["ttsName"]?.array ?? []
        traits = AppTraits(isMedia: parameters["isMediaApplication"]?.bool ?? false, appHMITypes: appHMITypes)
    }

    private func makeNeighbour() -> RegistrationChecks.Neighbour {
        RegistrationChecks.Neighbour(
            fullAppID: fullAppID, name: appName, vrSynonyms: vrSynonyms, ttsTexts: ttsName.compactMap { $0["text"]?.string })
    }

    /// `isMediaApplication` of the registration.
    public var isMedia: Bool { traits.isMedia }

    /// What it was last told about its main window.
    public var state: HMIState { states[HMIArbiter.mainWindow] ?? HMIState(.none) }
    /// The level of its main window.
    public var hmiLevel: HMILevel { state.hmiLevel }
    public var audioStreamingState: AudioStreamingState { state.audioStreamingState }
    public var videoStreamingState: VideoStreamingState { state.videoStreamingState }
    public var systemContext: SystemContext { state.systemContext }

    /// The level of a window; a window that does not exist has none.
    func level(of windowID: Int) -> HMILevel? {
        windowID == HMIArbiter.mainWindow ? hmiLevel : states[windowID]?.hmiLevel
    }

    /// Whether the application wants to control the vehicle's modules.
    var isRemoteControl: Bool { appHMITypes.contains("REMOTE_CONTROL") }

    /// Whether a name is the application's own, without regard to case.
    func isCalled(_ name: String) -> Bool {
        [appName, fullAppID, appID].contains { $0.lowercased() == name.lowercased() }
    }
}

extension HeadUnitApp: CustomStringConvertible {
    public var description: String { "\(appName) (\(fullAppID))" }
}
