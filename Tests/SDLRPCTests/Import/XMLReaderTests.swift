// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SDLRPC

struct XMLReaderTests {
    private func events(_ xml: String, _ limits: XMLReader.Limits = .init()) throws -> [XMLEvent] {
        var reader = try XMLReader(Array(xml.utf8), limits: limits)
        var events: [XMLEvent] = []
        while true {
            let event = try reader.next()
            if event == .endOfDocument { return events }
            events.append(event)
        }
    }

    @Test func `a document is read event by event`() throws {
        let xml = """
            \u{FEFF}<?xml version="1.0"?>
            <!DOCTYPE a [ <!ENTITY x "y"> ]>
            <!-- a <comment> -->
            <a one="1" two='"2"'><b/>text<?target data?><![CDATA[<raw> & ]] ]]></a >
            <!-- end -->

            """
        #expect(
            try events(xml) == [
                .start(name: "a", attributes: [.init(name: "one", value: "1"), .init(name: "two", value: "\"2\"")]),
                .start(name: "b", attributes: []), .end(name: "b"), .text("text"), .text("<raw> & ]] "), .end(name: "a"),
            ])
    }

    @Test func `references are replaced`() throws {
        let xml = "<a b='&amp;&lt;&gt;&quot;&apos;'>&#65;&#x42;&#x1F600;é &amp;amp;</a>"
        #expect(
            try events(xml) == [.start(name: "a", attributes: [.init(name: "b", value: "&<>\"'")]), .text("AB😀é &amp;"), .end(name: "a")])
    }

    static let malformed: [(String, String)] = [
        ("", "line 1, column 1: the document has no element"),
        ("  \n", "line 2, column 1: the document has no element"),
        ("text", "line 1, column 1: text outside the root element"),
        ("<a/>text", "line 1, column 5: text outside the root element"),
        ("<![CDATA[x]]><a/>", "line 1, column 1: text outside the root element"),
        ("<a>", "line 1, column 4: the document ends inside <a>"),
        ("<a></b>", "line 1, column 4: </b> where </a> is due"),
        ("<a/></a>", "line 1, column 5: </a> ends nothing"),
        ("<a/><b/>", "line 1, column 5: a second root element"),
        ("<a", "line 1, column 3: expected `>`, found the end of the document"),
        ("<a\n  b>", "line 2, column 4: expected `=`, found `>`"),
        ("<a b=c>", "line 1, column 6: expected a quoted value, found `c`"),
        ("<a b=\"c>", "line 1, column 6: the value of `b` has no end"),
        ("<a b=\"<\">", "line 1, column 7: `<` in a value; write it as `&lt;`"),
        ("<a b='1' b='2'/>", "line 1, column 10: <a> has the attribute `b` twice"),
        ("<a b='1'c='2'/>", "line 1, column 9: expected a space before an attribute, found `c`"),
        ("<a / >", "line 1, column 4: expected `>`, found `/`"),
        ("<1/>", "line 1, column 2: expected a name, found `1`"),
        ("< a/>", "line 1, column 2: expected a name, found ` `"),
        ("<a></>", "line 1, column 6: expected a name, found `>`"),
        ("<a></a b='c'>", "line 1, column 8: expected `>`, found `b`"),
        ("<é\n/><é/>", "line 2, column 3: a second root element"),
        ("<a>ü&b;</a>", "line 1, column 5: unknown entity `&b;`"),
        ("<a>&b</a>", "line 1, column 4: `&` that begins no entity; write it as `&amp;`"),
        ("<a>&#0;</a>", "line 1, column 4: unknown entity `&#0;`"),
        ("<a>&#xD800;</a>", "line 1, column 4: unknown entity `&#xD800;`"),
        ("<a>&#x110000;</a>", "line 1, column 4: unknown entity `&#x110000;`"),
        ("<a>&#-1;</a>", "line 1, column 4: unknown entity `&#-1;`"),
        ("<!-- ", "line 1, column 1: `<!--` has no `-->`"),
        ("<?xml ", "line 1, column 1: `<?` has no `?>`"),
        ("<a><![CDATA[ ", "line 1, column 4: `<![CDATA[` has no `]]>`"),
        ("<!DOCTYPE a [", "line 1, column 1: `<!DOCTYPE` has no `>`"),
        ("<a><!DOCTYPE a></a>", "line 1, column 4: expected an element, found `<!`"),
        ("<!ELEMENT a>", "line 1, column 1: expected an element, found `<!`"),
    ]

    @Test(arguments: malformed) func `a malformed document is refused with line and column`(_ xml: String, _ message: String) {
        #expect { try events(xml) } throws: { String(describing: $0) == message }
    }

    @Test func `a document is bounded`() {
        let deep = String(repeating: "<a>", count: 100_000)
        #expect { try events(deep) } throws: { "\($0)" == "line 1, column 193: elements nested deeper than 64 levels" }
        let wide = "<a " + (0..<100).map { "b\($0)=''" }.joined(separator: " ") + "/>"
        #expect { try events(wide) } throws: { "\($0)".hasSuffix("<a> has more than 64 attributes") }
        #expect { try events("<abc/>", .init(size: 5)) } throws: { "\($0)" == "line 1, column 1: the document has 6 bytes; the limit is 5" }
        #expect { try XMLReader([0x3C, 0x61, 0xFF]) } throws: { "\($0)" == "line 1, column 3: the document is not UTF-8" }
    }

    @Test func `declared entities are not expanded`() {
        let bomb = "<!DOCTYPE a [<!ENTITY b \"xx\"><!ENTITY c \"&b;&b;\">]><a>&c;</a>"
        #expect { try events(bomb) } throws: { "\($0)".hasSuffix("unknown entity `&c;`") }
    }

    @Test func `mutated documents are read or refused, and never trap`() {
        var random = SplitMix(seed: 6)
        let document = "<?xml version='1.0'?><!DOCTYPE a><a b=\"c&amp;d\"><!-- x --><e f='g'/>text &#65; é<![CDATA[raw]]></a>"
        var refused = 0
        for _ in 0..<5000 {
            var bytes = Array(document.utf8)
            for _ in 0...random.next(below: 4) { random.mutate(&bytes) }
            do {
                var reader = try XMLReader(bytes)
                while try reader.next() != .endOfDocument {}
            } catch {
                refused += 1
            }
        }
        #expect((1..<5000).contains(refused))
    }
}
