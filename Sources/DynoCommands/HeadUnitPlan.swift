// SPDX-License-Identifier: Apache-2.0
import DynoScript
import SDLRPC

/// What `dyno headunit` was asked for.
struct HeadUnitPlan: Sendable {
    /// Where to listen.
    var urls: [String]
    var persona: Persona?
    var spec: RPCSpec
    var form: Story.Form
}
