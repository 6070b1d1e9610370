// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import SDLRPC

extension World {
    /// Smaller messages are read sooner than found.
    private static let smallestKnown = 1024

    /// Reads JSON. What is large, a head unit's capabilities and permissions, comes to application after application.
    func parsed(_ json: ByteBuffer) throws(JSONError) -> JSONValue {
        guard json.readableBytes >= Self.smallestKnown else { return try JSONValue.parse(json) }
        return try shared(Memo<ByteBuffer, JSONValue>()).output(for: json) { () throws(JSONError) in try JSONValue.parse(json) }
    }
}
