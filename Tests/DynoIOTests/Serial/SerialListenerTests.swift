// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore
import Testing

@testable import DynoIO

@Suite(.timeLimit(.minutes(1)))
struct SerialListenerTests {
    @Test func `a port that is there is listened on at once`() async throws {
        let rig = try await SerialRig()
        let log = try await live { (live: LiveWorld<[String]>) in
            var log: [String] = []
            rig.listener(.right).open(in: live.world) { link in
                log.append("link \(link.label)")
                live.finish(log)
            } completion: { result in
                if case .success(let url) = result { log.append("listening on \(url)") }
            }
        }
        let path = rig.cable.path(.right)
        #expect(log == ["listening on serial:\(path)", "link serial:\(path)"])
    }

    @Test func `a port that is not there is waited for`() async throws {
        let rig = try await SerialRig()
        rig.cable.unplug(.right)
        let log = try await live { (live: LiveWorld<[String]>) in
            var log: [String] = []
            live.world.observe { event in
                log.append(event.text)
                if event.name == "port-gone" { Task { try await rig.cable.plug(.right) } }
            }
            rig.listener(.right).open(in: live.world) { _ in
                live.finish(log)
            } completion: { result in
                if case .success = result { log.append("listening") }
            }
        }
        let path = rig.cable.path(.right)
        #expect(log == ["listening", "waiting for \(path)", "\(path) is there"])
    }

    @Test func `each return of the port is a new link`() async throws {
        let rig = try await SerialRig()
        let closures = try await live { (live: LiveWorld<[LinkClosure.Kind]>) in
            var closures: [LinkClosure.Kind] = []
            live.world.observe { event in
                if event.name == "port-gone" { Task { try await rig.cable.plug(.right) } }
            }
            let listener = rig.listener(.right)
            listener.open(in: live.world) { link in
                link.onBytes = { _ in }
                link.onClose = { closures.append($0.kind) }
                if closures.count == 3 {
                    listener.close()
                    live.finish(closures)
                }
                // A link that its user closes is followed by the next as well.
                if closures.count == 1 { link.close() } else { rig.cable.unplug(.right) }
            } completion: { _ in
            }
        }
        #expect(closures == [.closedByPeer, .closedHere, .closedByPeer])
    }

    @Test func `a port that can't be used is said, once`() async throws {
        let rig = try await SerialRig()
        let holder = try SerialPort(device: try rig.device(.right), settings: .default, system: rig.system)
        let message = try await live { (live: LiveWorld<String>) in
            rig.listener(.right).open(in: live.world) { _ in
                live.finish("opened")
            } completion: { result in
                if case .failure(let error) = result { live.finish(error.description) }
            }
        }
        #expect(message.hasPrefix("\(rig.cable.path(.right)) is in use by `"))
        holder.release()
    }
}
