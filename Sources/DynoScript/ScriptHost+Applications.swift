// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import LuaRuntime
import NIOCore
import SDLApp
import SDLRPC
import SDLWire

/// Applications for scripts: what `app.lua` is built on.
extension ScriptHost {
    func registerApplications() {
        lua.register("onAppEvent") { [unowned self] call in
            applications.dispatcher = call.reference(1)
            return .none
        }
        lua.register("newApp") { [unowned self] in try newApplication($0) }
        lua.register("appStart", blocking: true) { [unowned self] in try start($0) }
        lua.register("appStop", blocking: true) { [unowned self] in try stop($0) }
        lua.register("readMessage") { call in
            let invalid = (try call.tree(2).list ?? []).compactMap(\.string)
            _ = try call.stack.push(message: call.bytes(1) ?? ByteBuffer(), invalid: invalid)
            return .pushed(try call.stack.push(bulk: call.bytes(3) ?? ByteBuffer()))
        }
        lua.register("setReviews") { [unowned self] in try setReviews($0) }
        lua.register("answerSystemInfo") { [unowned self] call in
            applications.vehicleAnswers.removeValue(forKey: call.integer(1) ?? 0)?(call.boolean(2) ?? true)
            return .none
        }
        lua.register("answerLanguage") { [unowned self] in try answerLanguage($0) }
        lua.register("dismissLockScreen") { [unowned self] call in
            try application(call).dismissLockScreen()
            return .none
        }
        lua.register("signals") { _ in .value(.list(ApplicationSignal.allCases.map { .string($0.rawValue) })) }
        registerApplicationFields()
        registerPermissions()
        registerAppFiles()
        registerCapabilities()
    }

    func application(_ call: LuaCall) throws -> Application {
        guard let application = applications.all[call.integer(1) ?? 0] else {
            throw LuaFailure(kind: "invalidParameters", message: "this is not an application of this script")
        }
        return application
    }

    // MARK: Making

    /// Argument 1: the configuration table. Argument 2: a head unit URL, the number of a head unit object, or nothing. Argument 3: what
    /// `describeFile` made of the icon.
    private func newApplication(_ call: LuaCall) throws -> LuaReturn {
        let reader = try ApplicationConfigurationReader(try call.tree(1), spec: spec)
        let configuration = try reader.configuration()
        let origin = Heritage.Origin(configuration: try call.tree(1), icon: try call.tree(3), place: place(call))
        let old = heritage?.takeApp(fullAppID: configuration.fullAppID, appName: configuration.appName)
        if let old, old.origin == origin { return adopt(old) }
        let application = Application(configuration: configuration, spec: spec, transport: try transport(call), world: world)
        application.hashID = try reader.hashID()
        application.appIcon = try call.isAbsent(3) ? nil : appFile(call, 3)
        let id = applications.add(Heritage.App(application: application, origin: origin, made: .nil))
        if let old {
            let changes = origin.changes(from: old.origin).joined(separator: ", ")
            publish(.info, "reload", "\(configuration.appName) registers again, because the head unit was told something else: \(changes)")
            old.application.stop()
            applications.predecessors[id] = old.application
        }
        return own(id, application)
    }

    /// The session of the old code goes on.
    private func adopt(_ old: Heritage.App) -> LuaReturn {
        own(applications.add(old), old.application, made: old.made)
    }

    private func own(_ id: Int64, _ application: Application, made: LuaValue = .nil) -> LuaReturn {
        application.onEvent = { [weak self] in self?.dispatch($0, from: id) }
        watch(application)
        let name = "\(application.configuration.appName) (\(application.configuration.fullAppID))"
        return .values([.integer(id), .string(name), made])
    }

    private func place(_ call: LuaCall) -> Heritage.Origin.Place {
        if let id = call.integer(2), let headUnit = headUnits.all[id] { return .headUnit(ObjectIdentifier(headUnit.unit)) }
        return .url(call.string(2) ?? configuration.headUnitURL ?? "sim")
    }

