// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// Why a request is not carried out.
struct Refusal: Error, Equatable {
    var code: ResultCode
    /// Sent as `info`: what is wrong, for the person who wrote the application.
    var info: String
    var parameters: JSONObject = [:]

    init(_ code: ResultCode, _ info: String, _ parameters: JSONObject = [:]) {
        self.code = code
        self.info = info
        self.parameters = parameters
    }
}
