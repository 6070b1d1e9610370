// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import Testing

@testable import DynoIO

struct HeadUnitURLTests {
    @Test(arguments: [
        ("sim", HeadUnitURL.sim),
        ("SIM", .sim),
        ("tcp://127.0.0.1:12345", .tcp(host: "127.0.0.1", port: 12345)),
        ("tcp://127.0.0.1", .tcp(host: "127.0.0.1", port: 12345)),
        ("tcp://my-car.local:1/", .tcp(host: "my-car.local", port: 1)),
        ("TCP://localhost:0", .tcp(host: "localhost", port: 0)),
        ("tcp://[::1]:12345", .tcp(host: "::1", port: 12345)),
        ("tcp://[::1]", .tcp(host: "::1", port: 12345)),
        ("tcp://[fe80::1%eth0]:65535", .tcp(host: "fe80::1%eth0", port: 65535)),
        ("serial:/dev/ttyUSB0", .serial(device: "/dev/ttyUSB0", settings: .default)),
        ("serial:/dev/ttyUSB0?baud=115200", .serial(device: "/dev/ttyUSB0", settings: .default)),
        ("serial:bench", .serial(device: "bench", settings: .default)),
        ("serial:x?baud=250000&flow=rtscts&parity=even&stop=2&framed=auto&dtr=off&rts=on", .serial(device: "x", settings: .everything)),
        ("rfc2217://gateway:2217", .rfc2217(host: "gateway", port: 2217, settings: .default)),
        (
            "rfc2217://[::1]:2217?baud=250000&flow=rtscts&parity=even&stop=2&framed=auto&dtr=off&rts=on",
            .rfc2217(host: "::1", port: 2217, settings: .everything)
        ),
    ])
    func `a URL is read and written`(text: String, url: HeadUnitURL) throws {
        #expect(try HeadUnitURL(parsing: text) == url)
        #expect(try HeadUnitURL(parsing: url.description) == url)
    }

    @Test(arguments: [
        ("", "it is empty; write for example sim or tcp://127.0.0.1:12345"),
        ("simulator", "it has no scheme; write for example tcp://simulator:12345"),
        ("127.0.0.1:4000", "it has no scheme; write for example tcp://127.0.0.1:4000"),
        ("localhost:4000", "it has no scheme; write for example tcp://localhost:4000"),
        ("a b", "it has no scheme; write for example sim or tcp://127.0.0.1:12345"),
        ("/dev/ttyUSB0", "it has no scheme; write for example serial:/dev/ttyUSB0"),
        ("http://car", "`http` is not one of the schemes tcp, serial and rfc2217; write for example tcp://127.0.0.1:12345"),
        ("tcp:127.0.0.1", "`//` must follow `tcp:`; write for example tcp://127.0.0.1:12345"),
        ("tcp://", "it names no host; write for example tcp://127.0.0.1:12345"),
        ("tcp://:12345", "it names no host; write for example tcp://127.0.0.1:12345"),
        ("tcp://car:", "`` is not a port from 0 to 65535; write for example tcp://127.0.0.1:12345"),
        ("tcp://car:http", "`http` is not a port from 0 to 65535; write for example tcp://127.0.0.1:12345"),
        ("tcp://car:+1", "`+1` is not a port from 0 to 65535; write for example tcp://127.0.0.1:12345"),
        ("tcp://car:65536", "`65536` is not a port from 0 to 65535; write for example tcp://127.0.0.1:12345"),
        (
            "tcp://car:99999999999999999999",
            "`99999999999999999999` is not a port from 0 to 65535; write for example tcp://127.0.0.1:12345"
        ),
        ("tcp://::1:12345", "an IPv6 address needs brackets; write for example tcp://[::1]:12345"),
        ("tcp://[::1:12345", "the bracket is not closed; write for example tcp://[::1]:12345"),
        ("tcp://[car]:12345", "`car` is not an IPv6 address; write for example tcp://[::1]:12345"),
        ("tcp://[::1]12345", "only a port can follow the bracket; write for example tcp://[::1]:12345"),
        ("tcp://my car", "a host name has no ` `; write for example tcp://127.0.0.1:12345"),
        ("tcp://me@car:1", "`@` does not belong there, only a host and a port do; write for example tcp://127.0.0.1:12345"),
        ("tcp://car:1/path", "`/` does not belong there, only a host and a port do; write for example tcp://127.0.0.1:12345"),
        ("serial:", "it names no device; write for example serial:/dev/ttyUSB0?baud=115200"),
        ("serial:?baud=1", "it names no device; write for example serial:/dev/ttyUSB0?baud=115200"),
        (
            "serial:x?speed=1",
            "`speed=1` is not an option; the options are baud, flow, parity, stop, framed, dtr and rts; "
                + "write for example serial:/dev/ttyUSB0?baud=115200"
        ),
        ("serial:x?baud=fast", "`fast` is not a baud rate; write for example serial:/dev/ttyUSB0?baud=115200"),
        ("serial:x?baud=0", "`0` is not a baud rate; write for example serial:/dev/ttyUSB0?baud=115200"),
        ("serial:x?baud=1&baud=2", "`baud` is given twice; write for example serial:/dev/ttyUSB0?baud=115200"),
        (
            "serial:x?flow=xonxoff",
            "flow can't be `xonxoff`; it is one of none and rtscts; write for example serial:/dev/ttyUSB0?baud=115200"
        ),
        ("serial:x?stop=3", "`3` is not a number of stop bits; use 1 or 2; write for example serial:/dev/ttyUSB0?baud=115200"),
        ("serial:x?dtr=1", "dtr can't be `1`; it is one of on and off; write for example serial:/dev/ttyUSB0?baud=115200"),
        ("rfc2217://car:1?baud=x", "`x` is not a baud rate; write for example rfc2217://127.0.0.1:2217?baud=115200"),
        ("rfc2217:car", "`//` must follow `rfc2217:`; write for example rfc2217://127.0.0.1:12345"),
    ])
    func `a bad URL says what is wrong and shows a right one`(text: String, problem: String) {
        let error = #expect(throws: HeadUnitURLError.self) { try HeadUnitURL(parsing: text) }
        #expect(error?.description == "bad head unit URL `\(text)`: \(problem)")
    }

    @Test func `a URL makes the transport it names`() throws {
        #expect(HeadUnitURL.sim.makeTransport() == nil)
        let transport = try #require(HeadUnitURL.tcp(host: "::1", port: 7).makeTransport())
        #expect(transport is TCPTransport)
        #expect(transport.label == "tcp://[::1]:7")
    }
}

extension SerialSettings {
    /// None of it as by default.
    fileprivate static var everything: SerialSettings {
        var settings = SerialSettings()
        settings.baud = 250_000
        settings.flow = .rtscts
        settings.parity = .even
        settings.stopBits = 2
        settings.framing = .auto
        settings.dtr = false
        settings.rts = true
        return settings
    }
}
