// SPDX-License-Identifier: Apache-2.0
import SDLWire
import Testing

struct FrameLimitsTests {
    @Test(arguments: [
        (UInt8(1), 1015, 1015, 1492), (2, 1011, 1011, 1492), (3, 131_011, 131_011, 131_072), (4, 131_011, 131_011, 131_072),
        (5, 131_011, 131_011, 131_072),
    ])
    func `without an mtu the version decides`(version: UInt8, app: Int, headUnit: Int, accepted: Int) {
        #expect(FrameLimits(role: .application).sendLimit(version: version, service: .rpc) == app)
        #expect(FrameLimits(role: .headUnit).sendLimit(version: version, service: .rpc) == headUnit)
        #expect(FrameLimits(role: .application).receiveLimit(version: version, service: .rpc) == accepted)
    }

    @Test func `with an mtu each end stays below what the other may refuse`() {
        let app = FrameLimits(role: .application, mtu: 16_384)
        let headUnit = FrameLimits(role: .headUnit, mtu: 16_384)
        #expect(app.sendLimit(version: 5, service: .hybrid) == 16_372)
        #expect(headUnit.sendLimit(version: 5, service: .rpc) == 16_371)
        #expect(app.receiveLimit(version: 5, service: .rpc) == 16_384)
        #expect(app.sendLimit(version: 4, service: .rpc) == 131_011)
    }

    @Test func `a service has its own mtu or RPC's`() {
        var limits = FrameLimits(role: .application, mtu: 2000)
        limits.setMTU(9000, for: .video)
        #expect(limits.mtu(for: .video) == 9000)
        #expect(limits.mtu(for: .audio) == 2000)
        #expect(limits.mtu(for: .rpc) == 2000)
        limits.setMTU(nil, for: .video)
        #expect(limits.mtu(for: .video) == 2000)
    }

    @Test(arguments: [Int.min, -1, 0, 127])
    func `an absurdly small mtu counts as none`(mtu: Int) {
        #expect(FrameLimits(role: .application, mtu: mtu).mtu(for: .rpc) == nil)
    }

    @Test func `an absurdly large mtu is cut`() {
        #expect(FrameLimits(role: .application, mtu: .max).receiveLimit(version: 5, service: .rpc) == FrameLimits.largestMTU)
    }

    @Test func `a small mtu does not lower what is accepted below a small frame`() {
        #expect(FrameLimits(role: .application, mtu: 1400).receiveLimit(version: 5, service: .rpc) == 1492)
    }
}
