// SPDX-License-Identifier: Apache-2.0
import DynoIO
import SDLRPC

/// A port as people and programs read it.
extension SerialPortDescription {
    /// `/dev/ttyUSB0  FTDI FT232R USB UART (0403:6001, serial number A12345)`.
    var headline: String {
        let name = [manufacturer, product].compactMap { $0 }.joined(separator: " ")
        let numbers = [vendorID.map { "\($0):\(productID ?? "?")" }, serialNumber.map { "serial number \($0)" }].compactMap { $0 }
        let parts = [name, numbers.isEmpty ? "" : "(\(numbers.joined(separator: ", ")))"].filter { !$0.isEmpty }
        return device + (parts.isEmpty ? "" : "  \(parts.joined(separator: " "))")
    }

    /// The headline, and a line for each thing that is known.
    var page: String {
        let facts = [("id", id), ("path", path), ("driver", driver), ("in use by", holder.map { "\($0)" })]
        let lines = facts.compactMap { name, value in
            value.map { "    \(name)\(String(repeating: " ", count: max(1, 10 - name.count)))\($0)" }
        }
        return ([headline] + lines).joined(separator: "\n")
    }

    /// Every key is always there, so that a program need not ask.
    var json: JSONValue {
        func text(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }
        let holder: JSONValue =
            holder.map { ["pid": .integer(Int64($0.pid)), "command": .string($0.command), "since": text($0.since)] } ?? .null
        return [
            "device": .string(device), "id": text(id), "path": text(path), "vendorID": text(vendorID), "productID": text(productID),
            "serialNumber": text(serialNumber), "manufacturer": text(manufacturer), "product": text(product), "driver": text(driver),
            "holder": holder,
        ]
    }
}
