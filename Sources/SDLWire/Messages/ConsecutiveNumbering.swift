// SPDX-License-Identifier: Apache-2.0

/// How Consecutive frames are numbered.
///
/// Protocol spec 5.4.1 § 3.3.2: 1, 2, … 255, 1, 2, …; the last frame carries 0, whatever its place.
public enum ConsecutiveNumbering {
    /// The frame info of the frame at `index` (from 0) of `count`.
    public static func info(at index: Int, of count: Int) -> FrameInfo {
        index == count - 1 ? .none : FrameInfo(rawValue: UInt8(truncatingIfNeeded: index % 255 + 1))
    }
}
