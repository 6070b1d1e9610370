// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The Lua files of this repository.
enum Repository {
    static let scripts: [(path: String, bytes: [UInt8])] = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        var found: [(String, [UInt8])] = []
        for folder in ["Sources", "Tests", "examples"] {
            let files = FileManager.default.enumerator(at: root.appending(path: folder), includingPropertiesForKeys: nil)
            while let file = files?.nextObject() as? URL {
                guard file.pathExtension == "lua", let data = try? Data(contentsOf: file) else { continue }
                found.append((String(file.path.dropFirst(root.path.count + 1)), Array(data)))
            }
        }
        return found.sorted { $0.0 < $1.0 }
    }()
}
