// SPDX-License-Identifier: Apache-2.0
import DynoScript
import DynoTest
import SDLRPC

/// The definition files of the modules scripts require, for the Lua language server.
enum EditorTypes {
    /// What a new project gets, by path.
    static var files: [(path: String, text: String)] { files(at: ".types/sdl.lua", for: .builtIn) }

    /// The module `sdl` at this path, and what `require` finds below it.
    static func files(at path: String, for spec: RPCSpec) -> [(path: String, text: String)] {
        let module = path.hasSuffix(".lua") ? String(path.dropLast(".lua".count)) : path
        return [(path, ScriptTypes.text(for: spec)), ("\(module)/test.lua", TestTypes.text)]
    }
}
