// SPDX-License-Identifier: Apache-2.0

/// What belongs to a transaction beside its place in the queue: the file, and who waits.
struct FileJob {
    var file: AppFile?
    /// Sent with every part instead of the right checksum, for tests that spoil a file on purpose.
    var checksum: UInt32?
    var onProgress: ((_ sent: Int, _ total: Int) -> Void)?
    var completion: (Result<Void, ApplicationError>) -> Void
}
