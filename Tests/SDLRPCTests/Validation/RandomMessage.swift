// SPDX-License-Identifier: Apache-2.0

import SDLRPC

/// Makes the parameters of messages at random: legal ones, then damaged here and there.
struct RandomMessage {
    let spec = RPCSpec.builtIn
    var random: SplitMix

    init(seed: UInt64) { random = SplitMix(seed: seed) }

    mutating func message() -> (message: RPCMessageSpec, value: JSONValue) {
        let message = SystematicTests.messages[random.next(below: SystematicTests.messages.count)]
        var value = record(message.parameters, depth: 0)
        for _ in 0..<random.next(below: 4) { value = damaged(value) }
        return (message, value)
    }

    // MARK: Legal values

    private mutating func record(_ list: ParameterList, depth: Int) -> JSONValue {
        var members = JSONObject()
        for parameter in list.parameters where parameter.isMandatory || depth < 3 && random.next(below: 3) == 0 {
            members[parameter.name] = value(parameter, depth: depth)
        }
        return .object(members)
    }

    private mutating func value(_ parameter: Parameter, depth: Int) -> JSONValue {
        guard parameter.isArray else { return element(parameter, depth: depth) }
        let least = parameter.limits.minSize ?? 0
        let count = min(least + random.next(below: 3), parameter.limits.maxSize ?? .max)
        return .array((0..<count).map { _ in element(parameter, depth: depth) })
    }

    private mutating func element(_ parameter: Parameter, depth: Int) -> JSONValue {
        let limits = parameter.limits
        switch parameter.type {
        case .boolean: return .bool(random.next(below: 4) != 0)
        case .integer:
            let least = Int64(limits.minValue ?? -1000)
            let span = min(Int64(limits.maxValue ?? 100_000) - least, 1 << 40)
            return .integer(least + Int64(random.next(below: Int(span) + 1)))
        case .float:
            return .number((limits.minValue ?? 0) + ((limits.maxValue ?? 100) - (limits.minValue ?? 0)) * Double(random.next(below: 9)) / 8)
        case .string:
            let length = min((limits.minLength ?? 0) + random.next(below: 12), limits.maxLength ?? .max)
            return .string(String((0..<length).map { _ in Array("aé😀 \"\\")[random.next(below: 6)] }))
        case .enumeration(let enumeration):
            let names = random.next(below: 4) == 0 ? enumeration.elements.map(\.name) : parameter.values ?? enumeration.elements.map(\.name)
            return .string(names[random.next(below: names.count)])
        case .structure(let position): return record(spec.structure(position).fields, depth: depth + 1)
        }
    }

    // MARK: Damage

    /// The value with one thing changed, somewhere inside.
    private mutating func damaged(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(var members) where !members.isEmpty && random.next(below: 5) != 0:
            let key = Array(members.keys)[random.next(below: members.count)]
            switch random.next(below: 6) {
            case 0: members[key] = nil
            case 1: members["\(key)X"] = 1
            default: members[key] = members[key].map { damaged($0) }
            }
            return .object(members)
        case .array(var items) where !items.isEmpty && random.next(below: 5) != 0:
            let position = random.next(below: items.count)
            switch random.next(below: 5) {
            case 0: items.remove(at: position)
            case 1: items += Array(repeating: items[position], count: random.next(below: 20))
            default: items[position] = damaged(items[position])
            }
            return .array(items)
        case .string(let text) where random.next(below: 2) == 0:
            return .string(text + String(repeating: "é", count: random.next(below: 600)))
        case .integer(let number) where random.next(below: 2) == 0:
            return random.next(below: 2) == 0 ? .integer(number &* 1000 &- 7) : .number(Double(number) + 0.5)
        case .null, .bool, .integer, .number, .string, .array, .object: return other()
        }
    }

    /// Any small value of any type.
    private mutating func other() -> JSONValue {
        let values: [JSONValue] = [
            .null, true, false, 0, -1, 1.0, 2.5, 1e300, "", "SUCCESS", "no such value", [], [1], [:], ["a": 1], .integer(.max),
        ]
        return values[random.next(below: values.count)]
    }
}
