// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import LuaRuntime
import NIOCore
import SDLHeadUnit
import SDLRPC

/// A script's head units by number, the built-in one, and the requests that wait for a script's answer.
final class HeadUnitTable {
    struct Entry {
        var unit: HeadUnit
        /// Where it is asked to listen; empty means memory only.
        var listen: [String]
        var listeners: [Listener] = []
        var isOpen = true
        /// Belongs to somebody else, who closes it.
        var isBorrowed = false
        /// What it was made from.
        var origin = LuaValue.nil

        func close() {
            for listener in listeners { listener.close() }
            unit.close()
        }
    }

    var all: [Int64: Entry] = [:]
    var requests: [Int64: HeadUnitRequest] = [:]
    var registrations: [Int64: Registration] = [:]
    /// The Lua functions that call a handler with its objects.
    var runRequest: LuaReference?
    var runApp: LuaReference?
    var runHMI: LuaReference?
    var runPersona: LuaReference?
    private var builtIn: HeadUnit?
    /// Counts like the others, so that what came after can be told.
    private var builtInID: Int64 = 0
    /// Who drives it.
    var persona: PersonaHost?
    private var order = CircularBuffer<Int64>()
    private(set) var lastID: Int64 = 0

    /// A request stays known after its answer, because a second and a late answer are legal, on purpose; but only the newest
    /// so many do.
    private static let rememberedRequests = 4096

    func remember(_ request: HeadUnitRequest) -> Int64 {
        let id = makeID()
        requests[id] = request
        order.append(id)
        if order.count > Self.rememberedRequests { requests[order.removeFirst()] = nil }
        return id
    }

    func makeID() -> Int64 {
        lastID += 1
        return lastID
    }

    /// Only a head unit somebody can still connect to keeps its script alive.
    var isAlive: Bool { all.values.contains { !$0.isBorrowed && !$0.listeners.isEmpty } }

    /// The head unit behind `sim`, made when the first application wants it.
    func builtIn(make: () -> HeadUnit, whenMade: (HeadUnit) -> Void) -> HeadUnit {
        if let builtIn { return builtIn }
        let unit = make()
        builtIn = unit
        builtInID = makeID()
        whenMade(unit)
        return unit
    }

    /// Lets the script use a head unit that is somebody else's.
    func borrow(_ unit: HeadUnit) -> Int64 {
        let id = makeID()
        all[id] = Entry(unit: unit, listen: [], isBorrowed: true)
        return id
    }

    /// Takes over the head unit behind `sim` and who drives it.
    func adoptBuiltIn(of other: HeadUnitTable) -> HeadUnit? {
        (builtIn, builtInID, persona) = (other.builtIn, other.builtIn == nil ? 0 : makeID(), other.persona)
        (other.builtIn, other.persona) = (nil, nil)
        return builtIn
    }

    /// The script's own head units for somebody else, as they are but without what the script made of them.
    func handOver() -> [Entry] {
        for registration in registrations.values { registration.cancel() }
        registrations = [:]
        requests = [:]
        let entries = all.sorted { $0.key < $1.key }.map(\.value)
        all = [:]
        for entry in entries {
            entry.unit.linkHooks = nil
            entry.unit.faults.clear()
        }
        return entries.filter { $0.isOpen && !$0.isBorrowed }
    }

    func close(_ id: Int64) {
        guard let entry = all[id], entry.isOpen else { return }
        for listener in entry.listeners { listener.close() }
        all[id]?.listeners = []
        all[id]?.isOpen = false
        if !entry.isBorrowed { entry.unit.close() }
    }

    /// Closes and forgets all that was made after `id`: head units, and what scripts registered with older ones.
    func clear(after id: Int64) {
        for registration in registrations.keys.filter({ $0 > id }).sorted() { registrations.removeValue(forKey: registration)?.cancel() }
        for unit in all.keys.filter({ $0 > id }).sorted() {
            close(unit)
            all[unit] = nil
        }
        requests = requests.filter { $0.key <= id }
        if builtInID > id {
            builtIn?.close()
            builtIn = nil
            persona?.end()
            persona = nil
        }
        order.removeAll { $0 > id }
    }

    func closeAll() {
        for id in all.keys.sorted() { close(id) }
        builtIn?.close()
        for registration in registrations.values { registration.cancel() }
        requests = [:]
        registrations = [:]
    }
}
