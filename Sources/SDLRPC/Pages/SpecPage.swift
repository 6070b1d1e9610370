// SPDX-License-Identifier: Apache-2.0

/// A page of the specification as text, at most 100 columns wide: a function, a struct or an enum.
///
///     print(try SpecPage.text(for: "Alert"))
public enum SpecPage {
    /// Returns the page of a function, struct or enum.
    ///
    /// - Throws: a `SpecError` that offers the nearest name when there is no such thing.
    public static func text(for name: String, in spec: RPCSpec = .builtIn) throws(SpecError) -> String {
        if let function = spec.function(named: name) { return page(of: function) }
        if let structure = spec.structure(named: name) { return page(of: structure) }
        if let enumeration = spec.enumeration(named: name) { return page(of: enumeration) }
        let names = [spec.functions.map(\.name), spec.structs.map(\.name), spec.enums.map(\.name)].joined()
        let nearest = Nearest.name(to: name, among: names).map { "; did you mean `\($0)`?" } ?? ""
        throw SpecError(message: "no RPC, struct or enum is called `\(name.prefix(100))`\(nearest)")
    }

    private static func page(of function: RPCFunction) -> String {
        var page = PageText()
        page.title("\(function.name): RPC, function id \(function.id)", function.availability)
        for kind in MessageKind.allCases {
            guard let message = function[kind] else { continue }
            page.heading(heading(of: kind))
            page.table(message.parameters.parameters)
        }
        if let codes = function.response?.parameters["resultCode"]?.values {
            page.heading("Result codes")
            page.paragraph(codes.joined(separator: ", "))
        }
        return page.text
    }

    /// What a message is called on its page.
    private static func heading(of kind: MessageKind) -> String {
        switch kind {
        case .request: "Request"
        case .response: "Response"
        case .notification: "Notification"
        }
    }

    private static func page(of structure: StructSpec) -> String {
        var page = PageText()
        page.title("\(structure.name): struct", structure.availability)
        page.heading("Fields")
        page.table(structure.fields.parameters)
        return page.text
    }

    private static func page(of enumeration: EnumSpec) -> String {
        var page = PageText()
        page.title("\(enumeration.name): enum", enumeration.availability)
        page.heading("Values")
        page.table(
            enumeration.elements.map { element in
                let value = element.value.map { ["value \($0)"] } ?? []
                return [element.name, (value + element.availability.notes).joined(separator: ", ")]
            })
        return page.text
    }
}
