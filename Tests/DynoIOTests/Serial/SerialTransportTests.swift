// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import Foundation
import NIOCore
import SerialCable
import Testing

@testable import DynoIO

@Suite(.timeLimit(.minutes(1)))
struct SerialTransportTests {
    /// Why a port could not be opened.
    private static func refusal(_ device: String, _ system: SerialSystem, _ settings: SerialSettings = .default) async throws -> String {
        try await live { (live: LiveWorld<String>) in
            SerialTransport(device: device, settings: settings, system: system).open(in: live.world) { result in
                switch result {
                case .success(let link): live.finish("opened \(link.label)")
                case .failure(let error): live.finish(error.description)
                }
            }
        }
    }

    @Test func `a port that is not there`() async throws {
        let rig = try await SerialRig()
        #expect(
            try await Self.refusal("/dev/nothing", rig.system)
                == "there is no serial port /dev/nothing; plug the device in, or see `dyno ports` for what is there")
        #expect(
            try await Self.refusal("left-hu", rig.system)
                == "there is no serial port left-hu; plug the device in, or see `dyno ports` for what is there")
    }

    @Test func `a file that is no port`() async throws {
        let rig = try await SerialRig()
        let file = "\(rig.folder)/file"
        try "text".write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try await Self.refusal(file, rig.system) == "\(file) is not a serial port; see `dyno ports` for what is there")
    }

    @Test func `a port that is in use names its holder`() async throws {
        let rig = try await SerialRig()
        let holder = try SerialPort(device: try rig.device(.left), settings: .default, system: rig.system)
        let refusal = try await Self.refusal(rig.cable.path(.left), rig.system)
        #expect(refusal.hasPrefix("\(rig.cable.path(.left)) is in use by `"))
        #expect(refusal.contains("` (process \(ProcessInfo.processInfo.processIdentifier)) since 2"))
        #expect(refusal.hasSuffix("; end that program, or wait for it with bench.acquire(…, { wait = \"10m\" })"))
        holder.release()
    }

    @Test func `a port is free again when its link is closed`() async throws {
        let rig = try await SerialRig()
        for _ in 0..<3 {
            let kind = try await live { (live: LiveWorld<LinkClosure.Kind>) in
                rig.transport(.left).open(in: live.world) { result in
                    let link = expectSuccess(result)
                    link?.onClose = { live.finish($0.kind) }
                    link?.close()
                }
            }
            #expect(kind == .closedHere)
        }
    }

    @Test func `a world whose time jumps can't open a port`() {
        let scheduler = VirtualScheduler()
        var message: String?
        SerialTransport(device: "/dev/ttyS0", settings: .default).open(in: World(scheduler: scheduler)) { result in
            if case .failure(let error) = result { message = error.description }
        }
        scheduler.run()
        #expect(message == "serial:/dev/ttyS0 needs real time; leave out --virtual-time or use the head unit sim")
    }

    @Test func `the same port is opened again when it comes back as another device`() async throws {
        let rig = try await SerialRig()
        let first = try rig.device(.left)
        let told = try await live { (live: LiveWorld<[String]>) in
            var told: [String] = []
            live.world.observe { event in
                told.append(event.text)
                // Plugged in only when the transport is known to wait.
                if event.name == "port-gone" { Task { try await rig.cable.plug(.left) } }
            }
            let transport = rig.transport(.left)
            transport.open(in: live.world) { result in
                guard let link = expectSuccess(result) else { return }
                link.onBytes = { _ in }
                link.onClose = { _ in
                    transport.open(in: live.world) { result in
                        if expectSuccess(result) != nil { live.finish(told) }
                    }
                }
                rig.cable.unplug(.left)
            }
        }
        let path = rig.cable.path(.left)
        #expect(told == ["waiting for \(path) to come back", "\(path) is back"])
        #expect(try rig.device(.left) != first || FileManager.default.fileExists(atPath: first))
    }

    @Test func `a port that does not come back is given up`() async throws {
        let rig = try await SerialRig()
        var system = rig.system
        system.returnDeadline = .milliseconds(20)
        let message = try await live { [system] (live: LiveWorld<String>) in
            let transport = SerialTransport(device: rig.cable.path(.left), settings: .default, system: system)
            transport.open(in: live.world) { result in
                guard let link = expectSuccess(result) else { return }
                link.onBytes = { _ in }
                link.onClose = { _ in
                    transport.open(in: live.world) { result in
                        if case .failure(let error) = result { live.finish(error.description) }
                    }
                }
                rig.cable.unplug(.left)
            }
        }
        #expect(message.hasPrefix("there is no serial port \(rig.cable.path(.left)); plug the device in"))
    }
}
