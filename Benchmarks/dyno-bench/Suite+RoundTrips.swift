// SPDX-License-Identifier: Apache-2.0

extension Suite {
    /// Scripted round trips without a socket: all the work of both ends and the script on one core.
    static let memoryLink = Suite(name: "memory-link") { bench in
        let perSecond = try best(of: 3) {
            try bench.perUnit(few: 1000, many: bench.amount(200_000) + 1000) { count in
                bench.run("round-trips.lua", ["--virtual-time"], count, 1)
            } _: {
                try Child.run($0).cpuSeconds
            }
        }
        return [Figure(name: "scripted round trip, memory link, virtual clock", value: 1 / perSecond, unit: "/s", goals: [.value(200_000)])]
    }

    /// Scripted round trips to a head unit in another process.
    static let tcp = Suite(name: "tcp") { bench in
        let headUnit = try HeadUnitChild(bench)
        func roundTrip(count: Int, inFlight: Int) throws -> Double {
            try Child.run(bench.run("round-trips.lua", ["--headunit", headUnit.url], count, inFlight)).figure("microseconds")
        }
        let one = try best(of: 3) { try roundTrip(count: bench.amount(50_000), inFlight: 1) }
        let bare = try best(of: 3) { try bench.peer("ping-pong", bench.amount(200_000), requestSize, answerSize).figure("microseconds") }
        let many = try best(of: 3) { try roundTrip(count: bench.amount(200_000), inFlight: 64) }
        let echo = try best(of: 3) { try Echo.roundTrip(count: bench.amount(500_000), inFlight: 64, size: requestSize) }
        return [
            Figure(
                name: "scripted round trip over TCP, 1 in flight", value: one, unit: "µs", better: .less,
                beside: Figure.Beside(name: "C ping-pong", value: bare), goals: [.ratio(1.5)]),
            Figure(
                name: "scripted round trips over TCP, 64 in flight", value: 1e6 / many, unit: "/s",
                beside: Figure.Beside(name: "bare NIO echo", value: 1 / echo), goals: [.ratio(0.15), .value(120_000)]),
        ]
    }

    /// What the Show of the script and its answer have on the wire.
    private static let requestSize = 203, answerSize = 63
}
