// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLWire
import Testing

struct ByteTextTests {
    @Test(arguments: [
        ("485454502f", #"48 54 54 50 2F "HTTP/""#), ("00ff", "00 FF"), ("", ""), ("410d0a", #"41 0D 0A "A  ""#),
    ])
    func `bytes are shown in hexadecimal, and as text when they are text`(hex: String, text: String) {
        #expect(ByteText.describe(ByteBuffer(hex: hex)) == text)
    }

    @Test func `only the first bytes are shown`() {
        let text = ByteText.describe(ByteBuffer(repeating: 0, count: 100))
        #expect(text == Array(repeating: "00", count: 32).joined(separator: " ") + " …")
    }
}
