// SPDX-License-Identifier: Apache-2.0
import NIOCore

extension TimeAmount {
    /// `duration` in the loop's nanoseconds, rounded up, held within `range`.
    init(clamping duration: Duration, to range: ClosedRange<TimeAmount>) {
        let (seconds, attoseconds) = duration.components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        // The fraction has the sign of the whole, so an overflow tells the end of the range that is meant.
        let fraction = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        let (nanoseconds, overflowed) = whole.addingReportingOverflow(fraction.quotient + (fraction.remainder > 0 ? 1 : 0))
        guard !overflow, !overflowed else {
            self = seconds < 0 ? range.lowerBound : range.upperBound
            return
        }
        self = min(max(.nanoseconds(nanoseconds), range.lowerBound), range.upperBound)
    }
}
