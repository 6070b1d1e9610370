// SPDX-License-Identifier: Apache-2.0
import SDLRPC

/// Pictures that requests name.
enum Images {
    /// Warns when a picture is not on the head unit; the request is carried out without it.
    static func warn(_ request: HeadUnitRequest, _ headUnit: HeadUnit) {
        let store = headUnit.files[request.app.identity]
        var missing: [String] = []
        for name in ImageName.all(in: request.params) where store?[name] == nil && !missing.contains(name) { missing.append(name) }
        guard !missing.isEmpty else { return }
        request.warnings.append("Requested image(s) not found: \(missing.joined(separator: ", "))")
    }
}
