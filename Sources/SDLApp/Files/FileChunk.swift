// SPDX-License-Identifier: Apache-2.0

/// The part of a file that one PutFile carries.
struct FileChunk: Equatable {
    var offset: Int
    var count: Int
    /// What PutFile says as `length`: the whole file's size in the first part, the part's own in the others.
    var declaredLength: Int
}
