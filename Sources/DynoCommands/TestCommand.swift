// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import DynoIO
import DynoScript
import DynoTest
import DynoWorld

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// `dyno test`: finds and runs tests.
struct TestCommand: DynoSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Runs tests: *_test.lua and test_*.lua, on the virtual clock.",
        discussion: "Each failure says what came closest and names the command that runs it again. Arguments after -- are t.args.")
    static let examples = [
        "dyno test", "dyno test examples/alert_test.lua:6", "dyno test -k \"alert and not background\" -t smoke --report junit:report.xml",
        "dyno test --shuffle --seed 7 --repeat 100 --until-fail",
    ]

    @Argument(help: "Test files, file.lua:LINE, or folders to search.") var paths: [String] = []
    /// What stands after `--`: a list of paths can't be followed by another list.
    @Option(name: .customLong("test-argument"), parsing: .unconditionalSingleValue, help: .hidden) var arguments: [String] = []
    @Option(name: .customShort("k"), help: "Only tests whose file › suite › test matches, such as \"alert and not slow\".")
    var expression: [String] = []
    @Option(name: .customShort("t"), help: "Only tests with this tag. Repeatable: any of them.") var tag: [String] = []
    @Flag(help: "Only tests that failed last time; all of them when none did.") var lastFailed = false
    @Flag(help: "Tests that failed last time come first.") var failedFirst = false
    @Flag(help: "In an order that depends on the seed.") var shuffle = false
    @Option(help: "Try a failed test up to N times more; one that passes then is flaky.") var retries = 0
    @Option(name: .customLong("repeat"), help: "Run each test N times.") var repeats = 1
    @Flag(help: "Repeat each test until it fails, at most as often as --repeat says (default 1000).") var untilFail = false
    @Option(help: "Seed of everything random.") var seed: UInt64 = 0
    @Option(name: .customShort("j"), help: "Worlds that run at the same time. Default: one for each core.") var jobs: Int?
    @Option(help: "Run part I of N, such as 2/5, balanced by how long tests took last time.") var shard: String?
    @Option(help: "terminal, junit, tap, json, html, github or a plugin's; KIND:FILE writes a file. Repeatable.") var report: [String] = []
    @Flag(help: "Show the tests and run none.") var list = false
    @Flag(help: "Tell which RPCs, result codes, HMI levels and enum values the tests exercised.") var coverage = false
    @Flag(help: "Run again what a saved file affects, until Ctrl-C.") var watch = false
    @Flag(help: "A flaky test, and one that asserts nothing, fails.") var strict = false
    @Option(help: "Run against this head unit in real time: tcp://HOST:PORT, serial:DEVICE or a name from dyno.json.") var headunit: String?
    @Option(help: ArgumentHelp(stringLiteral: SpecFile.help)) var rpcSpec: String?
    @OptionGroup var options: ScriptOptions

    /// Where runs leave what the next one wants to know; for tests of this command.
    @Option(help: .hidden) var memoryFolder: String?

    func run(output: Output, errors: Output) async throws -> Int32 {
        let plan = try plan(errors)
        guard watch else { return try await TestSession(plan: plan, output: output, errors: errors).run() }
        return try await TestWatch(plan: plan, output: output, errors: errors).run()
    }

    /// Gives each word after `--` the option that takes it.
    static func named(_ arguments: [String]) -> [String] {
        guard arguments.first == "test", let end = arguments.firstIndex(of: "--") else { return arguments }
        return arguments[..<end] + arguments[(end + 1)...].flatMap { ["--test-argument", $0] }
    }

    private func plan(_ errors: Output) throws -> TestPlan {
        let project = try Project(near: paths.first.map(Self.folder) ?? ".")
        var plan = TestPlan(paths: paths, settings: try settings(project))
        plan.names = project.names
        let (plugins, problems) = PluginTrial.run(try options.plugins(project), plan.settings.script)
        for problem in problems { errors.line("dyno: \(problem)") }
        plan.settings.script.plugins = plugins
        for text in expression {
            do { plan.expressions.append(try SelectionExpression(text)) } catch { throw UsageError("\(error)") }
        }
        plan.tags = tag
        plan.memoryFolder = memoryFolder ?? project.folder ?? "."
        plan.isLastFailed = lastFailed
        plan.isFailedFirst = failedFirst
        plan.isShuffled = shuffle
        plan.isList = list
        if let jobs, jobs < 1 { throw UsageError("-j takes a number of at least 1, not \(jobs)") }
        plan.jobs = min(jobs ?? max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))), 256)
        // There is only one of it.
        if plan.settings.headUnitURL != nil { plan.jobs = 1 }
        plan.shard = try shard.map { try TestShard($0) }
        plan.reports = try ReportRequest.parse(report, plugins: plan.settings.script.plugins)
        return plan
    }

    /// Where the nearest `dyno.json` is looked for.
    private static func folder(of path: String) -> String {
        if LocalFileSystem().isFolder(path) { return path }
        let folder = UserFiles.folder(of: path)
        return folder.isEmpty ? "." : folder
    }

    private func settings(_ project: Project) throws -> TestSettings {
        var settings = TestSettings()
        settings.seed = seed
        guard retries >= 0 else { throw UsageError("--retries takes a number of at least 0, not \(retries)") }
        guard repeats >= 1 else { throw UsageError("--repeat takes a number of at least 1, not \(repeats)") }
        settings.retries = retries
        settings.repeats = untilFail && repeats == 1 ? 1000 : repeats
        settings.isUntilFail = untilFail
        settings.isStrict = strict
        settings.spec = try SpecFile.load(rpcSpec)
        settings.measuresCoverage = coverage
        settings.script.arguments = arguments
        let words =
            (strict ? ["--strict"] : []) + options.words + (headunit.map { ["--headunit", $0] } ?? [])
            + (rpcSpec.map { ["--rpc-spec", $0] } ?? [])
            + (arguments.isEmpty ? [] : ["--"] + arguments)
        settings.options = words.map { " " + ShellWord.quoted($0) }.joined()
        try options.apply(to: &settings.script, project)
        let url = try project.names.parse(headunit ?? project.headUnit ?? "sim")
        if url != .sim { settings.headUnitURL = "\(url)" }
        return settings
    }
}
