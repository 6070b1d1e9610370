// SPDX-License-Identifier: Apache-2.0
import SDLRPC

extension Behaviours {
    /// Turn-by-turn display, destinations, way points and calls.
    static let navigation: [String: Behaviour] = [
        "ShowConstantTBT": .immediate { request, headUnit throws(Refusal) in
            guard !request.members.isEmpty else { throw Refusal(.invalidData, "ShowConstantTBT shows nothing") }
            try TextRule.require(request, "navigationText1", "navigationText2", "eta", "timeToDestination", "totalDistance")
            try SoftButtons.require(request, headUnit)
            Images.warn(request, headUnit)
            for member in request.members { request.app.navigation.constantTBT[member.key] = member.value }
            return Answer()
        },
        "AlertManeuver": .timed { request, headUnit throws(Refusal) in
            guard !request.members.isEmpty else { throw Refusal(.invalidData, "AlertManeuver needs ttsChunks or softButtons") }
            try TextRule.require(request, "ttsChunks")
            try SpokenFiles.require(request, headUnit, "ttsChunks")
            try SoftButtons.require(request, headUnit)
            Images.warn(request, headUnit)
            let duration = headUnit.configuration.speechPace.duration(of: request.array("ttsChunks"))
            headUnit.speech.speak(for: duration, app: request.app) { _ in headUnit.finish(request, Answer()) }
            return nil
        },
        "UpdateTurnList": .immediate { request, headUnit throws(Refusal) in
            guard !request.members.isEmpty else { throw Refusal(.invalidData, "UpdateTurnList needs turnList or softButtons") }
            try TextRule.require(request, "turnList")
            try SoftButtons.require(request, headUnit)
            Images.warn(request, headUnit)
            request.app.navigation.turnList = request.array("turnList")
            return Answer()
        },
        "SendHapticData": .immediate { request, headUnit throws(Refusal) in
            request.app.navigation.hapticRects = request.array("hapticRectData")
            return Answer()
        },
        "SendLocation": .immediate { request, headUnit throws(Refusal) in
            try TextRule.require(request, "locationName", "locationDescription", "addressLines", "phoneNumber", "address")
            let hasLongitude = request.params["longitudeDegrees"] != nil
            guard hasLongitude == (request.params["latitudeDegrees"] != nil) else {
                throw Refusal(.invalidData, "longitudeDegrees and latitudeDegrees belong together")
            }
            guard hasLongitude || request.params["address"]?.object?.isEmpty == false else {
                throw Refusal(.invalidData, "SendLocation needs coordinates or an address")
            }
            Images.warn(request, headUnit)
            return Answer()
        },
        "DialNumber": .immediate { request, headUnit throws(Refusal) in
            let number = (request.string("number") ?? "").filter { "0123456789+*#,;".contains($0) }
            guard !number.isEmpty else { throw Refusal(.invalidData, "the number has no digits") }
            request.params["number"] = .string(number)
            return Answer()
        },
        "GetWayPoints": .immediate { request, headUnit throws(Refusal) in
            let all = headUnit.vehicleStore.wayPoints
            let wanted = request.string("wayPointType") == "DESTINATION" ? all.suffix(1) : all.prefix(10)
            guard !wanted.isEmpty else { throw Refusal(.dataNotAvailable, "the navigation has no destination") }
            return Answer(.success, ["wayPoints": .array(Array(wanted))])
        },
        "SubscribeWayPoints": .resumable { request, headUnit throws(Refusal) in
            guard !request.app.data.isWayPointSubscriber else { throw Refusal(.ignored, "way points are subscribed already") }
            request.app.data.isWayPointSubscriber = true
            return Answer()
        },
        "UnsubscribeWayPoints": .resumable { request, headUnit throws(Refusal) in
            guard request.app.data.isWayPointSubscriber else { throw Refusal(.ignored, "way points are not subscribed") }
            request.app.data.isWayPointSubscriber = false
            return Answer()
        },
    ]
}
