// SPDX-License-Identifier: Apache-2.0
import DynoIO
import DynoWorld
import NIOCore
import SDLRPC

/// The RPC spec a command works with: the built-in one, or the file of `--rpc-spec`.
enum SpecFile {
    /// The help of the option, everywhere the same.
    static let help = "An RPC spec made by 'dyno spec import', instead of the built-in one."
    private static let sizeLimit = 64 << 20

    static func load(_ path: String?) throws(UsageError) -> RPCSpec {
        guard let path else { return .builtIn }
        let file = try read(path)
        do {
            return try RPCSpec(json: file)
        } catch {
            throw UsageError("\(path) is no RPC spec: \(error); make one with 'dyno spec import'")
        }
    }

    static func read(_ path: String) throws(UsageError) -> ByteBuffer {
        do {
            return try LocalFileSystem().read(path, limit: sizeLimit)
        } catch {
            throw UsageError("\(error)")
        }
    }
}
