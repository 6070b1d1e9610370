// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOPosix

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The limits and deadlines of a TCP link. Only tests use others than the defaults.
struct TCPSettings: Sendable {
    /// Name lookup and connecting, together.
    var connectDeadline = Duration.seconds(10)
    /// How long a closed link may take to send what it still has and to hear the peer close.
    var closeDeadline = Duration.seconds(2)
    /// Bytes that may wait for a peer that does not read. A head unit's largest file fits several times.
    var backlogLimit = 64 << 20

    /// What every SDL socket is set to.
    ///
    /// Small frames must not wait for each other, so no Nagle. A peer that vanished is noticed after 8 s of silence, with
    /// unanswered data after 7 s: the values sdl_core uses, because no app sends heartbeats unless it was told to.
    static var socketOptions: [(option: ChannelOptions.Types.SocketOption, value: Int)] {
        #if canImport(Darwin)
        let idle = TCP_KEEPALIVE
        #else
        let idle = TCP_KEEPIDLE
        #endif
        var options: [(ChannelOptions.Types.SocketOption, Int)] = [
            (.tcpOption(.tcp_nodelay), 1),
            (.socketOption(.so_keepalive), 1),
            (.tcpOption(.init(rawValue: idle)), 3),
            (.tcpOption(.init(rawValue: TCP_KEEPINTVL)), 1),
            (.tcpOption(.init(rawValue: TCP_KEEPCNT)), 5),
        ]
        #if os(Linux)
        options.append((.tcpOption(.init(rawValue: TCP_USER_TIMEOUT)), 7000))
        #endif
        return options
    }
}
