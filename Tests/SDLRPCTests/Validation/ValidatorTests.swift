// SPDX-License-Identifier: Apache-2.0

import NIOCore
import SDLRPC
import Testing

/// Each rule with the exact words a script author reads.
struct ValidatorTests {
    struct Case: CustomStringConvertible, Sendable {
        var rpc: String
        var kind = MessageKind.request
        var version = RPCVersion(8)
        var parameters: JSONValue
        var problems: [String]
        var description: String { "\(rpc) \(parameters)" }
    }

    static let speak: JSONValue = ["ttsChunks": [["text": "Hi", "type": "TEXT"]]]

    static let cases: [Case] = [
        Case(rpc: "Speak", parameters: speak, problems: []),
        // Type
        Case(rpc: "Speak", parameters: ["ttsChunks": "Hi"], problems: ["ttsChunks: expected a list of TTSChunk, got a string"]),
        Case(rpc: "Speak", parameters: ["ttsChunks": ["Hi"]], problems: ["ttsChunks[1]: expected a TTSChunk record, got a string"]),
        Case(rpc: "Alert", parameters: ["alertText1": 5], problems: ["alertText1: expected a string, got the number 5"]),
        Case(rpc: "Alert", parameters: ["alertText1": .null], problems: ["alertText1: expected a string, got null"]),
        Case(rpc: "Alert", parameters: ["alertText1": ["Hi"]], problems: ["alertText1: expected a string, got a list"]),
        Case(rpc: "Alert", parameters: ["playTone": "yes"], problems: ["playTone: expected true or false, got a string"]),
        Case(rpc: "Alert", parameters: ["duration": 3000.5], problems: ["duration: expected an integer, got the number 3000.5"]),
        Case(rpc: "Alert", parameters: ["duration": false], problems: ["duration: expected an integer, got false"]),
        Case(rpc: "Alert", parameters: ["alertIcon": [1]], problems: ["alertIcon: expected an Image record, got a list"]),
        Case(
            rpc: "SetMediaClockTimer", parameters: ["updateMode": 1],
            problems: ["updateMode: expected one of COUNTUP, COUNTDOWN, PAUSE, RESUME, CLEAR, got the number 1"]),
        Case(
            rpc: "SetMediaClockTimer", parameters: ["updateMode": "PAUSE", "countRate": "1"],
            problems: ["countRate: expected a number, got a string"]),
        Case(
            rpc: "Show", parameters: ["a": 1],
            problems: [
                "a is no parameter of Show (it has mainField1, mainField2, mainField3, mainField4, alignment, statusBar, mediaClock, "
                    + "mediaTrack, graphic, secondaryGraphic, softButtons, customPresets, metadataTags, templateTitle, windowID, "
                    + "templateConfiguration)"
            ]),
        Case(rpc: "Show", parameters: [1], problems: ["expected a record of parameters, got a list"]),
        // Range
        Case(rpc: "Alert", parameters: ["duration": 2999], problems: ["duration is 2999; allowed is 3000 to 10000"]),
        Case(rpc: "Alert", parameters: ["duration": 10001.0], problems: ["duration is 10001; allowed is 3000 to 10000"]),
        Case(
            rpc: "SetMediaClockTimer", parameters: ["updateMode": "PAUSE", "countRate": 0.05],
            problems: ["countRate is 0.05; allowed is 0.1 to 100"]),
        // Length counts code points, not bytes
        Case(rpc: "Alert", parameters: ["alertText1": .string(String(repeating: "ü", count: 500))], problems: []),
        Case(
            rpc: "Alert", parameters: ["alertText1": .string(String(repeating: "ü", count: 501))],
            problems: ["alertText1 has 501 characters; allowed is at most 500"]),
        // Size
        Case(rpc: "Speak", parameters: ["ttsChunks": []], problems: ["ttsChunks has 0 elements; allowed is 1 to 100"]),
        // Enum values
        Case(
            rpc: "SetMediaClockTimer", parameters: ["updateMode": "COUNT_UP"],
            problems: ["updateMode is \"COUNT_UP\"; did you mean \"COUNTUP\"? (one of COUNTUP, COUNTDOWN, PAUSE, RESUME, CLEAR)"]),
        Case(
            rpc: "SetMediaClockTimer", parameters: ["updateMode": "sideways"],
            problems: ["updateMode is \"sideways\"; allowed is one of COUNTUP, COUNTDOWN, PAUSE, RESUME, CLEAR"]),
        Case(
            rpc: "SetMediaClockTimer", parameters: ["updateMode": "a\"\nb"],
            problems: ["updateMode is \"a\"\\nb\"; allowed is one of COUNTUP, COUNTDOWN, PAUSE, RESUME, CLEAR"]),
        // Mandatory
        Case(rpc: "Speak", parameters: [:], problems: ["ttsChunks is missing; it is mandatory (a list of TTSChunk)"]),
        Case(
            rpc: "Speak", parameters: ["ttsChunks": [["text": "Hi"]]],
            problems: [
                "ttsChunks[1].type is missing; it is mandatory (one of TEXT, SAPI_PHONEMES, LHPLUS_PHONEMES, PRE_RECORDED, SILENCE, FILE)"
            ]),
        // Unknown parameters
        Case(rpc: "Alert", parameters: ["alertTxt1": "Hi"], problems: ["alertTxt1 is no parameter of Alert; did you mean `alertText1`?"]),
        Case(rpc: "ListFiles", parameters: ["path": "/"], problems: ["path is no parameter of ListFiles, which has none"]),
        // Versions
        Case(
            rpc: "Alert", version: RPCVersion(5), parameters: ["cancelID": 1],
            problems: ["cancelID needs RPC 6.0; this session speaks 5.0.0"]),
        Case(
            rpc: "SubtleAlert", version: RPCVersion(6, 2), parameters: [:],
            problems: ["`SubtleAlert` needs RPC 7.0; this session speaks 6.2.0"]),
        // A response that failed
        Case(rpc: "ListFiles", kind: .response, parameters: ["success": false, "resultCode": "REJECTED"], problems: []),
        Case(
            rpc: "ListFiles", kind: .response, parameters: ["success": false],
            problems: [
                "resultCode is missing; it is mandatory (one of SUCCESS, INVALID_DATA, OUT_OF_MEMORY, TOO_MANY_PENDING_REQUESTS, "
                    + "APPLICATION_NOT_REGISTERED, GENERIC_ERROR, REJECTED, UNSUPPORTED_REQUEST)"
            ]),
    ]

