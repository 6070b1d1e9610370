// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// Finds the files that pictures in parameters need.
enum ImageName {
    /// The file of a DYNAMIC Image struct; nil for a static icon or anything else.
    static func dynamic(_ image: JSONValue?) -> String? {
        guard image?["imageType"]?.string == "DYNAMIC" else { return nil }
        return image?["value"]?.string
    }

    /// The files of all DYNAMIC images anywhere inside a value.
    static func all(in value: JSONValue) -> [String] {
        switch value {
        case .array(let elements): elements.flatMap(all(in:))
        case .object(let members): (dynamic(value).map { [$0] } ?? []) + members.flatMap { all(in: $0.value) }
        case .null, .bool, .integer, .number, .string: []
        }
    }
}
