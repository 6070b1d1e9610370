// swift-tools-version: 6.1
import PackageDescription

/// Warnings are errors in this package's own targets only when `scripts/check` asks for it, so that a newer
/// compiler's new warning never stops somebody from building.
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")

/// Only `scripts/fuzz` sets this: it builds the fuzzer, and what is fuzzed so that the fuzzer sees which branches an input takes.
let isFuzzing = Context.environment["DYNO_FUZZ"] != nil
let coverage: [SwiftSetting] = isFuzzing ? [.unsafeFlags(["-sanitize=fuzzer"])] : []

/// A library target and its test target, which mirrors it.
func library(
    _ name: String, _ dependencies: [Target.Dependency], plugins: [Target.PluginUsage] = [], exclude: [String] = [],
    settings: [SwiftSetting] = [], tests: [Target.Dependency] = [], testExclude: [String] = []
) -> [Target] {
    [
        .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings, plugins: plugins),
        .testTarget(name: "\(name)Tests", dependencies: [.target(name: name)] + dependencies + tests, exclude: testExclude),
    ]
}

let package = Package(
    name: "dyno",
    platforms: [.macOS(.v13)],
    products: [.executable(name: "dyno", targets: ["dyno"])],
    dependencies: [
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    ],
    targets: [
        // Level 0: bytes, time, Lua. Each level may import only what stands above it in this list's lower levels;
        // scripts/check proves it.
        .systemLibrary(
            name: "CLua", pkgConfig: "lua5.4", providers: [.apt(["liblua5.4-dev"]), .brew(["lua@5.4"])]),
        .target(name: "CLuaBridge", dependencies: ["CLua"], cSettings: [.unsafeFlags(["-O2"])]),
        .target(name: "CSerial"),
        .target(name: "CLineEdit", linkerSettings: [.linkedLibrary("edit")]),
    ]
        + library("SDLWire", [nioCore], settings: coverage)
        + library(
            "DynoWorld",
            [
                nioCore, .product(name: "HeapModule", package: "swift-collections"),
                .product(name: "DequeModule", package: "swift-collections"),
            ])
        // Level 1
        + library("LuaRuntime", ["CLuaBridge", nioCore])
        + library("SDLRPC", [nioCore], plugins: ["EmbedText"], exclude: ["Resources"])
        + library("SDLSession", ["SDLWire", "DynoWorld", nioCore], settings: coverage)
        // Level 2
        + library("SDLApp", ["SDLSession", "SDLRPC", "SDLWire", "DynoWorld", nioCore])
        + library(
            "SDLHeadUnit", ["SDLSession", "SDLRPC", "SDLWire", "DynoWorld", nioCore], plugins: ["EmbedText"], exclude: ["Resources"])
        + library("DynoLint", ["SDLRPC"], tests: ["LuaRuntime", nioCore])
        + library("WireFuzz", ["SDLSession", "SDLWire", "DynoWorld", nioCore])
        // Level 3
        + library(
            "DynoScript",
            ["SDLApp", "SDLHeadUnit", "SDLSession", "SDLRPC", "SDLWire", "LuaRuntime", "DynoWorld", nioCore],
            plugins: ["EmbedText"], exclude: ["Resources", "REFERENCE.md"])
        // Level 4
        + library(
            "DynoIO",
            ["DynoWorld", "CSerial", nioCore, nioPosix, .product(name: "DequeModule", package: "swift-collections")],
            tests: ["SerialCable"])
        + library(
            "DynoTest", ["DynoScript", "SDLHeadUnit", "SDLRPC", "LuaRuntime", "DynoWorld", nioCore], plugins: ["EmbedText"],
            exclude: ["Resources"], testExclude: ["Fixtures"])
        // Level 5
        + library(
            "DynoCommands",
            [
                "CLineEdit", "DynoIO", "DynoTest", "DynoScript", "DynoLint", "SDLApp", "SDLHeadUnit", "SDLSession", "SDLRPC", "SDLWire",
                "LuaRuntime",
                "DynoWorld", nioCore, nioPosix, .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], tests: ["SerialCable"])
        + [
            .executableTarget(name: "dyno", dependencies: ["DynoCommands"]),
            .executableTarget(name: "lua-stress", dependencies: ["LuaRuntime", "CLuaBridge", nioCore]),
            // Only for tests: two serial ports and a cable, made of pseudo-terminals.
            .target(name: "SerialCable", dependencies: ["CSerial", nioCore, nioPosix], path: "Tests/SerialCable"),
            // What scripts/benchmark runs: the measuring, and the peers it measures against, in C.
            .executableTarget(
                name: "dyno-bench",
                dependencies: [
                    "DynoIO", "DynoWorld", "SerialCable", "DynoScript", "LuaRuntime", "SDLRPC", "SDLSession", "SDLWire", nioCore, nioPosix,
                    .product(name: "ArgumentParser", package: "swift-argument-parser"),
                ], path: "Benchmarks/dyno-bench"),
            .executableTarget(name: "bench-peer", path: "Benchmarks/bench-peer"),
            // Build-time only: turns text resources into Swift source, because a resource bundle needs Foundation at
            // start-up and a byte-array literal takes half a minute to compile.
            .executableTarget(name: "embed-text"),
            .plugin(
                name: "EmbedText", capability: .buildTool(), dependencies: ["embed-text"], path: "Sources/EmbedText"),
        ]
        + (isFuzzing
            ? [
                .executableTarget(
                    name: "fuzz-wire", dependencies: ["WireFuzz", nioCore],
                    swiftSettings: [.unsafeFlags(["-sanitize=fuzzer", "-parse-as-library"])],
                    // The gold linker fails on the debug information of the fuzzer's own library.
                    linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])])
            ] : []),
    swiftLanguageModes: [.v6]
)

// Generic code of one target (the walk that checks and writes a message) is specialised for what other targets hand it. That no two
// accesses to a variable overlap is checked in debug builds, which the tests run; the checks cost a tenth of a round trip.
for target in package.targets where target.type == .regular || target.type == .executable {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .unsafeFlags(["-cross-module-optimization", "-enforce-exclusivity=unchecked"], .when(configuration: .release))
        ]
}
