// SPDX-License-Identifier: Apache-2.0
import NIOCore
import WireFuzz

/// What libFuzzer calls for every input. Anything wrong ends the process, so that the fuzzer keeps the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = ByteBuffer(bytes: UnsafeRawBufferPointer(start: start, count: count))
    if let problem = WireFuzz.run(input) { fatalError(problem) }
    return 0
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The coverage-guided fuzzer of the wire; `scripts/fuzz` builds and runs it.
@main
enum FuzzWire {
    static func main() {
        var count = CommandLine.argc
        var arguments = CommandLine.unsafeArgv
        _ = runDriver(&count, &arguments, testOneInput)
    }
}
