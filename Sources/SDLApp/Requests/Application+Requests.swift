// SPDX-License-Identifier: Apache-2.0
import DynoWorld
public import NIOCore
import SDLRPC
public import SDLWire

/// Sending, and waiting for the answer.
extension Application {
    /// Sends a request; completes with the response, whatever its result code, or with what kept it from coming.
    ///
    /// - Parameters:
    ///   - function: the function id; unknown ones are sent as they are.
    ///   - name: for messages.
    ///   - timeout: nil = the configured one; the wait for an answer never lasts for ever.
    /// - Returns: the correlation id, for `forget`; nil when nothing was sent.
    @discardableResult
    public func request(
        _ function: UInt32, name: String, json: ByteBuffer, bulk: ByteBuffer = ByteBuffer(), timeout: Duration? = nil,
        correlationID: Int32? = nil, completion: @escaping (Result<RPCMessage, ApplicationError>) -> Void
    ) -> Int32? {
        guard state == .ready else {
            completion(.failure(notReady(name)))
            return nil
        }
        return transmit(function, name, json, bulk, timeout: timeout, correlationID: correlationID, completion: completion)
    }

    /// Nobody waits for the answer any more; one that comes is ignored.
    public func forget(_ correlationID: Int32) {
        _ = pending.take(correlationID)
    }

    /// Sends a notification to the head unit.
    public func notify(_ function: UInt32, name: String, json: ByteBuffer, bulk: ByteBuffer = ByteBuffer()) throws(ApplicationError) {
        guard state == .ready else { throw notReady(name) }
        post(RPCMessage(type: .notification, functionID: function, correlationID: 0, json: json, bulk: bulk))
    }

    /// Answers a request of the head unit.
    public func respond(to request: RPCMessage, json: ByteBuffer) {
        post(
            RPCMessage(
                type: .response, functionID: request.functionID, correlationID: request.correlationID, json: json, bulk: ByteBuffer()))
    }

    /// Sends one of the requests the application needs for its own life, in any state with a session.
    func send(
        _ name: String, _ json: ByteBuffer, timeout: Duration? = nil,
        completion: @escaping (Result<RPCMessage, ApplicationError>) -> Void
    ) {
        guard let function = spec.function(named: name) else {
            return completion(.failure(ApplicationError(kind: .invalidParameters, message: "the RPC spec has no `\(name)`", rpc: name)))
        }
        transmit(function.functionID, name, json, ByteBuffer(), timeout: timeout, correlationID: nil, completion: completion)
    }

    @discardableResult
    func transmit(
        _ function: UInt32, _ name: String, _ json: ByteBuffer, _ bulk: ByteBuffer, timeout: Duration? = nil,
        correlationID: Int32? = nil, completion: @escaping (Result<RPCMessage, ApplicationError>) -> Void
    ) -> Int32? {
        guard session != nil else {
            completion(.failure(notReady(name)))
            return nil
        }
        guard pending.count < PendingRequests.limit else {
            let message = "`\(name)` was not sent: \(PendingRequests.limit) requests already wait for their answer"
            completion(.failure(ApplicationError(kind: .limit, message: message, rpc: name)))
            return nil
        }
        let id = correlationID ?? pending.makeID()
        let limit = timeout ?? configuration.requestTimeout
        let timer = world.after(limit) { [weak self] in self?.timedOut(id, after: limit) }
        pending.add(id, name: name, timeout: timer, completion: completion)
        post(RPCMessage(type: .request, functionID: function, correlationID: id, json: json, bulk: bulk))
        return id
    }

    /// Whatever the application sends goes this way.
    func post(_ message: RPCMessage) {
        guard let session else { return }
        onMessage?(message, true)
        session.send(message)
    }

    private func timedOut(_ id: Int32, after limit: Duration) {
        guard let request = pending.take(id) else { return }
        let message = "`\(request.name)` got no answer within \(limit.shortText)"
        request.completion(.failure(ApplicationError(kind: .timeout, message: message, rpc: request.name)))
    }

    private func notReady(_ name: String) -> ApplicationError {
        ApplicationError(
            kind: .notReady, message: "`\(name)` was not sent: the application is \(state.rawValue); wait for app:start() to return",
            rpc: name
        ).numbered(-3)
    }
}
