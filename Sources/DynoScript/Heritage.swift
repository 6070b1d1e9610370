// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import LuaRuntime
import NIOCore
import SDLApp
import SDLHeadUnit

/// What a script's new code gets from the old: its data, and its applications and head units, each until the new code asks for it
/// with the same words.
final class Heritage {
    /// What an application was made from.
    struct Origin: Equatable {
        enum Place: Equatable {
            case url(String)
            case headUnit(ObjectIdentifier)
        }

        var configuration: LuaValue
        var icon: LuaValue
        var place: Place

        /// The names of the fields that are others than in `old`.
        func changes(from old: Origin) -> [String] {
            let (fields, before) = (configuration.record ?? [], old.configuration.record ?? [])
            let names = Set((fields + before).map(\.0)).filter { configuration[$0] != old.configuration[$0] }
            return names.sorted() + (icon == old.icon ? [] : ["appIcon"]) + (place == old.place ? [] : ["headunit"])
        }
    }

    struct App {
        var application: Application
        var origin: Origin
        /// What it has made at its head unit, as the Lua side knows it.
        var made: LuaValue
    }

    /// `sdl.state` as Lua text.
    let state: ByteBuffer
    private var apps: [App]
    private var headUnits: [HeadUnitTable.Entry]

    init(state: ByteBuffer, apps: [App], headUnits: [HeadUnitTable.Entry]) {
        self.state = state
        self.apps = apps
        self.headUnits = headUnits
    }

    /// What nobody has asked for yet.
    var rest: (apps: [App], headUnits: [HeadUnitTable.Entry]) { (apps, headUnits) }

    /// The application with this id, else with this name.
    func takeApp(fullAppID: String, appName: String) -> App? {
        let running = apps.indices.filter { apps[$0].application.state != .stopped }
        let found =
            running.first { apps[$0].application.configuration.fullAppID == fullAppID }
            ?? running.first { apps[$0].application.configuration.appName == appName }
        return found.map { apps.remove(at: $0) }
    }

    func takeHeadUnit(_ configuration: LuaValue) -> HeadUnitTable.Entry? {
        headUnits.firstIndex { $0.origin == configuration }.map { headUnits.remove(at: $0) }
    }

    /// Ends what the new code has no use for.
    func drop() {
        for app in apps { app.application.stopUnowned() }
        for entry in headUnits { entry.close() }
        apps = []
        headUnits = []
    }
}

extension Application {
    /// Stops an application that nobody else keeps until it has unregistered.
    func stopUnowned(then: @escaping () -> Void = {}) {
        stop { withExtendedLifetime(self, then) }
    }
}
