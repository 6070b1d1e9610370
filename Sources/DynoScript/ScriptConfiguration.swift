// SPDX-License-Identifier: Apache-2.0
public import DynoWorld
public import LuaRuntime
public import SDLHeadUnit

/// How one script is run.
public struct ScriptConfiguration: Sendable {
    /// The script's path as the user wrote it; messages name it so.
    public var path: String
    /// The script's text, where it is not read from the path.
    public var text: String?
    /// Arguments after the script's name: `sdl.args`.
    public var arguments: [String]
    public var limits: LuaLimits
    public var grants: Grants
    /// Further folders where `require` looks, after the script's own and its `lib`.
    public var libraryFolders: [String]
    /// What an application connects to unless its configuration says otherwise. Nil: the built-in head unit.
    public var headUnitURL: String?
    /// In the order they are started.
    public var plugins: [Plugin]
    /// How many bytes the script may write to standard output.
    public var outputLimit = 1 << 30

    public init(path: String) {
        self.path = path
        text = nil
        arguments = []
        limits = LuaLimits()
        grants = Grants()
        libraryFolders = []
        headUnitURL = nil
        plugins = []
    }

    var usesBuiltInHeadUnit: Bool { (headUnitURL ?? "sim") == "sim" }
}

/// What a script may touch beyond its own folder: nothing, unless it was granted.
public struct Grants: Equatable, Sendable {
    public enum Capability: String, CaseIterable, Sendable { case io, os, env, net, debug, cmodules }

    public private(set) var capabilities: Set<Capability> = []
    /// Folders `io` is limited to; empty means it is not limited.
    public private(set) var folders: [String] = []

    public init() {}

    /// Reads one `--allow` value: `io`, `io=DIR`, `os` … Nil when it is none of them.
    public mutating func allow(_ text: String) -> Bool {
        let parts = text.split(separator: "=", maxSplits: 1)
        guard let name = parts.first, let capability = Capability(rawValue: String(name)) else { return false }
        if parts.count == 2 {
            guard capability == .io, !parts[1].isEmpty else { return false }
            folders.append(String(parts[1]))
        }
        capabilities.insert(capability)
        return true
    }

    /// Those of the grants that are asked for, too. Folders are as granted: who asks for `io` gets them.
    func limited(to wanted: [String]) -> Grants {
        var limited = Grants()
        for text in wanted where covers(text) { _ = limited.allow(text) }
        limited.folders = limited.capabilities.contains(.io) ? folders : []
        return limited
    }

    /// Whether what one `--allow` value asks for is granted; of `io` in any folder.
    public func covers(_ text: String) -> Bool {
        var asked = Grants()
        return asked.allow(text) && asked.capabilities.isSubset(of: capabilities)
    }
}

/// What a script needs from the layer that does I/O.
public struct ScriptEnvironment {
    public var files: any FileSystem
    /// Standard output: what `print` writes, a line at a time, without its end.
    public var output: (String) -> Void
    /// Makes the transport for a head unit URL, or says what is wrong with it.
    public var transport: (String) throws -> any Transport
    /// Ports and power; nil on the virtual clock.
    public var bench: (any Bench)?
    /// Lets a head unit listen on a URL; reports the URL it listens on.
    public var listen: (String, HeadUnit, @escaping (Result<Listener, TransportError>) -> Void) -> Void

    public init(
        files: any FileSystem, output: @escaping (String) -> Void,
        transport: @escaping (String) throws -> any Transport = { throw TransportError("\($0) can't be reached from here") },
        listen: @escaping (String, HeadUnit, @escaping (Result<Listener, TransportError>) -> Void) -> Void = { url, _, done in
            done(.failure(TransportError("a head unit can't listen on \(url) here; on the virtual clock leave `listen` out")))
        },
        bench: (any Bench)? = nil
    ) {
        self.files = files
        self.output = output
        self.transport = transport
        self.listen = listen
        self.bench = bench
    }
}

/// Something a head unit listens on.
public struct Listener {
    /// Where, with the port that was picked.
    public var url: String
    public var close: () -> Void

    public init(url: String, close: @escaping () -> Void) {
        self.url = url
        self.close = close
    }
}
