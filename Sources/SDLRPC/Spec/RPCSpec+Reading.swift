// SPDX-License-Identifier: Apache-2.0

public import NIOCore

extension RPCSpec {
    /// Reads a specification in this project's JSON form, the one `json()` gives.
    ///
    /// - Throws: a `SpecError` that names the place and what is wrong with it.
    public convenience init(json: ByteBuffer) throws(SpecError) {
        let value: JSONValue
        do { value = try JSONValue.parse(json) } catch { throw SpecError(message: error.description) }
        try self.init(json: value)
    }

    convenience init(json: UnsafeRawBufferPointer) throws(SpecError) {
        let value: JSONValue
        do { value = try JSONValue.parse(json) } catch { throw SpecError(message: error.description) }
        try self.init(json: value)
    }

    /// Makes a specification of a parsed document.
    public convenience init(json: JSONValue) throws(SpecError) {
        var reader = SpecReader()
        let root = SpecNode(json, at: "the specification")
        _ = try root.members()
        let enums = try root.list("enums", reader.enumeration)
        let structNodes = try root.nodes("structs")
        try reader.declare(enums, structNodes)
        var structs: [StructSpec] = []
        for node in structNodes { structs.append(try reader.structure(node)) }
        let functions = try root.list("functions", reader.function)
        try SpecReader.refuse(duplicate: NameIndex(functions.map(\.name)).duplicate, in: root.place)
        let header = Header(
            note: try root.text("note"), interface: try root.require(root.text("interface"), "interface"),
            version: try root.require(root.version("version"), "version"), minVersion: try root.version("minVersion"),
            date: try root.text("date"))
        self.init(header: header, enums: enums, structs: structs, functions: functions)
    }
}
