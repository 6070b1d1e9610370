// SPDX-License-Identifier: Apache-2.0

import NIOCore
import SDLRPC
import Testing

struct SpecXMLTests {
    static let document = """
        <?xml version="1.0" standalone="no"?>
        <?xml-stylesheet type="text/xml" href="protocol2html.xsl"?>
        <interface name="Example RAPI" version="8.1.0" minVersion="1.0" date="2024-02-29">
            <enum name="FunctionID" internal_scope="base" since="1.0">
                <description>Functions &amp; their ids</description>
                <element name="SayID" value="14" hexvalue="E"/>
                <element name="OnMoodID" value="32768" hexvalue="8000"/>
            </enum>
            <enum name="Mood" since="1.0">
                <element name="GOOD"><description>Fine</description></element>
                <element name="EN-US" internal_name="EN_US" since="2.0"/>
                <element name="GONE" until="7.0"/>
                <element name="OLD" since="7.1" deprecated="true">
                    <history><element name="OLD" until="7.1"/></history>
                </element>
                <element name="OLDER" since="7.1" deprecated="true">
                    <history><element name="OLDER" since="3.0" until="7.1"/></history>
                </element>
                <element name="UNDATED" since="7.0" deprecated="true"/>
            </enum>
            <struct name="Chunk" since="1.0">
                <param name="text" type="String" minlength="0" maxlength="500" mandatory="true"/>
                <param name="next" type="Chunk" mandatory="false" since="2.0"/>
            </struct>
            <function name="Say" functionID="SayID" messagetype="request" since="1.0">
                <param name="chunks" type="Chunk" minsize="1" maxsize="100" array="true" mandatory="true"/>
                <param name="rate" type="Float" minvalue="0.1" maxvalue="100.0" defvalue="1.0" mandatory="false" since="7.1"/>
                <param name="count" type="Integer" minvalue="-5" maxvalue="5" defvalue="0" mandatory="false"/>
                <param name="loud" type="Boolean" defvalue="true" mandatory="false"/>
                <param name="mood" type="Mood" defvalue="GOOD" mandatory="false" since="5.0">
                    <history><param name="mood" type="Mood" mandatory="true" since="2.0" until="5.0"/></history>
                </param>
            </function>
            <function name="Say" functionID="SayID" messagetype="response" since="1.0">
                <param name="success" type="Boolean" platform="documentation" mandatory="true"/>
                <param name="mood" type="Mood" mandatory="true">
                    <element name="GOOD"/>
                    <element name="OLD"/>
                </param>
            </function>
            <function name="OnMood" functionID="OnMoodID" messagetype="notification" since="6.0" deprecated="true">
                <history><function name="OnMood" functionID="OnMoodID" messagetype="notification" since="1.0" until="6.0"/></history>
                <param name="mood" type="Mood" mandatory="true"/>
            </function>
        </interface>
        """

    static let imported = """
        {"interface":"Example RAPI","version":"8.1.0","minVersion":"1.0","date":"2024-02-29",
        "enums":[
        {"name":"FunctionID","since":"1.0","elements":[{"name":"SayID","value":14},{"name":"OnMoodID","value":32768}]},
        {"name":"Mood","since":"1.0","elements":["GOOD",{"name":"EN-US","since":"2.0"},{"name":"GONE","until":"7.0"},\
        {"name":"OLD","deprecated":"7.1"},{"name":"OLDER","since":"3.0","deprecated":"7.1"},{"name":"UNDATED","deprecated":"7.0"}]}
        ],
        "structs":[
        {"name":"Chunk","since":"1.0","params":[{"name":"text","type":"String","mandatory":true,"minLength":0,"maxLength":500},\
        {"name":"next","type":"Chunk","since":"2.0"}]}
        ],
        "functions":[
        {"name":"Say","id":14,"since":"1.0","request":[{"name":"chunks","type":"Chunk","mandatory":true,"array":true,"minSize":1,"maxSize":100},\
        {"name":"rate","type":"Float","minValue":0.1,"maxValue":100,"default":1.0,"since":"7.1"},\
        {"name":"count","type":"Integer","minValue":-5,"maxValue":5,"default":0},{"name":"loud","type":"Boolean","default":true},\
        {"name":"mood","type":"Mood","default":"GOOD","since":"2.0"}],\
        "response":[{"name":"success","type":"Boolean","mandatory":true},{"name":"mood","type":"Mood","mandatory":true,"values":["GOOD","OLD"]}]},
        {"name":"OnMood","id":32768,"since":"1.0","deprecated":"6.0","notification":[{"name":"mood","type":"Mood","mandatory":true}]}
        ]
        }

        """

