// SPDX-License-Identifier: Apache-2.0

/// A struct of the RPC specification: a record with named fields.
public final class StructSpec: Sendable {
    public let name: String
    public let fields: ParameterList
    public let availability: Availability

    init(name: String, fields: [Parameter], availability: Availability) {
        self.name = name
        self.fields = ParameterList(owner: name, parameters: fields)
        self.availability = availability
    }
}
