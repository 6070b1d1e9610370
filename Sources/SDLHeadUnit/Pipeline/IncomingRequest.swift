// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// A request on its way through the checks.
struct IncomingRequest {
    let request: HeadUnitRequest
    /// Nil for a function id this head unit does not know.
    let function: RPCFunction?
    /// Why its JSON can't be read.
    let jsonError: JSONError?
}
