// SPDX-License-Identifier: Apache-2.0
public import SDLRPC

/// The whole script API as types for the Lua language server: a file that `require "sdl"` finds in an editor.
///
/// The part about functions is written by hand, beside the Lua chunks that implement them; the part about RPCs comes from the
/// specification.
public enum ScriptTypes {
    /// Returns the text of a definition file.
    public static func text(for spec: RPCSpec = .builtIn) -> String {
        var text = ""
        for line in "\(Embedded.apiTypes)".split(separator: "\n", omittingEmptySubsequences: false) {
            text += line == "---NOTIFICATIONS" ? eventFields(spec) : line + "\n"
        }
        text += names("NotificationName", spec.functions.filter { $0.notification != nil })
        text += names("RequestName", spec.functions.filter { $0.request != nil })
        return text + LuaTypes.definitions(for: spec) + "\nreturn sdl\n"
    }

    private static func names(_ alias: String, _ functions: [RPCFunction]) -> String {
        "\n---@alias sdl.\(alias)\n" + functions.map { "---| \"\($0.name)\"\n" }.joined()
    }

    /// One overload for each notification, so that an editor knows what its handler gets.
    private static func eventFields(_ spec: RPCSpec) -> String {
        var text = ""
        for function in spec.functions where function.notification != nil {
            let (name, type) = ("\"\(function.name)\"", "sdl.\(function.name)")
            for method in ["on", "once"] {
                text += "---@field \(method) fun(self: sdl.App, event: \(name), fn: fun(params: \(type))): sdl.Handle\n"
            }
            text += "---@field waitFor fun(self: sdl.App, event: \(name), pattern?: any, options?: sdl.WaitOptions): \(type)\n"
        }
        return text
    }
}
