// SPDX-License-Identifier: Apache-2.0
import LuaRuntime
import NIOCore

@testable import DynoLint

/// Asks both parsers: this one, and the real Lua.
enum LuaAgreement {
    /// This parser's error, without its place; nil when the script parses.
    static func error(_ script: String) -> String? { error(Array(script.utf8)) }

    static func error(_ script: [UInt8]) -> String? {
        do throws(SyntaxError) {
            _ = try SyntaxTree.parse(SourceText(script))
            return nil
        } catch {
            return error.message
        }
    }

    static func luaError(_ script: String) throws -> String? { try luaError(Array(script.utf8)) }

    static func luaError(_ script: [UInt8]) throws -> String? {
        let lua = try LuaState(seed: 1)
        defer { lua.close() }
        do {
            _ = try lua.load(ByteBuffer(bytes: script), chunkName: "@x")
            return nil
        } catch let error as LuaError where error.kind == .syntax {
            // `x:12: message`
            return String(error.message.drop { $0 != " " }.dropFirst())
        }
    }
}
