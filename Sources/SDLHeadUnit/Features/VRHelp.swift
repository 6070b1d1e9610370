// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// The list of what the user can say.
enum VRHelp {
    /// Refuses a list whose positions are not 1, 2, 3 … in some order.
    static func requireSequence(_ request: HeadUnitRequest) throws(Refusal) {
        let positions = request.array("vrHelp").compactMap { $0["position"]?.integer }.sorted()
        guard positions != Array(1...Int64(max(1, positions.count))), !positions.isEmpty else { return }
        throw Refusal(.rejected, "the positions of vrHelp are not sequential from 1")
    }
}
