// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import DynoWorld

@Suite struct DurationTextTests {
    @Test(arguments: [
        ("250ms", Duration.milliseconds(250)), ("2s", .seconds(2)), ("1.5s", .milliseconds(1500)), ("0.5ms", .microseconds(500)),
        ("1m", .seconds(60)), ("1h", .seconds(3600)), ("0s", .zero),
    ])
    func `a number with a unit is a duration`(text: String, duration: Duration) {
        #expect(Duration(text: text) == duration)
    }

    @Test(arguments: [
        "", "5", "s", "ms", "-1s", "+1s", " 1s", "1 s", "1s ", "1d", "1e999s", "nans", "infs", "0x10s", "99999999h", "١s",
    ])
    func `anything else is none`(text: String) {
        #expect(Duration(text: text) == nil)
    }

    @Test(arguments: [
        (Duration.milliseconds(250), "250ms"), (.seconds(10), "10s"), (.milliseconds(1500), "1.5s"), (.milliseconds(1234), "1234ms"),
        (.zero, "0ms"), (.seconds(90), "90s"),
    ])
    func `a duration is written in its shortest form`(duration: Duration, text: String) {
        #expect(duration.shortText == text)
    }

    @Test func `the units are exact`() {
        #expect(Duration.microseconds(1_234_567).microseconds == 1_234_567)
        #expect(Duration.microseconds(1_999).milliseconds == 1)
        #expect(Duration.milliseconds(2500).inSeconds == 2.5)
    }
}
