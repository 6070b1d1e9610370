// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// What an application has built up on the head unit and gets back when it resumes with the right hash.
///
/// Texts and soft buttons of Show are not among it: sdl_core does not save them.
struct AppData: Equatable {
    var menu = MenuStore()
    var choiceSets = ChoiceSetStore()
    var globalProperties = JSONObject()
    var buttons: Set<String> = []
    var vehicleItems: Set<String> = []
    var isWayPointSubscriber = false
    var windows: [AppWindow] = []
    /// Remote-control modules (type and id) and app services whose data the application wants.
    var interiorModules: Set<InteriorModuleKey> = []
    var serviceTypes: Set<String> = []

    var isEmpty: Bool { self == AppData() }

    /// The files that must still be there for the data to be restored.
    var imageNames: Set<String> {
        Set(menu.imageNames + choiceSets.imageNames + ImageName.all(in: .object(globalProperties)))
    }
}
