// SPDX-License-Identifier: Apache-2.0
import LuaRuntime
import SDLApp
import SDLSession

/// A script's views below the RPCs, by the numbers its Lua side knows them by: links of head units, and streams.
final class LinkTable {
    private struct Entry {
        weak var link: HeadUnitLink?
    }

    /// The Lua function that gets every watched frame.
    var dispatcher: LuaReference?
    private var links: [Int64: Entry] = [:]
    private var streams: [Int64: MediaStream] = [:]
    private var lastID: Int64 = 0

    /// The number of a head unit's link, given when it is first asked for.
    func number(of link: HeadUnitLink) -> Int64 {
        links = links.filter { $0.value.link != nil }
        if let known = links.first(where: { $0.value.link === link }) { return known.key }
        lastID += 1
        links[lastID] = Entry(link: link)
        return lastID
    }

    /// Nil once the link is down.
    func link(_ number: Int64) -> HeadUnitLink? { links[number]?.link }

    func add(_ stream: MediaStream) -> Int64 {
        lastID += 1
        streams[lastID] = stream
        return lastID
    }

    func stream(_ number: Int64) -> MediaStream? { streams[number] }
}
