// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@Suite struct ExampleTests {
    static let names = ["permissions", "hmi-transitions", "upload", "media-app", "language", "reconnect", "headunit"]

    @Test(arguments: names) func `an example prints what it is expected to`(name: String) async throws {
        let rig = try CommandRig()
        #expect(await rig.run("run", CommandRig.file("examples/\(name).lua"), "--virtual-time", "--quiet") == 0, "\(rig.errors)")
        #expect(rig.output == (try String(contentsOfFile: CommandRig.file("examples/expected/\(name).txt"), encoding: .utf8)))
    }

    @Test(arguments: names) func `an example is short enough to read at once`(name: String) throws {
        let text = try String(contentsOfFile: CommandRig.file("examples/\(name).lua"), encoding: .utf8)
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 46)
    }
}
