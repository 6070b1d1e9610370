// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLRPC

/// A response before it is sent.
struct Answer: Equatable {
    var code: ResultCode
    /// Set when it differs from what the code says.
    var success: Bool?
    var info: String?
    var parameters: JSONObject
    var bulk = ByteBuffer()

    init(_ code: ResultCode = .success, _ parameters: JSONObject = [:], success: Bool? = nil, info: String? = nil) {
        self.code = code
        self.success = success
        self.info = info
        self.parameters = parameters
    }

    /// A failure, as a check or a behaviour throws it.
    init(_ refusal: Refusal) {
        self.init(refusal.code, refusal.parameters, success: false, info: refusal.info)
    }

    var isSuccess: Bool { success ?? code.meansSuccess }

    /// The response's parameters: `success`, `resultCode`, `info`, then the rest. What a caller put among the parameters wins.
    var json: JSONValue {
        var members: JSONObject = ["success": .bool(isSuccess), "resultCode": .string(code.rawValue)]
        if let info { members["info"] = .string(String(info.prefix(1000))) }
        for member in parameters { members[member.key] = member.value }
        return .object(members)
    }
}
