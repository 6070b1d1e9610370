// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A folder of a test's own, gone with it.
public final class TemporaryFolder: Sendable {
    public let path: String

    public init() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "dyno-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
