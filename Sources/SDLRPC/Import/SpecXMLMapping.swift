// SPDX-License-Identifier: Apache-2.0

/// Maps the elements of a MOBILE_API.xml to this project's JSON form.
struct SpecXMLMapping {
    /// The numbers the enum `FunctionID` gives to names.
    let functionIDs: [String: Int64]

    /// Maps `<enum>`.
    func enumeration(_ element: XMLElement) throws(XMLError) -> JSONValue {
        var json = try named(element)
        let since = json["since"]
        json["elements"] = .array(
            try element.children("element").map { child throws(XMLError) in
                var value = try named(child, within: since)
                value["value"] = try integer(child, "value").map(JSONValue.integer)
                return value.object?.count == 1 ? value["name"] ?? value : value
            })
        return json
    }

    /// Maps `<struct>`.
    func structure(_ element: XMLElement) throws(XMLError) -> JSONValue {
        var json = try named(element)
        json["params"] = try parameters(of: element, within: json["since"])
        return json
    }

    /// Joins the messages of each function, which stand as elements of their own.
    func functions(_ elements: [XMLElement]) throws(XMLError) -> [JSONValue] {
        var functions = JSONObject()
        for element in elements {
            let name = try SpecXML.require(element, "name")
            var json = if let known = functions[name] { known } else { try function(element) }
            let kind = try SpecXML.require(element, "messagetype")
            guard MessageKind(rawValue: kind) != nil else {
                throw element.error("`messagetype` is \"\(kind)\"; expected request, response or notification")
            }
            guard json[kind] == nil else { throw element.error("`\(name)` has a second \(kind)") }
            json[kind] = try parameters(of: element, within: json["since"])
            functions[name] = json
        }
        return functions.map(\.value)
    }

    /// Maps what the messages of a function share.
    private func function(_ element: XMLElement) throws(XMLError) -> JSONValue {
        var json = try named(element)
        let reference = try SpecXML.require(element, "functionID")
        guard let id = functionIDs[reference] ?? Int64(reference) else {
            throw element.error("the enum FunctionID has no `\(reference)` with a value")
        }
        json["id"] = .integer(id)
        return json
    }

    private func parameters(of element: XMLElement, within since: JSONValue?) throws(XMLError) -> JSONValue {
        .array(try element.children("param").map { child throws(XMLError) in try parameter(child, within: since) })
    }

    /// Maps `<param>`. Elements right inside it restrict its values.
    private func parameter(_ element: XMLElement, within since: JSONValue?) throws(XMLError) -> JSONValue {
        let type = try SpecXML.require(element, "type")
        var json: JSONValue = ["name": .string(try SpecXML.require(element, "name")), "type": .string(type)]
        json["mandatory"] = try flag(element, "mandatory") ? true : nil
        json["array"] = try flag(element, "array") ? true : nil
        json["minValue"] = try number(element, "minvalue")
        json["maxValue"] = try number(element, "maxvalue")
        json["minLength"] = try integer(element, "minlength").map(JSONValue.integer)
        json["maxLength"] = try integer(element, "maxlength").map(JSONValue.integer)
        json["minSize"] = try integer(element, "minsize").map(JSONValue.integer)
        json["maxSize"] = try integer(element, "maxsize").map(JSONValue.integer)
        json["default"] = try element["defvalue"].map { text throws(XMLError) in try defaultValue(text, type, element) }
        let values = element.children("element")
        if !values.isEmpty {
            json["values"] = .array(try values.map { value throws(XMLError) in .string(try SpecXML.require(value, "name")) })
        }
        try addAvailability(of: element, within: since, to: &json)
        return json
    }

    /// Maps what all things have: a name and versions.
    private func named(_ element: XMLElement, within since: JSONValue? = nil) throws(XMLError) -> JSONValue {
        var json: JSONValue = ["name": .string(try SpecXML.require(element, "name"))]
        try addAvailability(of: element, within: since, to: &json)
        return json
    }

    /// Adds `since`, unless it says no more than the thing around does, `until` and `deprecated`.
    private func addAvailability(of element: XMLElement, within outer: JSONValue?, to json: inout JSONValue) throws(XMLError) {
        let older = element.children("history").flatMap(\.children).filter { $0.name == element.name }
        var variants: [RPCVersion?] = [try version(element, "since")]
        for variant in older { variants.append(try version(variant, "since")) }
        let isDeprecated = try flag(element, "deprecated")
        // A deprecated thing without a history is older than its `since`, which says when it was deprecated.
        if isDeprecated, older.isEmpty { variants.append(nil) }
        let known = variants.compactMap { $0 }
        let since = known.count == variants.count ? known.min() : nil
        if let since, .string(since.shortDescription) != outer { json["since"] = .string(since.shortDescription) }
        json["until"] = try version(element, "until").map { .string($0.shortDescription) }
        if isDeprecated { json["deprecated"] = try version(element, "since").map { .string($0.shortDescription) } ?? true }
    }

    private func version(_ element: XMLElement, _ attribute: String) throws(XMLError) -> RPCVersion? {
        guard let text = element[attribute] else { return nil }
        guard let version = RPCVersion(text) else {
            throw element.error("`\(attribute)` is \"\(text)\"; expected a version such as \"8.0\"")
        }
        return version
    }

    private func flag(_ element: XMLElement, _ attribute: String) throws(XMLError) -> Bool {
        switch element[attribute] {
        case "true", "1": return true
        case "false", "0", nil: return false
        case let text?: throw element.error("`\(attribute)` is \"\(text)\"; expected true or false")
        }
    }

    private func integer(_ element: XMLElement, _ attribute: String) throws(XMLError) -> Int64? {
        guard let text = element[attribute] else { return nil }
        guard let value = Int64(text) else { throw element.error("`\(attribute)` is \"\(text)\"; expected an integer") }
        return value
    }

    private func number(_ element: XMLElement, _ attribute: String) throws(XMLError) -> JSONValue? {
        guard let text = element[attribute] else { return nil }
        if let value = Int64(text) { return .integer(value) }
        guard let value = Double(text), value.isFinite else {
            throw element.error("`\(attribute)` is \"\(text)\"; expected a number")
        }
        return .number(value)
    }

    /// `defvalue` as a value of the parameter's type.
    private func defaultValue(_ text: String, _ type: String, _ element: XMLElement) throws(XMLError) -> JSONValue {
        switch type {
        case "Boolean": return .bool(try flag(element, "defvalue"))
        case "Integer": return try integer(element, "defvalue").map(JSONValue.integer) ?? .null
        case "Float": return .number(try number(element, "defvalue")?.number ?? 0)
        default: return .string(text)
        }
    }
}
