// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import DynoLint

/// This parser accepts what Lua accepts, and refuses the rest for the same reason.
struct LuaAgreementTests {
    @Test func `every script of the repository parses`() {
        #expect(Repository.scripts.count >= 8)
        for script in Repository.scripts { #expect(LuaAgreement.error(script.bytes) == nil, "\(script.path)") }
    }

    /// A text with most of the language in it, for what the repository's scripts do not use.
    static let everything = #"""
        local a <const>, b <close> = 0x1F, nil
        goto done
        for i = 1, 10, 2 do if i > 3 then break elseif i == 2 then goto next else a.b[i] = -i ^ 2 end ::next:: end
        for k, v in pairs({ 1, x = 2; ["y"] = [[long]], f = function(...) return ... end }) do print(k, v) end
        while not (a or b and c) do repeat local x = a // 2 % 3 until x ~= 1 or x <= 2 and x >= 3 end
        function m.n:o(p, ...) local q = select("#", ...) return self, p .. 'x\z
           y' .. "\u{48}\65\x41", #q, ~q & 1 | 2 ~ 3 << 4 >> 5 end
        local function f() return f{1}"s":m(2)[3], 1e10, .5, 3., 0x.8p-3 end
        --[==[ a
        comment ]==] do ; end
        ::done:: return a, (f())
        """#

    /// A script as people write them.
    private static let script = #"""
        local sdl = require "sdl"

        local app = sdl.app { appName = "Hello", fullAppID = "8675309", appHMIType = { "MEDIA" } }

        app:onButton("OK", function(press)
          print(("button pressed: %s (%s)"):format(press.buttonName, press.buttonPressMode))
        end)

        app:start()
        local hmi = app:waitForHMI { hmiLevel = "FULL" }
        for i = 1, 3 do
          if hmi.hmiLevel ~= "FULL" then break end
          app.rpc.Show { mainField1 = "Hello " .. i, mainField2 = "from Lua" }
          sdl.sleep "1s"
        end
        app:stop()
        """#

    @Test func `mutated scripts are accepted and refused as Lua does, with the same words`() throws {
        var random = SplitMix(seed: 11)
        let sources = [Array(Self.everything.utf8), Array(Self.everything.utf8), Array(Self.script.utf8)]
        var refused = 0
        for round in 0..<12_000 {
            var bytes = sources[round % sources.count]
            for _ in 0...random.next(below: 3) { mutate(&bytes, &random) }
            let (ours, theirs) = (LuaAgreement.error(bytes), try LuaAgreement.luaError(bytes))
            if theirs != nil { refused += 1 }
            #expect(comparable(ours) == comparable(theirs), "\(String(decoding: bytes, as: UTF8.self))")
        }
        #expect((300..<12_000).contains(refused))
    }

    /// Changes whole words as well as bytes: most random bytes are wrong in the same way.
    private func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix) {
        let position = random.next(below: bytes.count)
        let end = min(bytes.count, position + 1 + random.next(below: 6))
        switch random.next(below: 5) {
        case 0: bytes.removeSubrange(position..<end)
        case 1: bytes.insert(contentsOf: bytes[position..<end], at: random.next(below: bytes.count))
        case 2: bytes[position] = UInt8(truncatingIfNeeded: random.next())
        case 3: bytes[position] = Self.interesting[random.next(below: Self.interesting.count)]
        default: bytes.insert(contentsOf: Self.words[random.next(below: Self.words.count)].utf8, at: position)
        }
    }

    private static let interesting = Array("()[]{}=~<>\"'\\.:;,-+*/%^#&|0x9a_ \n\r".utf8)
    private static let words = [
        " end ", " do ", " if ", " then ", " else ", " local ", " function ", " return ", " goto x ", " ::x:: ", " break ", " = ", "...",
        "--[[", "]]",
        "[[", " until ", " repeat ", " <const> ", "\\x4", "\\u{", "\\z", " nil ", " a.b ", " 'x' ", "{", "}", " and ", " not ", " 0x ",
        " 1e ",
    ]

    /// What follows "near" is the raw text here, and in Lua the text with its escapes replaced. Which line a parenthesis opens in
    /// differs between versions of Lua 5.4. Its stack is a little larger.
    private func comparable(_ message: String?) -> String? {
        guard let message else { return nil }
        let words = message.split(separator: " near ", maxSplits: 1).first.map(String.init) ?? message
        if words.hasPrefix("statements and expressions nest") { return "C stack overflow" }
        return words.hasPrefix("')' expected (to close '('") ? "')' expected" : words
    }
}
