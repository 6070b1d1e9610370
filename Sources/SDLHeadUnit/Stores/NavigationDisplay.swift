// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// What a navigation application has put on the head unit's own turn-by-turn display.
struct NavigationDisplay: Equatable {
    var constantTBT = JSONObject()
    var turnList: [JSONValue] = []
    var hapticRects: [JSONValue] = []
}
