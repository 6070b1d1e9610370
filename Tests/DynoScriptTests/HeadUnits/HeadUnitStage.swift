// SPDX-License-Identifier: Apache-2.0
import Testing

/// Scripts with a head unit `hu` and the apps `a`, `b` and `c` on it, which are started as they are named.
enum HeadUnitStage {
    static let script = """
        local sdl = require "sdl"
        local hu = sdl.headunit {}
        local function new(name, kind, more)
          local config = { appName = name, fullAppID = "id-" .. name, appHMIType = { kind or "DEFAULT" }, headunit = hu }
          for key, value in pairs(more or {}) do config[key] = value end
          local app = sdl.app(config)
          app:start()
          return app
        end
        local function levels(...)
          -- What is on its way arrives first.
          sdl.sleep "1ms"
          local texts = {}
          for i, app in ipairs { ... } do texts[i] = app.hmi.hmiLevel .. " " .. app.hmi.audioStreamingState end
          print(table.concat(texts, ", "))
        end
        local function fails(fn, ...)
          local ok, problem = pcall(fn, ...)
          print(ok and "no error" or problem.message)
        end
        local function stop(...) for _, app in ipairs { ... } do app:stop() end end

        """
}

/// Runs a script on that stage and compares what it prints.
func staged(_ script: String, prints lines: [String], sourceLocation: SourceLocation = #_sourceLocation) throws {
    let printed = try output(of: HeadUnitStage.script + script)
    #expect(printed == lines, sourceLocation: sourceLocation)
}
