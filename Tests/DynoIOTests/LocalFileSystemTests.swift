// SPDX-License-Identifier: Apache-2.0
import DynoIO
import DynoWorld
import Foundation
import NIOCore
import Testing

/// The real file system and the one in memory answer alike.
@Suite struct LocalFileSystemTests {
    private func withFiles(_ text: String, _ check: (any FileSystem, String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "dyno-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "file").path
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        try check(LocalFileSystem(), path)
        try check(MemoryFileSystem([path: text]), path)
    }

    @Test(arguments: [(0, 4, "0123"), (4, 3, "456"), (8, 10, "89"), (10, 5, ""), (50, 5, ""), (3, 0, "")])
    func `a part of a file is read from where it begins, as far as it goes`(offset: Int, count: Int, part: String) throws {
        try withFiles("0123456789") { (files, path) throws in
            let size = try files.size(of: path)
            let bytes = try files.read(path, from: offset, count: count)
            #expect(size == 10)
            #expect(bytes == ByteBuffer(string: part))
        }
    }

    @Test func `a file that is not there, and a folder, say so`() {
        let files = LocalFileSystem()
        #expect(throws: FileError(path: "/no/such", reason: .notFound)) { () throws in _ = try files.size(of: "/no/such") }
        #expect(throws: FileError(path: "/no/such", reason: .notFound)) { () throws in _ = try files.read("/no/such", from: 0, count: 1) }
        #expect(throws: FileError(path: "/tmp", reason: .unreadable("it is a folder"))) { () throws in _ = try files.size(of: "/tmp") }
    }
}
