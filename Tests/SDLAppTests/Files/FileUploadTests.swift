// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import SDLApp

@Suite struct FileUploadTests {
    @Test func `the first part says the whole size, the others their own, and few are under way`() {
        var upload = FileUpload(name: "a", size: 1050, chunkSize: 100)
        var sent = upload.chunks()
        #expect(sent.count == FileUpload.window)
        while let first = sent.first(where: { $0.offset == upload.answered }) {
            upload.succeeded(count: first.count)
            let more = upload.chunks()
            #expect(more.count <= 1)
            sent += more
        }
        #expect(upload.isOver && upload.failure == nil)
        #expect(sent.map(\.offset) == Array(stride(from: 0, to: 1050, by: 100)))
        #expect(sent.map(\.declaredLength) == [1050] + Array(repeating: 100, count: 9) + [50])
    }

    @Test func `a refused part stops the rest, and the end comes with the last answer`() {
        var upload = FileUpload(name: "a", size: 1000, chunkSize: 100)
        _ = upload.chunks()
        upload.failed(.cancelled("no"), isFinal: false)
        #expect(upload.chunks().isEmpty && !upload.isOver)
        for _ in 1..<FileUpload.window { upload.succeeded(count: 100) }
        #expect(upload.isOver)
        #expect(upload.anew == FileUpload(name: "a", size: 1000, chunkSize: 100))
    }
}
