// SPDX-License-Identifier: Apache-2.0

/// What one session's frames may look like now: the checks that make a false header improbable on a link that loses bytes.
public struct ExpectedFrames: Hashable, Sendable {
    /// The header versions this session's frames may have.
    public var versions: ClosedRange<UInt8>
    /// The services whose data may come.
    public var services: Set<ServiceType>
    /// The unfinished messages, and the frame info each one's next Consecutive frame carries. 0, "last", is checked by the assembler.
    public var assemblies: [AssemblyKey: UInt8]

    public init(versions: ClosedRange<UInt8>, services: Set<ServiceType>, assemblies: [AssemblyKey: UInt8] = [:]) {
        self.versions = versions
        self.services = services
        self.assemblies = assemblies
    }

    func fault(in header: FrameHeader, knownBytes: Int) -> FrameFault? {
        guard versions.contains(header.version) else { return .unexpectedVersion(header.version) }
        guard header.frameType != .control, header.serviceType != .control else { return nil }
        guard services.contains(header.serviceType) else { return .serviceNotStarted(header.serviceType) }
        guard header.frameType == .consecutive, knownBytes >= header.encodedSize else { return nil }
        let info = header.frameInfo.rawValue
        guard let next = assemblies[AssemblyKey(header)], info == next || info == 0 else { return .unexpectedConsecutive(info) }
        return nil
    }
}
