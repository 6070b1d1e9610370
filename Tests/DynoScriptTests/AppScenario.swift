// SPDX-License-Identifier: Apache-2.0

/// Runs a script that finds `sdl`, a head unit `hu` of its own, and `app(fields)`, which makes an application for it. Nobody drives
/// the head unit but the script. The applications are stopped when the script's text ends.
func scenario(_ script: String, files: [String: String] = [:]) throws -> [String] {
    try output(of: AppScenario.prelude + script + AppScenario.end) { rig in
        for (path, text) in files { rig.files.files[path] = text }
    }
}

/// The same for a script of which handlers are expected to fail: what it printed, and the errors that were told.
func failingScenario(_ script: String) throws -> (printed: [String], errors: [String]) {
    let rig = ScriptRig()
    _ = try rig.run(AppScenario.prelude + script + AppScenario.end)
    return (rig.printed, rig.texts("error"))
}

enum AppScenario {
    static let prelude = """
        local sdl = require "sdl"
        local hu = sdl.headunit {}
        local made = {}
        local function app(fields)
          local config = { appName = "Test", fullAppID = "test-1", headunit = hu }
          for key, value in pairs(fields or {}) do config[key] = value end
          local app = sdl.app(config)
          made[#made + 1] = app
          return app
        end
        local function settle() sdl.sleep "1ms" end

        """

    static let end = """

        settle()
        for _, app in ipairs(made) do app:stop() end
        """
}