    @Test(arguments: cases) func `a broken rule is worded exactly`(_ example: Case) throws {
        let message = try #require(RPCSpec.builtIn.function(named: example.rpc)?[example.kind])
        let problems = Validator(version: example.version).validate(example.parameters, against: message)
        #expect(problems.map(\.description) == example.problems)
    }

    @Test func `a problem deep inside names its whole path`() throws {
        let alert = try #require(RPCSpec.builtIn.function(named: "Alert")?.request)
        let button: JSONValue = ["type": "TEXT", "text": "a", "softButtonID": 1]
        var wrong = button
        wrong["systemAction"] = "STEAL_FOCU"
        let problems = Validator(version: RPCVersion(8)).validate(["softButtons": [button, wrong]], against: alert)
        #expect(
            Problem.describe(problems, for: "Alert")
                == "invalid parameters for `Alert`: softButtons[2].systemAction is \"STEAL_FOCU\"; did you mean "
                + "\"STEAL_FOCUS\"? (one of DEFAULT_ACTION, STEAL_FOCUS, KEEP_CONTEXT)")
    }

    @Test func `all problems are listed`() throws {
        let alert = try #require(RPCSpec.builtIn.function(named: "Alert")?.request)
        let parameters: JSONValue = ["duration": 1, "playTone": 1, "alertText1": "fine", "color": "red"]
        let problems = Validator(version: RPCVersion(8)).validate(parameters, against: alert)
        #expect(
            Problem.describe(problems.filter { $0.path != "color" }, for: "Alert") == """
                invalid parameters for `Alert`:
                - duration is 1; allowed is 3000 to 10000
                - playTone: expected true or false, got the number 1
                """)
        #expect(problems.map(\.rule) == [.range, .type, .unknownParameter])
    }
}