    private func parse(_ xml: String) throws(SpecError) -> RPCSpec { try SpecXML.parse(ByteBuffer(string: xml)) }

    @Test func `a document becomes the JSON form`() throws {
        let spec = try parse(Self.document)
        var written = ByteBuffer()
        spec.write(into: &written)
        #expect(String(buffer: written) == Self.imported)
        #expect(try RPCSpec(json: written).json() == spec.json())
    }

    @Test func `an imported specification validates`() throws {
        let spec = try parse(Self.document)
        let say = try #require(spec.function(named: "Say")?.request)
        let problems = Validator(spec: spec, version: spec.version).validate(
            ["chunks": [["text": "a", "next": [:]]], "count": 6], against: say)
        #expect(
            problems.map(\.description) == [
                "chunks[1].next.text is missing; it is mandatory (a string)", "count is 6; allowed is -5 to 5",
            ])
    }

    static let faulty: [(String, String)] = [
        ("<interface", "line 1, column 11: expected `>`, found the end of the document"),
        ("<api/>", "line 1, column 1: expected <interface>, found <api>"),
        ("<interface version='1.0'/>", "line 1, column 1: <interface> has no `name`"),
        ("<interface name='x'/>", "line 1, column 1: <interface> has no `version`"),
        ("<interface name='x' version='one'/>", "the specification: `version` is \"one\"; expected a version such as \"8.0\""),
        (wrap("<enum/>"), "line 2, column 1: <enum> has no `name`"),
        (wrap("<enum name='E' since='x'/>"), "line 2, column 1: `since` is \"x\"; expected a version such as \"8.0\""),
        (wrap("<enum name='E'>\n  <element name='A' value='x'/>\n</enum>"), "line 3, column 3: `value` is \"x\"; expected an integer"),
        (
            wrap("<struct name='S'><param name='a' type='T' mandatory='true'/></struct>"),
            "`a` in `S` in the specification: no type is called `T`"
        ),
        (wrap("<struct name='S'><param name='a' mandatory='true'/></struct>"), "line 2, column 18: <param> has no `type`"),
        (
            wrap("<struct name='S'><param name='a' type='Integer' mandatory='yes'/></struct>"),
            "line 2, column 18: `mandatory` is \"yes\"; expected true or false"
        ),
        (
            wrap("<struct name='S'><param name='a' type='Integer' minvalue='low'/></struct>"),
            "line 2, column 18: `minvalue` is \"low\"; expected a number"
        ),
        (
            wrap("<struct name='S'><param name='a' type='Integer' maxsize='1.5'/></struct>"),
            "line 2, column 18: `maxsize` is \"1.5\"; expected an integer"
        ),
        (
            wrap("<struct name='S'><param name='a' type='Boolean' defvalue='on'/></struct>"),
            "line 2, column 18: `defvalue` is \"on\"; expected true or false"
        ),
        (wrap("<function name='F' messagetype='request'/>"), "line 2, column 1: <function> has no `functionID`"),
        (
            wrap("<function name='F' functionID='FID' messagetype='request'/>"),
            "line 2, column 1: the enum FunctionID has no `FID` with a value"
        ),
        (
            wrap("<function name='F' functionID='1' messagetype='reply'/>"),
            "line 2, column 1: `messagetype` is \"reply\"; expected request, response or notification"
        ),
        (
            wrap("<function name='F' functionID='1' messagetype='request'/>\n<function name='F' functionID='1' messagetype='request'/>"),
            "line 3, column 1: `F` has a second request"
        ),
    ]

    private static func wrap(_ inner: String) -> String { "<interface name='x' version='1.0'>\n\(inner)</interface>" }

    @Test(arguments: faulty) func `a faulty document is refused with its place`(_ xml: String, _ message: String) {
        #expect(throws: SpecError(message: message)) { try parse(xml) }
    }

    @Test func `mutated documents are imported or refused, and never trap`() {
        var random = SplitMix(seed: 7)
        var refused = 0
        for _ in 0..<1000 {
            var bytes = Array(Self.document.utf8)
            for _ in 0...random.next(below: 4) { random.mutate(&bytes) }
            do { _ = try SpecXML.parse(ByteBuffer(bytes: bytes)) } catch { refused += 1 }
        }
        #expect((1..<1000).contains(refused))
    }
}
