// SPDX-License-Identifier: Apache-2.0

/// A struct of the RPC specification: a record with named fields.
public final class StructSpec: Sendable {
    /// The struct's name: `SoftButton`.
    public let name: String
    /// Its fields, which are described as parameters are.
    public let fields: ParameterList
    /// The versions that have it.
    public let availability: Availability

    init(name: String, fields: [Parameter], availability: Availability) {
        self.name = name
        self.fields = ParameterList(owner: name, parameters: fields)
        self.availability = availability
    }
}
