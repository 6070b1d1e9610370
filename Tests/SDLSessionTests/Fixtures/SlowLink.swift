// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore

/// A serial line that carries only so many bytes a second away from this end.
final class SlowLink: Link {
    let kind = LinkKind.serial
    let label = "slow"
    private let link: any Link
    private let world: World
    private let bytesPerSecond: Int
    private var freeAt = Duration.zero

    init(_ link: any Link, bytesPerSecond: Int, world: World) {
        self.link = link
        self.world = world
        self.bytesPerSecond = bytesPerSecond
    }

    var onBytes: ((ByteBuffer) -> Void)? {
        get { link.onBytes }
        set { link.onBytes = newValue }
    }

    var onClose: ((LinkClosure) -> Void)? {
        get { link.onClose }
        set { link.onClose = newValue }
    }

    func send(_ bytes: ByteBuffer) {
        var rest = bytes
        freeAt = max(freeAt, world.now)
        while let piece = rest.readSlice(length: min(64, rest.readableBytes)), piece.readableBytes > 0 {
            freeAt += .seconds(1) * Double(piece.readableBytes) / Double(bytesPerSecond)
            world.after(freeAt - world.now) { [link] in link.send(piece) }
        }
    }

    func close() {
        link.close()
    }
}
