// SPDX-License-Identifier: Apache-2.0
import CSerial
import DynoWorld
import Foundation
import NIOCore
import Testing

@testable import DynoIO

@Suite(.timeLimit(.minutes(1)))
struct SerialLinkTests {
    @Test func `every byte goes through as it is, both ways`() async throws {
        let rig = try await SerialRig()
        let all = ByteBuffer(bytes: Array(UInt8.min ... .max) + [0x03, 0x11, 0x13, 0x0D, 0x0A, 0x04, 0x1A, 0x7F])
        let received = try await live { (live: LiveWorld<[ByteBuffer]>) in
            rig.open(in: live.world) { left, right in
                var received = [ByteBuffer(), ByteBuffer()]
                func note(_ bytes: ByteBuffer, _ end: Int) {
                    received[end].writeImmutableBuffer(bytes)
                    if received.allSatisfy({ $0.readableBytes == all.readableBytes }) { live.finish(received) }
                }
                left.onBytes = { note($0, 0) }
                right.onBytes = { note($0, 1) }
                left.send(all)
                right.send(all)
            }
        }
        #expect(received == [all, all])
    }

    @Test func `a line has the kind that sessions adapt to, and its URL as label`() async throws {
        let rig = try await SerialRig()
        let (kind, label) = try await live { (live: LiveWorld<(LinkKind, String)>) in
            rig.open(in: live.world) { left, right in live.finish((left.kind, left.label)) }
        }
        #expect(kind == .serial)
        #expect(label == "serial:\(rig.cable.path(.left))")
    }

    @Test func `the terminal is put back when the link closes`() async throws {
        let rig = try await SerialRig()
        let device = try rig.device(.left)
        let before = try terminalState(device)
        var settings = SerialSettings()
        settings.baud = 250_000
        let during = try await live { [settings] (live: LiveWorld<[UInt8]>) in
            rig.transport(.left, settings).open(in: live.world) { result in
                guard let link = expectSuccess(result) else { return }
                let during = (try? terminalState(device)) ?? []
                link.onClose = { _ in live.finish(during) }
                link.close()
            }
        }
        #expect(during != before)
        #expect(try terminalState(device) == before)
    }

    @Test func `the terminal is put back when its world ends with the link open`() async throws {
        let rig = try await SerialRig()
        let device = try rig.device(.left)
        let before = try terminalState(device)
        var settings = SerialSettings()
        settings.baud = 31_250
        let wasSet = try await live { [settings] (live: LiveWorld<Bool>) in
            rig.transport(.left, settings).open(in: live.world) { result in
                let link = expectSuccess(result)
                link?.onBytes = { _ in }
                live.world.observe { _ in withExtendedLifetime(link) {} }
                live.finish((try? terminalState(device)) != before)
            }
        }
        #expect(wasSet)
        #expect(try terminalState(device) == before)
    }

    @Test func `any speed can be set`() async throws {
        let rig = try await SerialRig()
        let device = try rig.device(.left)
        for baud in [300, 31_250, 115_200, 250_000, 921_600, 3_000_000] {
            var settings = SerialSettings()
            settings.baud = baud
            let port = try SerialPort(device: device, settings: settings, system: rig.system)
            var set: UInt32 = 0
            #expect(cserial_baud(port.descriptor, &set) == 0)
            #expect(Int(set) == baud)
        }
    }

    @Test func `a port that is plugged out closes the link as disconnected`() async throws {
        let rig = try await SerialRig()
        let closure = try await live { (live: LiveWorld<LinkClosure>) in
            rig.open(in: live.world) { left, right in
                left.onBytes = { _ in rig.cable.unplug(.left) }
                left.onClose = { closure in withExtendedLifetime(right) { live.finish(closure) } }
                right.onBytes = { _ in }
                right.send(ByteBuffer(string: "!"))
            }
        }
        #expect(closure == LinkClosure(kind: .closedByPeer, message: "serial:\(rig.cable.path(.left)) is disconnected"))
    }

    @Test func `a reader that does not read costs a bounded backlog and then the link`() async throws {
        let rig = try await SerialRig()
        var system = rig.system
        system.backlogLimit = 1 << 20
        let closure = try await live { [system] (live: LiveWorld<LinkClosure>) in
            SerialTransport(device: rig.cable.path(.left), settings: .default, system: system).open(in: live.world) { result in
                guard let link = expectSuccess(result) else { return }
                link.onClose = { live.finish($0) }
                func sendMore() {
                    link.send(ByteBuffer(repeating: 1, count: 1 << 18))
                    live.world.soon(sendMore)
                }
                sendMore()
            }
        }
        #expect(closure.kind == .failed)
        #expect(closure.message.hasPrefix("serial:\(rig.cable.path(.left)): the peer does not take bytes: "))
        #expect(closure.message.hasSuffix(" wait, the limit is 1048576; check flow control and the other end"))
    }

    @Test func `three megabytes arrive whole at a reader that begins late`() async throws {
        let rig = try await SerialRig()
        let size = 3_000_000
        let received = try await live { (live: LiveWorld<Int>) in
            rig.open(in: live.world) { left, right in
                left.send(ByteBuffer(repeating: 0x11, count: size))
                live.world.after(.milliseconds(2)) {
                    var received = 0
                    right.onBytes = { bytes in
                        received += bytes.readableBytes
                        withExtendedLifetime(left) { if received == size { live.finish(received) } }
                    }
                }
            }
        }
        #expect(received == size)
    }
}
