// SPDX-License-Identifier: Apache-2.0
import DynoWorld
import NIOCore

/// A link that also tells who opened it when it is down, after its user.
final class WatchedLink: Link {
    var kind: LinkKind { inner.kind }
    var label: String { inner.label }
    var onBytes: ((ByteBuffer) -> Void)? {
        get { inner.onBytes }
        set { inner.onBytes = newValue }
    }
    var onDrain: (() -> Void)? {
        get { inner.onDrain }
        set { inner.onDrain = newValue }
    }
    var backlog: Int { inner.backlog }
    var depth: Int { inner.depth }
    var onClose: ((LinkClosure) -> Void)? {
        didSet { deliver() }
    }

    private let inner: any Link
    private var closure: LinkClosure?

    init(_ inner: any Link, onEnd: @escaping () -> Void) {
        self.inner = inner
        // Open, a link lives whoever lets go of it; the circle ends with the link.
        inner.onClose = { closure in
            self.closure = closure
            self.deliver()
            onEnd()
        }
    }

    func send(_ bytes: ByteBuffer) {
        inner.send(bytes)
    }

    func close() {
        inner.close()
    }

    private func deliver() {
        guard let closure, let notify = onClose else { return }
        self.closure = nil
        onClose = nil
        notify(closure)
    }
}
