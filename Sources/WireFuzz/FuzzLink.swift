// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore

/// A link whose other end is the fuzzer's input. What is sent goes nowhere.
final class FuzzLink: Link {
    let kind: LinkKind
    let label = "fuzz"
    var onBytes: ((ByteBuffer) -> Void)?
    var onClose: ((LinkClosure) -> Void)?
    private let world: World
    private(set) var sentBytes = 0
    private var isOpen = true

    init(kind: LinkKind, world: World) {
        self.kind = kind
        self.world = world
    }

    func send(_ bytes: ByteBuffer) {
        if isOpen { sentBytes += bytes.readableBytes }
    }

    func close() {
        guard isOpen else { return }
        isOpen = false
        world.soon { [self] in
            let notify = onClose
            onClose = nil
            notify?(LinkClosure(kind: .closedHere, message: "closed"))
        }
    }
}
