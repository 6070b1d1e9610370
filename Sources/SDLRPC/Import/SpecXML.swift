// SPDX-License-Identifier: Apache-2.0

public import NIOCore

/// Imports a specification in the public MOBILE_API.xml form.
///
/// Descriptions are left out. Of a thing with a history the newest variant counts and the oldest one says since when it
/// exists; the newest one's `since` then only says when it changed, or was deprecated.
public enum SpecXML {
    /// Reads a document.
    ///
    /// - Throws: a `SpecError` that names line and column, or the place in the specification, and what is wrong there.
    public static func parse(_ xml: ByteBuffer) throws(SpecError) -> RPCSpec {
        let json: JSONValue
        do throws(XMLError) {
            let root = try XMLElement.document(Array(xml.readableBytesView))
            json = try interface(root)
        } catch {
            throw SpecError(message: error.description)
        }
        return try RPCSpec(json: json)
    }

    /// Maps the root element.
    private static func interface(_ root: XMLElement) throws(XMLError) -> JSONValue {
        guard root.name == "interface" else { throw root.error("expected <interface>, found <\(root.name)>") }
        let mapping = SpecXMLMapping(functionIDs: try functionIDs(root))
        var json: JSONValue = ["interface": .string(try require(root, "name")), "version": .string(try require(root, "version"))]
        json["minVersion"] = root["minVersion"].map(JSONValue.string)
        json["date"] = root["date"].map(JSONValue.string)
        json["enums"] = .array(try root.children("enum").map(mapping.enumeration))
        json["structs"] = .array(try root.children("struct").map(mapping.structure))
        json["functions"] = .array(try mapping.functions(root.children("function")))
        return json
    }

    /// The numbers of the enum `FunctionID`, which functions refer to by name.
    private static func functionIDs(_ root: XMLElement) throws(XMLError) -> [String: Int64] {
        var ids: [String: Int64] = [:]
        guard let enumeration = root.children("enum").first(where: { $0["name"] == "FunctionID" }) else { return ids }
        for element in enumeration.children("element") {
            guard let text = element["value"] else { continue }
            guard let id = Int64(text) else { throw element.error("`value` is \"\(text)\"; expected an integer") }
            ids[try require(element, "name")] = id
        }
        return ids
    }

    /// The value of an attribute that must be there.
    static func require(_ element: XMLElement, _ attribute: String) throws(XMLError) -> String {
        guard let value = element[attribute], !value.isEmpty else {
            throw element.error("<\(element.name)> has no `\(attribute)`")
        }
        return value
    }
}
