// SPDX-License-Identifier: Apache-2.0

/// Scalars: their rules and their JSON.
extension Walker {
    /// Writes a truth value.
    mutating func write(_ value: Bool) {
        if isWriting { JSONText.write(value, into: &members.output) }
    }

    /// Writes an integer.
    mutating func write(_ value: Int64) {
        if isWriting { JSONText.write(value, into: &members.output) }
    }

    /// Writes a number; says so when JSON has no form for it (NaN and the infinities).
    mutating func write(_ value: Double) {
        guard value.isFinite else { return report(.encoding, Wording.unencodable("\(value)")) }
        if isWriting { JSONText.write(value, into: &members.output) }
    }

    /// Checks and writes the string of a parameter.
    mutating func text(_ bytes: UnsafeRawBufferPointer, _ parameter: Parameter, isWellFormed: Bool) {
        text(bytes, isWellFormed: isWellFormed)
        guard isChecking else { return }
        let limits = parameter.limits
        // A code point takes one to four bytes, so that few texts need counting.
        let mayBeLong = limits.maxLength.map { bytes.count > $0 } ?? false
        let mayBeShort = limits.minLength.map { bytes.count / 4 < $0 } ?? false
        guard mayBeLong || mayBeShort else { return }
        let count = UTF8Text.codePointCount(bytes)
        if count > limits.maxLength ?? .max || count < limits.minLength ?? 0 {
            report(.length, Wording.wrongLength(count, limits))
        }
    }

    /// Writes a string; says so when it is not UTF-8.
    mutating func text(_ bytes: UnsafeRawBufferPointer, isWellFormed: Bool) {
        guard isWellFormed || checkUTF8(bytes) else { return }
        if isWriting { JSONText.write(bytes, into: &members.output) }
    }

    /// Whether bytes are UTF-8; says so when they are not.
    mutating func checkUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let position = UTF8Text.firstInvalid(bytes) else { return true }
        report(.encoding, Wording.notUTF8(bytes[position], at: position))
        return false
    }

    /// Checks and writes the name of an enum's element.
    mutating func element(
        _ bytes: UnsafeRawBufferPointer, _ enumeration: EnumSpec, _ parameter: Parameter, isWellFormed: Bool
    ) {
        text(bytes, isWellFormed: isWellFormed)
        guard isChecking else { return }
        guard let position = enumeration.position(of: bytes) else {
            let names = parameter.values ?? enumeration.names(in: version)
            return report(.value, Wording.unknownValue(Wording.excerpt(bytes), among: names))
        }
        let element = enumeration.elements[position]
        if !element.availability.includes(version) {
            report(.version, "is \"\(element.name)\", which " + Wording.unavailable(element.availability, in: version))
        }
        if let values = parameter.values, !values.contains(element.name) { unlisted(element.name, values) }
    }

    /// Reports an element the specification does not list for this parameter. Real head units answer with result codes
    /// beyond a response's list (sdl_core does), so in a response that is never an error.
    private mutating func unlisted(_ name: String, _ values: [String]) {
        let message = Wording.unlistedValue(name, among: values)
        problems.append(Problem(kind == .request && strictness == .outgoing ? .invalid : .unknown, .value, message: message))
    }

    /// Reports a number outside its bounds.
    mutating func checkRange(_ value: Double, _ parameter: Parameter, _ text: @autoclosure () -> String) {
        guard isChecking else { return }
        let limits = parameter.limits
        if value < limits.minValue ?? -.infinity || value > limits.maxValue ?? .infinity {
            report(.range, Wording.outOfRange(text(), limits))
        }
    }

    /// Reports a list with too few or too many elements.
    mutating func checkSize(_ count: Int, _ parameter: Parameter) {
        guard isChecking else { return }
        if count < parameter.limits.minSize ?? 0 || count > parameter.limits.maxSize ?? .max {
            report(.size, Wording.wrongSize(count, parameter.limits))
        }
    }
}
