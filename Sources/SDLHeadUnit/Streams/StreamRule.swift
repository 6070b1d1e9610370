// SPDX-License-Identifier: Apache-2.0
import SDLRPC
import SDLWire

/// Who may stream, and what. As sdl_core decides, but with an answer also for applications that are not registered, as the protocol
/// spec wants it (5.4.1 § 2.4: a NAK, never silence).
struct StreamRule {
    let capabilities: HeadUnitCapabilities

    /// Why a service is not started now; nil when it is.
    func refusal(of service: ServiceType, _ wish: VideoParameters, for app: HeadUnitApp?) -> NAKPayload? {
        guard let app else { return refusal("no application is registered in this session") }
        guard app.traits.hasVideo else { return refusal("only NAVIGATION and PROJECTION applications stream") }
        guard app.hmiLevel.isInUse else { return refusal("the application is in \(app.hmiLevel.rawValue), not in FULL or LIMITED") }
        guard service == .video else {
            return app.audioStreamingState == .notAudible ? refusal("the application is NOT_AUDIBLE") : nil
        }
        guard app.videoStreamingState == .streamable else { return refusal("the application is NOT_STREAMABLE") }
        return rejectedParameters(of: wish).map { NAKPayload(rejectedParams: $0, reason: "the picture cannot be shown like this") }
    }

    /// The values of a wish that this head unit's screen does not have; nil when there are none. Absent ones are H264 and RAW.
    private func rejectedParameters(of wish: VideoParameters) -> [String]? {
        var names: [String] = []
        if let height = wish.height, height <= 0 { names.append("height") }
        if let width = wish.width, width <= 0 { names.append("width") }
        return names.isEmpty ? rejectedFormat(codec: wish.videoCodec ?? "H264", protocolName: wish.videoProtocol ?? "RAW") : names
    }

    private func rejectedFormat(codec: String, protocolName: String) -> [String]? {
        let formats = capabilities.systemCapabilities["VIDEO_STREAMING"]?["videoStreamingCapability"]?["supportedFormats"]?.array
        // A head unit that names no formats shows them all.
        guard let formats, !formats.contains(where: { $0["codec"]?.string == codec && $0["protocol"]?.string == protocolName }) else {
            return nil
        }
        var names: [String] = []
        if !formats.contains(where: { $0["protocol"]?.string == protocolName }) { names.append("videoProtocol") }
        if !formats.contains(where: { $0["codec"]?.string == codec }) { names.append("videoCodec") }
        return names.isEmpty ? ["videoProtocol", "videoCodec"] : names
    }

    private func refusal(_ reason: String) -> NAKPayload {
        NAKPayload(rejectedParams: [], reason: reason)
    }
}
