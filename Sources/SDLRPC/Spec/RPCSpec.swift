// SPDX-License-Identifier: Apache-2.0

/// An RPC specification: every function, struct and enum, indexed and immutable.
///
/// Validation, JSON shapes, help, editor types and the simulated head unit's checks all read this one model.
///
///     RPCSpec.builtIn.function(named: "Alert")?.request?.parameters["duration"]?.limits.maxValue  // 10000
public final class RPCSpec: Sendable {
    /// The interface's name, version, oldest supported version and date, as the document gives them.
    public struct Header: Equatable, Sendable {
        /// What the document says of itself.
        public var note: String?
        /// The interface's name: `SmartDeviceLink mobile RPC`.
        public var interface: String
        /// The version this is; a session may negotiate an older one.
        public var version: RPCVersion
        /// The oldest version head units of this one still talk to.
        public var minVersion: RPCVersion?
        /// When it was published.
        public var date: String?
    }

    /// What the document says of itself.
    public let header: Header
    /// All enums, in the document's order.
    public let enums: [EnumSpec]
    /// All structs, in the document's order; `ParameterType.structure` counts by it.
    public let structs: [StructSpec]
    /// All functions, in the document's order; request and response are one.
    public let functions: [RPCFunction]
    private let enumPositions: [String: Int]
    private let structPositions: [String: Int]
    private let functionPositions: [String: Int]
    private let functionIDs: [Int: Int]

    init(header: Header, enums: [EnumSpec], structs: [StructSpec], functions: [RPCFunction]) {
        self.header = header
        self.enums = enums
        self.structs = structs
        self.functions = functions
        enumPositions = Self.positions(enums.map(\.name))
        structPositions = Self.positions(structs.map(\.name))
        functionPositions = Self.positions(functions.map(\.name))
        functionIDs = Self.positions(functions.map(\.id))
    }

    /// The specification this library was built with: RPC spec 8.0.0.
    public static let builtIn: RPCSpec = {
        do {
            return try Embedded.rpcSpec.withUTF8Buffer { text in
                Result { () throws(SpecError) in try RPCSpec(json: UnsafeRawBufferPointer(text)) }
            }.get()
        } catch {
            assertionFailure("the built-in RPC specification does not load: \(error)")
            return RPCSpec(header: Header(interface: "none", version: RPCVersion(0)), enums: [], structs: [], functions: [])
        }
    }()

    /// The specification's version.
    public var version: RPCVersion { header.version }

    /// The function with a name, or nil; `unknownFunction(_:)` then words the error.
    public func function(named name: String) -> RPCFunction? { functionPositions[name].map { functions[$0] } }

    /// The function with a function id, or nil.
    public func function(id: Int) -> RPCFunction? { functionIDs[id].map { functions[$0] } }

    /// The struct with a name, or nil.
    public func structure(named name: String) -> StructSpec? { structPositions[name].map { structs[$0] } }

    /// The struct a `ParameterType.structure` means.
    ///
    /// A type of another specification has no meaning here: that is our bug, and gives an empty struct in release.
    public func structure(_ position: Int) -> StructSpec {
        guard structs.indices.contains(position) else {
            assertionFailure("struct \(position) of another specification; this one has \(structs.count)")
            return StructSpec(name: "unknown", fields: [], availability: Availability())
        }
        return structs[position]
    }

    /// The enum with a name, or nil.
    public func enumeration(named name: String) -> EnumSpec? { enumPositions[name].map { enums[$0] } }

    /// Words the error for a function that does not exist: ``no RPC is called `Alrt`; did you mean `Alert`?``
    public func unknownFunction(_ name: String) -> String {
        let name = name.prefix(100)
        guard let nearest = Nearest.name(to: String(name), among: functions.lazy.map(\.name)) else {
            return "no RPC is called `\(name)` in RPC spec \(version)"
        }
        return "no RPC is called `\(name)`; did you mean `\(nearest)`?"
    }

    /// Of equal names the first counts: the reader refuses duplicates before.
    private static func positions<Key: Hashable>(_ keys: [Key]) -> [Key: Int] {
        Dictionary(zip(keys, keys.indices), uniquingKeysWith: { first, _ in first })
    }
}
