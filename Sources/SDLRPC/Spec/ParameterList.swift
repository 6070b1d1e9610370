// SPDX-License-Identifier: Apache-2.0

/// The parameters of one message or the fields of one struct, in the specification's order.
public final class ParameterList: Sendable {
    /// What the parameters belong to: a function's or a struct's name.
    public let owner: String
    /// All of them, in the order they are written in.
    public let parameters: [Parameter]
    /// The positions of the mandatory ones.
    let mandatory: [Int]
    private let index: NameIndex

    init(owner: String, parameters: [Parameter]) {
        self.owner = owner
        self.parameters = parameters
        mandatory = parameters.indices.filter { parameters[$0].isMandatory }
        index = NameIndex(parameters.map(\.name))
    }

    /// A name that two parameters have.
    var duplicate: String? { index.duplicate }

    /// The parameter with a name, or nil.
    public subscript(name: String) -> Parameter? { index.position(of: name).map { parameters[$0] } }

    /// Returns the position in `parameters` of a name given as UTF-8.
    func position(of name: UnsafeRawBufferPointer) -> Int? { index.position(of: name) }
}
