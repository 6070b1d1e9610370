// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// Finds the sound files that TTS chunks name.
enum SpokenFiles {
    /// The first file that chunks of type FILE name and that is not there.
    static func missing(in chunks: [JSONValue], from store: FileStore?) -> String? {
        chunks.lazy.filter { $0["type"]?.string == "FILE" }.compactMap { $0["text"]?.string }.first { store?[$0] == nil }
    }

    /// Refuses a request whose chunks name a file that is not there.
    static func require(_ request: HeadUnitRequest, _ headUnit: HeadUnit, _ names: String...) throws(Refusal) {
        for name in names {
            guard let missing = missing(in: request.array(name), from: headUnit.files[request.app.identity]) else { continue }
            throw Refusal(.fileNotFound, "the file \(missing) of \(name) is not on the head unit")
        }
    }
}
