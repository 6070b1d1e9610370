// SPDX-License-Identifier: Apache-2.0
public import SDLRPC

extension TestResult {
    /// Reads a line of the JSON report; nil when it is none.
    public init?(json: JSONValue) {
        guard let name = json["name"]?.string, let file = json["file"]?.string,
            let status = json["status"]?.string.flatMap(TestStatus.init(rawValue:))
        else { return nil }
        let declaration = TestDeclaration(
            index: 0, file: file, line: Int(clamping: json["line"]?.integer ?? 0), suite: json["suite"]?.texts ?? [], name: name)
        self.init(declaration, status: status, seed: UInt64(bitPattern: json["seed"]?.integer ?? 0))
        time = Self.duration(json["seconds"])
        machineTime = Self.duration(json["machineSeconds"])
        attempts = Int(clamping: json["attempts"]?.integer ?? 0)
        options = json["options"]?.string ?? ""
        tags = json["tags"]?.texts ?? []
        issue = json["issue"]?.string
        reason = json["reason"]?.string
        warnings = json["warnings"]?.texts ?? []
        coverage = TestCoverage(json["coverage"]?.texts ?? [])
        state = json["state"]?.texts ?? []
        failures = (json["failures"]?.array ?? []).map(TestFailure.init)
        measurements = (json["measurements"]?.array ?? []).map(TestMeasurement.init)
        attachments = (json["attachments"]?.array ?? []).map {
            TestAttachment(name: $0["name"]?.string ?? "", text: $0["text"]?.string ?? "")
        }
        timeline = (json["timeline"]?.array ?? []).map {
            TimelineEntry(
                time: Self.duration($0["time"]), source: $0["source"]?.string ?? "", kind: $0["event"]?.string ?? "",
                text: $0["text"]?.string ?? "")
        }
        repeats = json["repeats"].map {
            TestRepeats(
                runs: Int(clamping: $0["runs"]?.integer ?? 0), failures: Int(clamping: $0["failures"]?.integer ?? 0),
                firstFailureSeed: $0["firstFailureSeed"]?.integer.map(UInt64.init(bitPattern:)))
        }
    }

    /// Seconds as they are written; what is no sensible time is none.
    private static func duration(_ value: JSONValue?) -> Duration {
        guard let seconds = value?.number, seconds >= 0, seconds < 1e9 else { return .zero }
        return .microseconds(Int64((seconds * 1_000_000).rounded()))
    }
}

extension TestFailure {
    fileprivate init(_ json: JSONValue) {
        self.init(
            message: json["message"]?.string ?? "", file: json["file"]?.string, line: json["line"]?.integer.map { Int(clamping: $0) },
            details: json["details"]?.texts ?? [], phase: json["phase"]?.string, step: json["step"]?.string,
            traceback: json["traceback"]?.string, kind: json["kind"]?.string)
    }
}

extension TestMeasurement {
    fileprivate init(_ json: JSONValue) {
        self.init(
            name: json["name"]?.string ?? "", unit: json["unit"]?.string, values: (json["values"]?.array ?? []).compactMap(\.number))
    }
}

extension JSONValue {
    fileprivate var texts: [String] { array?.compactMap(\.string) ?? [] }
}
