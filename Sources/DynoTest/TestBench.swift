// SPDX-License-Identifier: Apache-2.0
import DynoScript
import LuaRuntime

/// What `test.lua` and the runner tell each other about the file that is loaded.
final class TestBench {
    let file: String
    let settings: TestSettings
    let recorder: TestRecorder
    var functions: TestFunctions?
    var declarations: [TestDeclaration] = []
    /// The attempt that runs; what is told at other times goes to the next.
    var attempt = TestAttempt(seed: 0)
    /// What `describe` answered.
    var described: TestFailure?
    /// What teardown answered.
    var finished: [TestFailure] = []
    private var folders = 0

    init(file: String, settings: TestSettings, recorder: TestRecorder) {
        self.file = file
        self.settings = settings
        self.recorder = recorder
    }

    /// The Lua half, and the functions it is built on.
    func makeExtension(makeFolder: @escaping (String) throws -> Void, now: @escaping () -> Duration) -> ScriptExtension {
        ScriptExtension(chunks: [(Embedded.check, "check"), (Embedded.test, "test")]) { [unowned self] lua in
            registerDeclaring(lua)
            registerResults(lua, now)
            lua.register("testFolder") { [unowned self] _ in
                guard let root = settings.temporaryFolder else {
                    throw LuaFailure(kind: "denied", message: "`t.tmp` is not available here")
                }
                folders += 1
                let folder = "\(root)/\(TestSeed.hash(file) & 0xFFFF_FFFF)-\(folders)"
                do {
                    try makeFolder(folder)
                } catch {
                    throw LuaFailure(kind: "file", message: "`t.tmp` can't be made: \(error)")
                }
                return .value(.string(folder))
            }
        }
    }

    private func registerDeclaring(_ lua: LuaState) {
        lua.register("testHeadUnit") { [unowned self] _ in .value(settings.headUnitURL.map(LuaValue.string) ?? .nil) }
        lua.register("testFunctions") { [unowned self] call in
            functions = TestFunctions(call)
            return .none
        }
        lua.register("testDeclared") { [unowned self] call in
            declarations.append(declaration(try call.tree(1)))
            return .none
        }
    }

    private func declaration(_ table: LuaValue) -> TestDeclaration {
        var place = TestFailure(message: "")
        place.set(place: table["where"]?.string ?? "")
        var test = TestDeclaration(
            index: declarations.count + 1, file: file, line: place.line ?? 0, suite: table["suite"]?.strings ?? [],
            name: table["name"]?.string ?? "")
        test.tags = table["tags"]?.strings ?? []
        test.timeout = table["timeout"]?.integer.map { .microseconds($0) }
        test.retries = (table["retries"]?.integer).map { Int(clamping: max(0, $0)) }
        test.skip = reason(table["skip"])
        test.isOnly = table["only"]?.boolean ?? false
        test.expectedFailure = reason(table["xfail"])
        test.issue = table["issue"]?.string
        test.allowsInvalid = table["allowInvalid"]?.boolean ?? false
        test.isRealTime = table["clock"]?.string == "real"
        return test
    }

    /// `"why"`, or `true` for no reason in particular.
    private func reason(_ value: LuaValue?) -> String? {
        value?.string ?? (value?.boolean == true ? "no reason given" : nil)
    }

    private func registerResults(_ lua: LuaState, _ now: @escaping () -> Duration) {
        lua.register("testDescribed") { [unowned self] call in
            described = TestFailure(try call.tree(1))
            return .none
        }
        lua.register("testVerified") { [unowned self] call in
            attempt.failures += (try call.tree(1).list ?? []).map(TestFailure.init)
            attempt.assertions = Int(clamping: call.integer(2) ?? 0)
            return .none
        }
        lua.register("testFinished") { [unowned self] call in
            finished = (try call.tree(1).list ?? []).map(TestFailure.init)
            return .none
        }
        lua.register("testMeasured") { [unowned self] call in
            attempt.measured(call.string(1) ?? "", call.number(2) ?? 0, call.string(3))
            return .none
        }
        lua.register("testAttached") { [unowned self] call in
            attempt.attachments.append(TestAttachment(name: call.string(1) ?? "", text: call.string(2) ?? ""))
            return .none
        }
        lua.register("testLine") { [unowned self] call in
            recorder.add(now(), "script", "line", call.string(1) ?? "")
            return .none
        }
        lua.register("testStep") { [unowned self] call in
            recorder.add(now(), "test", "step", call.string(1) ?? "")
            return .none
        }
    }
}

extension TestFailure {
    /// A failure as `test.lua` describes it.
    init(_ table: LuaValue) {
        self.init(
            message: table["message"]?.string ?? "unknown error", details: table["details"]?.strings ?? [],
            phase: table["phase"]?.string, step: table["step"]?.string, kind: table["kind"]?.string)
        set(place: table["where"]?.string ?? "")
    }
}

extension LuaValue {
    var strings: [String] { list?.compactMap(\.string) ?? [] }
}