    private func transport(_ call: LuaCall) throws -> any Transport {
        if let id = call.integer(2), let headUnit = headUnits.all[id] { return headUnit.unit.transport }
        let url = call.string(2) ?? configuration.headUnitURL ?? "sim"
        guard url != "sim" else { return builtInHeadUnit.transport }
        do {
            return try environment.transport(url)
        } catch let failure as LuaFailure {
            throw failure
        } catch {
            throw LuaFailure(kind: "invalidParameters", message: "\(error)")
        }
    }

    // MARK: Life

    private func start(_ call: LuaCall) throws -> LuaReturn {
        let application = try application(call)
        var timer: Timer?
        let ticket = call.suspend { timer?.cancel() }
        var isOver = false
        let started = { [turns, incoming] (result: Result<Void, ApplicationError>) in
            guard !isOver else { return }
            isOver = true
            timer?.cancel()
            turns.resume {
                switch result {
                case .success: ticket.resume()
                case .failure(let error):
                    guard error.kind == .registrationRefused, let json = error.response else { return ticket.fail(LuaFailure(error)) }
                    incoming.reportRegistration(json, for: application)
                    ticket.fail(LuaFailure(error, invalid: incoming.registrationTexts(json, for: application)))
                }
            }
        }
        if let limit = call.integer(2) {
            timer = world.after(.microseconds(limit)) {
                let message =
                    "the application was not ready within \(Duration.microseconds(limit).shortText): it is \(application.state.rawValue)"
                started(.failure(ApplicationError(kind: .timeout, message: message)))
                application.stop()
            }
        }
        if let predecessor = applications.predecessors.removeValue(forKey: call.integer(1) ?? 0) {
            predecessor.stopUnowned { application.start(completion: started) }
        } else {
            application.start(completion: started)
        }
        return .suspended(ticket)
    }

    private func stop(_ call: LuaCall) throws -> LuaReturn {
        let application = try application(call)
        let ticket = call.suspend()
        application.stop { [weak self] in
            self?.turns.resume {
                ticket.resume()
                self?.checkEnd()
            }
        }
        return .suspended(ticket)
    }

    // MARK: Questions to the delegate

    /// Arguments: application, whether its delegate judges vehicles, whether it adapts to languages.
    private func setReviews(_ call: LuaCall) throws -> LuaReturn {
        let application = try application(call)
        let id = call.integer(1) ?? 0
        application.reviewSystemInfo = nil
        application.reviewLanguage = nil
        if call.boolean(2) == true {
            application.reviewSystemInfo = { [weak self] vehicle, answer in
                self?.applications.vehicleAnswers[id] = answer
                self?.dispatch(id, "reviewSystemInfo", [LuaValue(vehicle)])
                self?.turns.close()
            }
        }
        if call.boolean(3) == true {
            application.reviewLanguage = { [weak self] voice, display, answer in
                self?.applications.languageAnswers[id] = answer
                self?.dispatch(id, "reviewLanguage", [.string(voice), .string(display)])
                self?.turns.close()
            }
        }
        return .none
    }

    /// Arguments: application, what the delegate returned. What the head unit would refuse is an error of the delegate, and changes
    /// nothing.
    private func answerLanguage(_ call: LuaCall) throws -> LuaReturn {
        guard let answer = applications.languageAnswers.removeValue(forKey: call.integer(1) ?? 0) else { return .none }
        do {
            answer(try languageUpdate(call))
        } catch {
            answer(nil)
            throw error
        }
        return .none
    }

    private func languageUpdate(_ call: LuaCall) throws -> JSONObject? {
        guard !call.isAbsent(2) else { return nil }
        let name = "shouldUpdateLifecycleConfigurationToLanguage"
        guard var update = try call.tree(2).table else { throw call.badArgument("the result", to: name, "expected a table or nil") }
        if let short = update["shortAppName"] {
            update["ngnMediaScreenAppName"] = short
            update["shortAppName"] = nil
        }
        var parameters = update
        parameters["language"] = "EN-US"
        parameters["hmiDisplayLanguage"] = "EN-US"
        guard let message = spec.function(named: "ChangeRegistration")?.request else { return update }
        let problems = Validator(spec: spec, version: try application(call).rpcVersion).validate(.object(parameters), against: message)
        guard problems.isEmpty else {
            throw LuaFailure(kind: "invalidParameters", message: Problem.describe(problems, for: name))
        }
        return update
    }
}
