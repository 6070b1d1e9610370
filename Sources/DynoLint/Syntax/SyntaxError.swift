// SPDX-License-Identifier: Apache-2.0

/// Why a text is not Lua, in Lua's own words.
struct SyntaxError: Error, Equatable {
    /// `'end' expected (to close 'if' at line 1) near <eof>`
    var message: String
    /// Where it was noticed: a byte of the source.
    var offset: Int
}
