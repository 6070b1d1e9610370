// SPDX-License-Identifier: Apache-2.0
import DynoIO
import DynoWorld
import NIOCore

/// Asks for a URL and looks at nothing but the status: enough for relays that are switched over the network.
enum HTTPRequest {
    private static let deadline = Duration.seconds(10)
    /// A status line is shorter.
    private static let longestStatus = 1024

    /// Completes with what went wrong, or nil.
    static func get(_ url: String, in world: World, completion: @escaping (String?) -> Void) {
        let rest = url.dropFirst("http://".count)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        let path = rest.dropFirst(authority.count)
        let hasPort = authority.last != "]" && authority.contains { $0 == ":" }
        guard case .tcp(let host, let port)? = try? HeadUnitURL(parsing: "tcp://\(authority)\(hasPort ? "" : ":80")") else {
            return world.soon { completion("\(url) has no host; write for example http://relay.local/on") }
        }
        let request = "GET \(path.hasPrefix("/") ? "" : "/")\(path) HTTP/1.1\r\nHost: \(authority)\r\nConnection: close\r\n\r\n"
        TCPTransport(host: host, port: port).open(in: world) { result in
            switch result {
            case .success(let link): ask(request, over: link, in: world) { completion($0.map { "\(url) \($0)" }) }
            case .failure: completion("\(url) can't be reached; check the relay's address and that it is on")
            }
        }
    }

    private static func ask(_ request: String, over link: any Link, in world: World, _ completion: @escaping (String?) -> Void) {
        var answer = ByteBuffer()
        var report: ((String?) -> Void)? = completion
        func end(_ problem: String?) {
            report?(problem)
            report = nil
            link.close()
        }
        let timer = world.after(deadline) { end("did not answer within \(deadline.shortText)") }
        link.onClose = { _ in
            timer.cancel()
            end("closed the connection without an answer")
        }
        link.onBytes = { bytes in
            answer.writeImmutableBuffer(bytes)
            let line = String(decoding: answer.readableBytesView.prefix(longestStatus).prefix { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
            guard line.utf8.count < answer.readableBytes else { return }
            timer.cancel()
            let words = line.split(separator: " ")
            end(words.count >= 2 && words[0].hasPrefix("HTTP/1.") && words[1].hasPrefix("2") ? nil : "answered `\(line)`")
        }
        link.send(ByteBuffer(string: request))
    }
}
