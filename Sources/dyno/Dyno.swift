// SPDX-License-Identifier: Apache-2.0
import DynoCommands

@main struct Dyno {
    static func main() async {
        await CommandLineTool.main()
    }
}
