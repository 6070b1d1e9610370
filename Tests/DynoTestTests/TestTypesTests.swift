// SPDX-License-Identifier: Apache-2.0
import DynoScript
import Testing

@testable import DynoTest

@Suite struct TestTypesTests {
    private let lines = TestTypes.text.split(separator: "\n")

    /// `Class:name` of every function that is declared.
    private var declared: Set<String> {
        Set(lines.compactMap { $0.firstMatch(of: /^function ([A-Za-z.:]+)\(/).map { String($0.1) } })
    }

    @Test func `it has every function of the module, of a test and of a check, and no other`() throws {
        let script = """
            local names = {}
            local function tell(prefix, fields)
              for name, value in pairs(fields) do
                if type(value) == "function" then names[#names + 1] = prefix .. name end
              end
            end
            local function upvalue(fn, wanted)
              for i = 1, 100 do
                local name, value = debug.getupvalue(fn, i)
                if name == wanted then return value end
              end
            end
            tell("test.", test)
            tell("Expect.", test.expect)
            tell("Check:", upvalue(debug.getmetatable(expect(1)).__index, "checks"))
            test("x", function(t)
              tell("T:", upvalue(debug.getmetatable(t).__index, "methods"))
              for _, name in ipairs(names) do print(name) end
            end)
            """
        let printed = try results(of: script) { _ = $0.settings.script.grants.allow("debug") }
            .flatMap(\.timeline).filter { $0.kind == "print" }.map(\.text)
        #expect(Set(printed) == declared)
    }

    @Test func `every option it names is accepted`() throws {
        let start = try #require(lines.firstIndex { $0 == "---@class sdl.test.Options" })
        let keys = lines[(start + 1)...].prefix { $0.hasPrefix("---@field ") }.map { $0.split(separator: " ")[1].filter { $0 != "?" } }
        #expect(keys.count == 12)
        for key in keys {
            let found = try results(
                of: "local ok, problem = pcall(test, 'x', { \(key) = print }, print) test('y', function() print(problem) end)")
            let problem = found[0].timeline.first?.text ?? ""
            #expect(problem.contains("`\(key)`") && !problem.contains("has no"), "\(problem)")
        }
    }
}
