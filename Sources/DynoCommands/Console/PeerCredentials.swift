// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOPosix

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Who is at the other end of a Unix socket, as the kernel knows.
enum PeerCredentials {
    #if !canImport(Darwin)
    /// The kernel's `struct ucred`, which the C library hides.
    private struct Linux {
        var process: pid_t
        var user: uid_t
        var group: gid_t
    }
    #endif

    /// The user's id.
    static func user(of channel: any Channel) -> EventLoopFuture<uid_t> {
        guard let provider = channel as? any SocketOptionProvider else {
            return channel.eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
        }
        #if canImport(Darwin)
        let credentials: EventLoopFuture<xucred> = provider.unsafeGetSocketOption(
            level: NIOBSDSocket.OptionLevel(rawValue: 0), name: NIOBSDSocket.Option(rawValue: LOCAL_PEERCRED))
        return credentials.map(\.cr_uid)
        #else
        let credentials: EventLoopFuture<Linux> = provider.unsafeGetSocketOption(
            level: .socket, name: NIOBSDSocket.Option(rawValue: SO_PEERCRED))
        return credentials.map(\.user)
        #endif
    }
}
