// SPDX-License-Identifier: Apache-2.0

/// What a head unit says about its vehicle in the StartService ACK since protocol 5.4.0, so that an application can decline before it
/// registers. Each text has at most ``maximumLength`` characters.
public struct VehicleDescription: Hashable, Sendable {
    /// Longer texts are cut, as the reference head unit does.
    public static let maximumLength = 500

    public var make: String?
    public var model: String?
    /// As text, usually four digits.
    public var modelYear: String?
    public var trim: String?
    public var systemSoftwareVersion: String?
    public var systemHardwareVersion: String?

    public init(
        make: String? = nil, model: String? = nil, modelYear: String? = nil, trim: String? = nil,
        systemSoftwareVersion: String? = nil, systemHardwareVersion: String? = nil
    ) {
        self.make = make
        self.model = model
        self.modelYear = modelYear
        self.trim = trim
        self.systemSoftwareVersion = systemSoftwareVersion
        self.systemHardwareVersion = systemHardwareVersion
    }

    /// Whether there is nothing to tell.
    public var isEmpty: Bool {
        self == VehicleDescription()
    }

    init(document: BSONDocument) {
        make = document.string("make")
        model = document.string("model")
        modelYear = document.string("modelYear")
        trim = document.string("trim")
        systemSoftwareVersion = document.string("systemSoftwareVersion")
        systemHardwareVersion = document.string("systemHardwareVersion")
    }

    func write(into document: inout BSONDocument) {
        document.set("make", Self.bounded(make))
        document.set("model", Self.bounded(model))
        document.set("modelYear", Self.bounded(modelYear))
        document.set("trim", Self.bounded(trim))
        document.set("systemSoftwareVersion", Self.bounded(systemSoftwareVersion))
        document.set("systemHardwareVersion", Self.bounded(systemHardwareVersion))
    }

    /// Empty texts are left out, as real head units do.
    private static func bounded(_ text: String?) -> String? {
        guard let text, !text.isEmpty else { return nil }
        return String(text.prefix(maximumLength))
    }
}
