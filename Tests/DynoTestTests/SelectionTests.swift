// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import DynoTest

@Suite struct SelectionTests {
    private static let title = "ui/alert_test.lua › Alert › is shown slowly"

    @Test(arguments: [
        ("alert", true), ("ALERT", true), ("show", true), ("shown and alert", true), ("speak", false), ("not speak", true),
        ("alert not slow", false), ("speak or alert", true), ("speak or alert and not shown", false), ("(speak or alert) and shown", true),
        ("not (speak or alert)", false), ("\"is shown\"", true), ("\"shown is\"", false), ("alert shown", true),
    ]) func `words are combined`(expression: String, isMatch: Bool) throws {
        #expect(try SelectionExpression(expression).matches(Self.title) == isMatch)
    }

    @Test(arguments: [
        ("", "there is no word in it"), ("and", "'and' stands where a word is needed"), ("alert and", "a word is missing at the end"),
        ("(alert", "a ) is missing"), ("alert)", "')' is one too many"), ("not", "a word is missing at the end"),
        (String(repeating: "(", count: 300), "it nests too deeply"),
    ]) func `a mistake is told`(expression: String, problem: String) {
        #expect(throws: SelectionExpression.Problem.self) { try SelectionExpression(expression) }
        do throws(SelectionExpression.Problem) { _ = try SelectionExpression(expression) } catch {
            #expect(error.description.contains(problem))
        }
    }

    private let tests: [TestDeclaration] = (1...6).map { number in
        var test = TestDeclaration(
            index: number, file: number < 4 ? "a_test.lua" : "b_test.lua", line: number * 10, suite: ["S"], name: "test \(number)")
        test.tags = number % 2 == 0 ? ["even", "Smoke"] : ["odd"]
        return test
    }

    private func numbers(_ selection: TestSelection, _ all: [TestDeclaration]? = nil) -> [Int] {
        selection.select(from: all ?? tests).map(\.index)
    }

    @Test func `lines, tags, words and only`() throws {
        var selection = TestSelection()
        #expect(numbers(selection) == [1, 2, 3, 4, 5, 6])
        selection.tags = ["smoke"]
        #expect(numbers(selection) == [2, 4, 6])
        selection.expressions = [try SelectionExpression("a_test or 6")]
        #expect(numbers(selection) == [2, 6])
        selection = TestSelection()
        selection.lines = ["a_test.lua": [25]]
        #expect(numbers(selection) == [2, 4, 5, 6])
        selection.lines = ["a_test.lua": [3, 30], "b_test.lua": [99]]
        #expect(numbers(selection) == [1, 3, 6])
        var some = tests
        some[3].isOnly = true
        #expect(numbers(TestSelection(), some) == [4])
    }

    @Test func `failed ones alone, or first`() {
        var selection = TestSelection()
        selection.titles = [tests[2].title]
        #expect(numbers(selection) == [3])
        selection.titles = nil
        selection.first = [tests[4].title]
        #expect(numbers(selection) == [5, 1, 2, 3, 4, 6])
    }

    @Test func `shuffling keeps files together, depends on the seed alone, and a part keeps its order`() {
        var selection = TestSelection()
        selection.shuffleSeed = 3
        let whole = numbers(selection)
        #expect(whole.sorted() == [1, 2, 3, 4, 5, 6])
        #expect(whole == numbers(selection))
        #expect(
            Set(
                (0..<UInt64(20)).map { seed in
                    selection.shuffleSeed = seed
                    return numbers(selection)
                }
            ).count > 5)
        selection.shuffleSeed = 3
        #expect(numbers(selection, tests.filter { $0.index != 2 }) == whole.filter { $0 != 2 })
        #expect([[1, 2, 3], [4, 5, 6]].contains(whole.prefix(3).sorted()))
    }

    @Test func `shards are balanced by time, together they are everything and nothing twice`() {
        var selection = TestSelection()
        selection.durations = [tests[0].title: 10, tests[1].title: 1, tests[2].title: 1, tests[3].title: 1, tests[4].title: 1]
        var all: [Int] = []
        for number in 1...2 {
            selection.shard = (number, 2)
            all += numbers(selection)
        }
        #expect(all.sorted() == [1, 2, 3, 4, 5, 6])
        selection.shard = (1, 2)
        #expect(numbers(selection) == [1])
    }
}
