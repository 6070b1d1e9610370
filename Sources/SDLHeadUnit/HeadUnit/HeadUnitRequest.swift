// SPDX-License-Identifier: Apache-2.0
public import NIOCore
public import SDLRPC

/// A request of an application, and the way to answer it.
///
/// A handler of `HeadUnit.on` gets it after all checks and may answer at once, later, twice, or never. As long as nothing
/// is answered and `noReply()` was not called, the request is pending.
public final class HeadUnitRequest {
    /// Who sent it. In RegisterAppInterface it is not registered yet.
    public let app: HeadUnitApp
    /// The RPC's name; of an RPC nobody knows, its function id in decimal.
    public let rpc: String
    /// The parameters that passed schema and policy.
    public internal(set) var params: JSONValue
    /// The bytes beside the parameters, of PutFile for one.
    public let bulk: ByteBuffer
    /// How many requests of this RPC the head unit has received, this one included.
    public let n: Int
    /// What joins the request and its response.
    public let correlationID: Int32
    let functionID: UInt32
    /// How this head unit carries it out; nil when it can't.
    let behaviour: Behaviour?
    /// Things that went wrong without stopping the request; they make SUCCESS into WARNINGS.
    var warnings: [String] = []
    /// Said in `info` without any other effect.
    var notes: [String] = []
    /// Parameters the policy took out.
    var disallowed = DisallowedParameters()
    private(set) var isAnswered = false
    /// Done right after the first answer went out; knows whether it was a success.
    var afterwards: ((_ isSuccess: Bool) -> Void)?
    var hasReachedHMI = false
    let session: HeadUnitSession
    private weak var headUnit: HeadUnit?

    init(
        app: HeadUnitApp, rpc: String, params: JSONValue, bulk: ByteBuffer, n: Int, correlationID: Int32, functionID: UInt32,
        session: HeadUnitSession, headUnit: HeadUnit
    ) {
        self.app = app
        self.rpc = rpc
        behaviour = Behaviours.all[rpc]
        self.params = params
        self.bulk = bulk
        self.n = n
        self.correlationID = correlationID
        self.functionID = functionID
        self.session = session
        self.headUnit = headUnit
    }

    /// Answers with a result code and the response's other parameters. `success` and `info` may be among them; without
    /// `success` the code decides. A second answer goes out as well.
    public func reply(_ code: String, _ params: JSONValue = [:], bulk: ByteBuffer = ByteBuffer()) {
        var answer = Answer(ResultCode(rawValue: code), params.object ?? [:])
        answer.success = answer.parameters["success"]?.bool
        answer.bulk = bulk
        headUnit?.finish(self, byHandler: answer)
    }

    /// Answers as the head unit would have done without a handler.
    public func answerByDefault() {
        headUnit?.answerByDefault(self)
    }

    /// Never answers.
    public func noReply() {
        headUnit?.forget(self)
    }

    func noteAnswered() {
        isAnswered = true
    }

    func runAfterwards(isSuccess: Bool) {
        let work = afterwards
        afterwards = nil
        work?(isSuccess)
    }
}

extension HeadUnitRequest {
    func string(_ name: String) -> String? { params[name]?.string }
    func integer(_ name: String) -> Int64? { params[name]?.integer }
    func bool(_ name: String) -> Bool? { params[name]?.bool }
    func array(_ name: String) -> [JSONValue] { params[name]?.array ?? [] }
    var members: JSONObject { params.object ?? [:] }

    /// A small number, such as a window id.
    func int(_ name: String) -> Int? { integer(name).flatMap { Int(exactly: $0) } }
}
