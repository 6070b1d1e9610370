// SPDX-License-Identifier: Apache-2.0

extension Suite {
    /// Scripted round trips without a socket: all the work of both ends and the script on one core.
    static let memoryLink = Suite(name: "memory-link") { bench in
        let (few, many) = (1000, bench.amount(200_000) + 1000)
        let perSecond = try best(of: 3) {
            let times = try [few, many].map { count in
                try Child.run(
                    bench.dyno("run", "--quiet", "--virtual-time", bench.script("round-trips.lua"), "--", "\(count)", "1")
                ).cpuSeconds
            }
            return (times[1] - times[0]) / Double(many - few)
        }
        return [Figure(name: "scripted round trip, memory link", value: 1 / perSecond, unit: "/s", goals: [.value(200_000)])]
    }

    /// Scripted round trips to a head unit in another process.
    static let tcp = Suite(name: "tcp") { bench in
        let headUnit = try HeadUnitChild(bench)
        let one = try best(of: 3) { try roundTrip(bench, headUnit, count: bench.amount(50_000), inFlight: 1) }
        let bare = try best(of: 3) { try bench.peer("ping-pong", "\(bench.amount(200_000))", "220", "60").figure("microseconds") }
        let many = try best(of: 3) { try roundTrip(bench, headUnit, count: bench.amount(200_000), inFlight: 64) }
        return [
            Figure(
                name: "scripted round trip over TCP, 1 in flight", value: one, unit: "µs", better: .less,
                beside: Figure.Beside(name: "C ping-pong", value: bare), goals: [.ratio(1.5)]),
            Figure(name: "scripted round trips over TCP, 64 in flight", value: 1e6 / many, unit: "/s", goals: [.value(120_000)]),
        ]
    }

    private static func roundTrip(_ bench: Bench, _ headUnit: HeadUnitChild, count: Int, inFlight: Int) throws -> Double {
        try Child.run(
            bench.dyno(
                "run", "--quiet", "--headunit", headUnit.url, bench.script("round-trips.lua"), "--", "\(count)", "\(inFlight)")
        ).figure("microseconds")
    }
}
