// SPDX-License-Identifier: Apache-2.0

import SDLRPC
import Testing

struct SpecPageTests {
    @Test func `the page of a function`() throws {
        #expect(
            try SpecPage.text(for: "Alert") == """
                Alert: RPC, function id 12, since 1.0

                Request
                  alertText1         String              at most 500 characters
                  alertText2         String              at most 500 characters
                  alertText3         String              at most 500 characters, since 2.0
                  ttsChunks          list of TTSChunk    1 to 100 elements
                  duration           Integer             3000 to 10000, default 5000
                  playTone           Boolean
                  progressIndicator  Boolean             since 3.0
                  softButtons        list of SoftButton  0 to 4 elements, since 2.0
                  alertIcon          Image               since 6.0
                  cancelID           Integer             since 6.0

                Response
                  success       Boolean  mandatory
                  resultCode    Result   mandatory
                  info          String   at most 1000 characters
                  tryAgainTime  Integer  0 to 2000000000, since 2.0

                Result codes
                  SUCCESS, INVALID_DATA, OUT_OF_MEMORY, TOO_MANY_PENDING_REQUESTS, APPLICATION_NOT_REGISTERED,
                  GENERIC_ERROR, REJECTED, ABORTED, DISALLOWED, USER_DISALLOWED, UNSUPPORTED_RESOURCE, WARNINGS

                """)
    }

    @Test func `the page of a function without parameters`() throws {
        #expect(try SpecPage.text(for: "ListFiles").contains("\nRequest\n  none\n\nResponse\n"))
    }

    @Test func `the page of a struct without fields`() throws {
        #expect(try SpecPage.text(for: "MediaServiceManifest") == "MediaServiceManifest: struct, since 5.1\n\nFields\n  none\n")
    }

    @Test func `the page of a notification`() throws {
        #expect(
            try SpecPage.text(for: "OnHMIStatus") == """
                OnHMIStatus: RPC, function id 32768, since 1.0

                Notification
                  hmiLevel             HMILevel             mandatory
                  audioStreamingState  AudioStreamingState  mandatory
                  systemContext        SystemContext        mandatory
                  videoStreamingState  VideoStreamingState  default STREAMABLE, since 5.0
                  windowID             Integer              since 6.0

                """)
    }

    @Test func `the page of a struct`() throws {
        #expect(
            try SpecPage.text(for: "TTSChunk") == """
                TTSChunk: struct, since 1.0

                Fields
                  text  String              mandatory, 0 to 500 characters
                  type  SpeechCapabilities  mandatory

                """)
    }

    @Test func `the page of an enum`() throws {
        #expect(
            try SpecPage.text(for: "CharacterSet") == """
                CharacterSet: enum, since 1.0

                Values
                  TYPE2SET    deprecated since 7.0
                  TYPE5SET    deprecated since 7.0
                  CID1SET     deprecated since 7.0
                  CID2SET     deprecated since 7.0
                  ASCII       since 7.0
                  ISO_8859_1  since 7.0
                  UTF_8       since 7.0

                """)
        #expect(try SpecPage.text(for: "PredefinedWindows").contains("  PRIMARY_WIDGET  value 1\n"))
    }

    @Test(arguments: [
        ("Alrt", "no RPC, struct or enum is called `Alrt`; did you mean `Alert`?"),
        ("softbutton", "no RPC, struct or enum is called `softbutton`; did you mean `SoftButton`?"),
        ("HMILevels", "no RPC, struct or enum is called `HMILevels`; did you mean `HMILevel`?"),
        ("xyzzy", "no RPC, struct or enum is called `xyzzy`"),
    ]) func `an unknown name is told with the nearest`(_ name: String, _ message: String) {
        #expect(throws: SpecError(message: message)) { try SpecPage.text(for: name) }
    }

    @Test func `no page is wider than 100 columns, and no line ends in a space`() throws {
        let spec = RPCSpec.builtIn
        for name in spec.functions.map(\.name) + spec.structs.map(\.name) + spec.enums.map(\.name) {
            for line in try SpecPage.text(for: name).split(separator: "\n", omittingEmptySubsequences: false) {
                #expect(line.count <= 100 && line.last != " ", "\(name): \(line)")
            }
        }
    }

    @Test func `long notes continue under their column`() throws {
        let json: JSONValue = [
            "interface": "x", "version": "1.0",
            "structs": [
                [
                    "name": "S",
                    "params": [
                        [
                            "name": "aParameterWithALongName", "type": "String", "mandatory": true, "array": true, "minLength": 1,
                            "maxLength": 99999,
                            "minSize": 1, "maxSize": 100_000, "default": "something", "since": "1.0", "until": "2.0", "deprecated": true,
                        ]
                    ],
                ]
            ],
        ]
        #expect(
            try SpecPage.text(for: "S", in: RPCSpec(json: json)) == """
                S: struct

                Fields
                  aParameterWithALongName  list of String  mandatory, 1 to 100000 elements, 1 to 99999 characters,
                                                           default something, since 1.0, removed in 2.0, deprecated

                """)
    }
}
