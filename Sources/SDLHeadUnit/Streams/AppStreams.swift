// SPDX-License-Identifier: Apache-2.0
public import SDLWire

/// What an application has streamed since it registered.
public struct AppStreams: Hashable, Sendable {
    /// Payload bytes of the Video service.
    public internal(set) var videoBytes = 0
    /// Payload bytes of the Audio service.
    public internal(set) var audioBytes = 0
    /// The services that run now.
    public internal(set) var running: Set<ServiceType> = []
    /// The picture that was agreed on when video last started; nil before the first time.
    public internal(set) var video: VideoParameters?

    mutating func add(_ count: Int, of service: ServiceType) {
        if service == .video { videoBytes += count } else { audioBytes += count }
    }
}
