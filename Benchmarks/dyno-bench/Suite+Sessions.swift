// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import Foundation
import SDLSession

extension Suite {
    /// Sessions that are open and have nothing to do.
    static let sessions = Suite(name: "sessions") { bench in
        let count = bench.amount(20_000)
        let scheduler = VirtualScheduler()
        let world = World(scheduler: scheduler, seed: 1)
        let before = try residentBytes()
        let pairs = (0..<count).map { _ in
            let (here, there) = MemoryLink.pair(in: world)
            let unit = HeadUnitLink(link: there, world: world, sessionIDs: SessionIDAllocator())
            let app = AppSession(link: here, world: world)
            app.start()
            scheduler.run(until: world.now)
            return (app, unit)
        }
        guard pairs.allSatisfy({ $0.0.isOpen }) else { throw BenchmarkError("a session did not open") }
        let each = (try residentBytes() - before) / Double(2 * count)
        return [
            Figure(name: "memory of an idle session, link included", value: each / 1024, unit: "KiB", better: .less, goals: [.value(8)])
        ]
    }

    private static func residentBytes() throws -> Double {
        let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        guard fields.count > 1, let pages = Double(fields[1]) else { throw BenchmarkError("this system does not tell a process's memory") }
        return pages * Double(getpagesize())
    }
}
