// SPDX-License-Identifier: Apache-2.0
import NIOCore
import SDLApp
import Testing

@Suite struct MD5Tests {
    /// RFC 1321, appendix A.5, and lengths around the padding's border.
    @Test(arguments: [
        ("", "d41d8cd98f00b204"), ("a", "0cc175b9c0f1b6a8"), ("abc", "900150983cd24fb0"), ("message digest", "f96b697d7cb7938d"),
        ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e400"),
        ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5"),
        ("12345678901234567890123456789012345678901234567890123456789012345678901234567890", "57edf4a22be3c955"),
        (String(repeating: "x", count: 55), "04364420e25c512f"), (String(repeating: "x", count: 56), "668a72d5ba17f08e"),
        (String(repeating: "x", count: 64), "c1bb4f81d892b2d5"),
    ])
    func `a picture is named by the first half of its digest`(text: String, name: String) {
        #expect(MD5.name(of: ByteBuffer(string: text)) == name)
    }
}
