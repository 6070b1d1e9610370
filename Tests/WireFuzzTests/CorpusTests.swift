// SPDX-License-Identifier: Apache-2.0
import Foundation
import NIOCore
import Testing

@testable import WireFuzz

/// Replays what the fuzzer learnt and found: every finding becomes a file here.
struct CorpusTests {
    private static var files: [URL] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fuzz/corpus")
        let all = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return (all ?? []).sorted { $0.path < $1.path }
    }

    @Test func `no input of the corpus breaks a promise`() throws {
        let files = Self.files
        #expect(files.count >= 20)
        for file in files {
            let problem = WireFuzz.run(ByteBuffer(bytes: try Data(contentsOf: file)))
            #expect(problem == nil, "\(file.lastPathComponent)")
        }
    }

    @Test func `the corpus reaches every part, on both kinds of link`() throws {
        var selectors: Set<UInt8> = []
        for file in Self.files {
            guard let first = try Data(contentsOf: file).first else { continue }
            selectors.insert(first & 0x80 | (first & 0x7F) % UInt8(WireFuzz.Part.allCases.count))
        }
        for part in [WireFuzz.Part.decoder, .application, .headUnit] {
            #expect(selectors.isSuperset(of: [part.rawValue, part.rawValue | 0x80]))
        }
        #expect(selectors.isSuperset(of: [WireFuzz.Part.bson.rawValue, WireFuzz.Part.assembler.rawValue]))
    }
}
