// SPDX-License-Identifier: Apache-2.0
import Foundation
#if canImport(FoundationXML)
import FoundationXML
#endif

/// Checks XML while it is parsed against what junit-10.xsd of Jenkins' xUnit plugin allows.
final class JUnitSchema: NSObject, XMLParserDelegate {
    private struct Rule {
        var required: Set<String> = []
        var optional: Set<String> = []
        var children: Set<String> = []
    }

    private static let report = Rule(optional: ["type", "message"])
    private static let rerun = Rule(required: ["type"], optional: ["message"], children: ["stackTrace", "system-out", "system-err"])
    private static let rules: [String: Rule] = [
        "testsuites": Rule(optional: ["name", "time", "tests", "failures", "errors"], children: ["testsuite"]),
        "testsuite": Rule(
            required: ["name", "tests", "failures", "errors"],
            optional: ["group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url"],
            children: ["testsuite", "properties", "testcase", "system-out", "system-err"]),
        "properties": Rule(children: ["property"]),
        "property": Rule(required: ["name", "value"]),
        "testcase": Rule(
            required: ["name"], optional: ["time", "classname", "group"],
            children: [
                "skipped", "error", "failure", "rerunFailure", "rerunError", "flakyFailure", "flakyError", "system-out", "system-err",
            ]),
        "failure": report, "error": report, "skipped": report, "rerunFailure": rerun, "rerunError": rerun, "flakyFailure": rerun,
        "flakyError": rerun, "system-out": Rule(), "system-err": Rule(),
    ]

    private(set) var problems: [String] = []
    private(set) var counts: [String: Int] = [:]
    private(set) var attributes: [String: [String: String]] = [:]
    private var open: [String] = []

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?, attributes: [String: String]
    ) {
        counts[name, default: 0] += 1
        self.attributes[name] = attributes
        if open.isEmpty, name != "testsuites" { problems.append("the root is \(name)") }
        if let parent = open.last, Self.rules[parent]?.children.contains(name) != true { problems.append("\(name) in \(parent)") }
        open.append(name)
        guard let rule = Self.rules[name] else { return problems.append("\(name) is unknown") }
        for missing in rule.required.subtracting(attributes.keys) { problems.append("\(name) lacks \(missing)") }
        for surplus in Set(attributes.keys).subtracting(rule.required).subtracting(rule.optional) {
            problems.append("\(name) has \(surplus)")
        }
        if let time = attributes["time"], time.wholeMatch(of: /[0-9]+(\.[0-9]*)?/) == nil { problems.append("time is \(time)") }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) { open.removeLast() }
}
