// SPDX-License-Identifier: Apache-2.0
public import SDLSession
public import SDLWire

/// The links below the sessions, for tests that look at frames.
extension HeadUnit {
    /// What went through all links, those that are down included.
    public var linkStats: LinkStats {
        var stats = closedLinkStats
        for link in links { stats.add(link.stats) }
        return stats
    }

    /// The link an application came in by; nil once its session is gone.
    public func link(of app: HeadUnitApp) -> HeadUnitLink? {
        links.first { sessions[ObjectIdentifier($0)]?[app.sessionID]?.app === app }
    }

    /// The link that carries a session. Sessions of a crowd of links may share an id: the first is meant then.
    public func link(ofSession id: SessionID) -> HeadUnitLink? {
        links.first { $0.sessionList.contains(id) }
    }
}
