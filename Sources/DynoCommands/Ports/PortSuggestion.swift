// SPDX-License-Identifier: Apache-2.0
import DynoIO
import DynoWorld

/// A block for `dyno.json` that gives each port a name of its own.
struct PortSuggestion {
    private let names: [(name: String, url: String)]

    init(_ ports: [SerialPortDescription]) {
        var taken: Set<String> = []
        names = ports.map { port in
            let base = Self.name(of: port)
            var name = base
            var number = 2
            while !taken.insert(name).inserted {
                name = "\(base)-\(number)"
                number += 1
            }
            return (name, "serial:\(port.stableName)?baud=115200")
        }
    }

    var text: String {
        let lines = names.map { "    \(Event.Field.quoted($0.name)): \(Event.Field.quoted($0.url))" }
        return (["{", "  \"headunits\": {"] + [lines.joined(separator: ",\n")].filter { !$0.isEmpty } + ["  }", "}"]).joined(
            separator: "\n")
    }

    /// `ft232r-usb-uart`; a name to be changed, so it need not be short.
    private static func name(of port: SerialPortDescription) -> String {
        let source = port.product ?? port.device.split(separator: "/").last.map(String.init) ?? port.device
        let words = source.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        return words.isEmpty ? "headunit" : words.joined(separator: "-")
    }
}
