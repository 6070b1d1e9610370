// SPDX-License-Identifier: Apache-2.0

/// The parameters and statements of a function.
struct FunctionBody {
    /// With `self` first when it was declared with a colon.
    var parameters: [Local.ID]
    var isVariadic: Bool
    var body: Block
}
