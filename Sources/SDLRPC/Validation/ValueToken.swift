// SPDX-License-Identifier: Apache-2.0

/// What a `ValueSource` finds at its current place.
public enum ValueToken: Equatable, Sendable {
    /// JSON null, or the script's mark for it.
    case null
    /// True or false.
    case boolean(Bool)
    /// A number that is an integer in its source.
    case integer(Int64)
    /// Any other number. One without a fraction still counts as an integer where the specification wants one.
    case number(Double)
    /// A text; `ValueSource.withText` lends its bytes.
    case string
    /// A list follows; `ValueSource.nextElement` goes through it.
    case list
    /// A record follows; `ValueSource.nextEntry` goes through it.
    case record
    /// An empty Lua table: a list or a record, as the spec says for its place. Nothing follows.
    case emptyTable
    /// Something that has no place in an RPC, described with its article: `a function`.
    case unsupported(String)
}
