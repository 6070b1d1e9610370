// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// How long the head unit's voice takes.
public struct SpeechPace: Equatable, Sendable {
    /// For each character of each chunk.
    public var perCharacter: Duration = .milliseconds(50)
    /// Even for a single letter.
    public var shortest: Duration = .milliseconds(500)
    /// Keeps long texts below the time in which applications give up on a request.
    public var longest: Duration = .seconds(8)
    /// A tone played instead of, or before, speech.
    public var tone: Duration = .milliseconds(500)

    public init() {}

    /// The time a list of TTSChunk takes. Nothing to say takes no time.
    func duration(of chunks: [JSONValue]) -> Duration {
        guard !chunks.isEmpty else { return .zero }
        let characters = chunks.reduce(0) { $0 + ($1["text"]?.string?.count ?? 0) }
        return min(longest, max(shortest, perCharacter * characters))
    }
}
