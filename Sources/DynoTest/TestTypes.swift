// SPDX-License-Identifier: Apache-2.0

/// The module `sdl.test` as types for the Lua language server: a file that `require "sdl.test"` finds in an editor.
public enum TestTypes {
    public static var text: String { "\(Embedded.testTypes)" }
}
