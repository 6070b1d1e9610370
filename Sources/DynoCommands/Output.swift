// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Where text goes: a descriptor of the process, or a test's collector.
struct Output: Sendable {
    /// Whether a person watches, and colours help.
    var isTerminal: Bool
    var write: @Sendable (String) -> Void

    func line(_ text: String) {
        write(text + "\n")
    }

    static var standard: Output { Output(descriptor: STDOUT_FILENO) }
    static var standardError: Output { Output(descriptor: STDERR_FILENO) }

    init(isTerminal: Bool, write: @escaping @Sendable (String) -> Void) {
        self.isTerminal = isTerminal
        self.write = write
    }

    /// A line is written at once and whole: two processes may share a terminal.
    init(descriptor: Int32) {
        self.init(isTerminal: isatty(descriptor) == 1) { text in
            var text = text
            text.withUTF8 { bytes in
                var rest = UnsafeRawBufferPointer(bytes)
                while !rest.isEmpty {
                    let count = systemWrite(descriptor, rest)
                    if count < 0, errno == EINTR || errno == EAGAIN { continue }
                    guard count > 0 else { return }  // nobody reads any more
                    rest = UnsafeRawBufferPointer(rebasing: rest[count...])
                }
            }
        }
    }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}
