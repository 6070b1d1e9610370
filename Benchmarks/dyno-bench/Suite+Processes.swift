// SPDX-License-Identifier: Apache-2.0
import Foundation

extension Suite {
    static let putFile = Suite(name: "put-file") { bench in
        let size = bench.amount(64 << 20)
        let folder = NSTemporaryDirectory() + "dyno-bench-\(getpid())"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(count: size).write(to: URL(fileURLWithPath: folder + "/blob"))
        let headUnit = try HeadUnitChild(bench)
        let own = try best(of: 3) {
            try Child.run(bench.run("put-file.lua", ["--allow", "io=\(folder)", "--headunit", headUnit.url], folder + "/blob")).figure(
                "seconds")
        }
        let bare = try best(of: 3) { try bench.peer("copy", size).figure("seconds") }
        func rate(_ seconds: Double) -> Double { Double(size) / seconds / 1e6 }
        return [
            Figure(
                name: "PutFile of 64 MiB over TCP", value: rate(own), unit: "MB/s",
                beside: Figure.Beside(name: "raw TCP copy", value: rate(bare)), goals: [.ratio(0.5)])
        ]
    }

    static let video = Suite(name: "video") { bench in
        let headUnits = try HeadUnitChild(bench, count: 10)
        let seconds = bench.isShort ? 2 : 10
        let child = try Child.run(bench.run("video.lua") + ["\(seconds)"] + headUnits.urls)
        return [
            Figure(
                name: "video, 20 Mbit/s × 10 apps: of one core", value: child.cpuSeconds / Double(seconds) * 100, unit: "%", better: .less,
                goals: [.value(10)])
        ]
    }

    static let start = Suite(name: "start") { bench in
        let command = bench.run("empty.lua")
        let own = try (0..<10).map { _ in try Child.run(command) }
        let test = try (0..<10).map { _ in try Child.run(["\(bench.products)/dyno", "test", bench.script("one_test.lua")]) }
        let lua = try? best(of: 10) { try Child.run(["lua5.4", bench.script("empty.lua")]).wallSeconds }
        return [
            Figure(
                name: "dyno run of an empty script", value: (own.map(\.wallSeconds).min() ?? .nan) * 1000, unit: "ms", better: .less,
                beside: lua.map { Figure.Beside(name: "lua5.4", value: $0 * 1000) }, goals: [.value(30)]),
            Figure(
                name: "dyno test of one empty test", value: (test.map(\.wallSeconds).min() ?? .nan) * 1000, unit: "ms", better: .less,
                goals: [.value(50)]),
            Figure(name: "its memory", value: own.map(\.peakMiB).min() ?? .nan, unit: "MiB", better: .less, goals: [.value(40)]),
        ]
    }

    static let tests = Suite(name: "tests") { bench in
        func test(_ options: String...) throws -> Double {
            try best(of: 3) { try Child.run(["\(bench.products)/dyno", "test"] + options).wallSeconds }
        }
        let busted = try? best(of: 3) { try Child.run(["busted", "-o", "TAP", bench.script("empty_spec.lua")]).wallSeconds }
        let day = try best(of: 3) { try Child.run(bench.run("heartbeat.lua", ["--virtual-time"], "24h")).wallSeconds }
        return [
            Figure(
                name: "1,000 empty tests", value: try test(bench.script("empty_test.lua")) * 1000, unit: "ms", better: .less,
                beside: busted.map { Figure.Beside(name: "busted", value: $0 * 1000) }, goals: [.ratio(1)]),
            Figure(
                name: "1,000 tests of an app and a head unit of their own, -j 2",
                value: try test("-j", "2", bench.script("alert_test.lua")),
                unit: "s", better: .less, goals: [.value(1.5)]),
            Figure(name: "24 h of heartbeats, virtual clock", value: day, unit: "s", better: .less, goals: [.value(2)]),
        ]
    }

    static let lint = Suite(name: "lint") { bench in
        let line = "app.rpc.Show { mainField1 = \"Hello\", mainField2 = name .. \" and more\", alignment = \"CENTERED\" }\n"
        let folder = NSTemporaryDirectory() + "dyno-bench-\(getpid())"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let perLine = try best(of: 3) {
            try bench.perUnit(few: 100, many: 20_000) { lines in
                let text = "local app, name = ...\n" + String(repeating: line, count: lines)
                _ = FileManager.default.createFile(atPath: "\(folder)/\(lines).lua", contents: Data(text.utf8))
                return ["\(bench.products)/dyno", "lint", "\(folder)/\(lines).lua"]
            } _: {
                try Child.run($0).cpuSeconds
            }
        }
        return [Figure(name: "dyno lint", value: 1 / perLine, unit: "lines/s", goals: [.value(50_000)])]
    }

    static let registration = Suite(name: "registration") { bench in
        let perApp = try best(of: 3) {
            try bench.perUnit(few: 10, many: 210) {
                bench.run("growth.lua", ["--virtual-time"], "apps", $0)
            } _: {
                try Child.run($0).cpuSeconds
            }
        }
        return [Figure(name: "registrations, memory link", value: 1 / perApp, unit: "/s", goals: [.value(2000)])]
    }

    /// A thousand apps on one head unit, all over TCP.
    static let crowd = Suite(name: "crowd") { bench in
        let headUnit = try HeadUnitChild(bench)
        let before = headUnit.process.residentKiB
        let (count, seconds) = (bench.amount(1000), bench.isShort ? 2 : 60)
        let apps = try RunningChild(bench.run("crowd.lua", ["--headunit", headUnit.url], count, seconds))
        _ = try apps.line(after: "done", within: .seconds(seconds + 60))
        let memory = (headUnit.process.residentKiB - before) / Double(count)
        let child = Child(output: apps.output)
        return [
            Figure(
                name: "\(count) apps on TCP: 99 of 100 answers within", value: try child.figure("p99"), unit: "ms", better: .less,
                goals: [.value(20)]),
            Figure(name: "memory of the head unit for each", value: memory, unit: "KiB", better: .less, goals: [.value(64)]),
        ]
    }

    /// t ∝ n^x: x of 1 is linear. As many of each kind as make the time longer than a machine's moods.
    static let growth = Suite(name: "growth") { bench in
        try [("apps", 1000), ("handlers", 10_000), ("timers", 10_000), ("files", 5000), ("requests", 9000)].map { kind, many in
            func seconds(_ count: Int) throws -> Double {
                try best(of: 3) { try Child.run(bench.run("growth.lua", ["--virtual-time"], kind, count)).cpuSeconds }
            }
            let start = try seconds(1)
            let exponent = log10((try seconds(many) - start) / (try seconds(many / 10) - start))
            return Figure(
                name: "growth of \(kind), \(Table.number(Double(many / 10))) to \(Table.number(Double(many))): exponent", value: exponent,
                unit: "", better: .less, goals: [.value(1.15)])
        }
    }

    /// Memory that stays flat.
    static let soak = Suite(name: "soak") { bench in
        let (half, whole) = (bench.amount(500_000), bench.amount(1_000_000))
        let peaks = try [half, whole].map { try Child.run(bench.run("round-trips.lua", ["--virtual-time"], $0, 16)).peakMiB }
        let slope = (peaks[1] - peaks[0]) * 1024 * 1024 / Double(whole - half)
        return [
            Figure(
                name: "memory kept by a round trip, over \(Table.number(Double(whole)))", value: slope, unit: "B", better: .less,
                goals: [.value(1)])
        ]
    }
}
