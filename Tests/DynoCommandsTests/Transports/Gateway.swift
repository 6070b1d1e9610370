// SPDX-License-Identifier: Apache-2.0
import Foundation
import NIOCore
import NIOPosix

/// Debian's ser2net, which offers one end of a cable on the network.
final class Gateway: Sendable {
    static let program = ["/usr/sbin/ser2net", "/usr/local/sbin/ser2net"].first { FileManager.default.isExecutableFile(atPath: $0) }

    let port: Int
    private let process = Process()

    /// `accepter` is what ser2net calls a protocol, such as `telnet(rfc2217),tcp`.
    init(offering device: String, as accepter: String, in folder: URL) async throws {
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup).bind(host: "127.0.0.1", port: 0).get()
        port = channel.localAddress?.port ?? 0
        try await channel.close()
        let file = folder.appending(path: "ser2net.yaml")
        let settings = "connection: &port\n  accepter: \(accepter),127.0.0.1,\(port)\n  connector: serialdev,\(device),9600n81,local\n"
        try settings.write(to: file, atomically: true, encoding: .utf8)
        process.executableURL = URL(fileURLWithPath: Self.program ?? "ser2net")
        process.arguments = ["-n", "-u", "-c", file.path]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    deinit {
        // Asked to end it waits for its connections to end.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
