// SPDX-License-Identifier: Apache-2.0

/// What serial ports are found and locked through, and how patiently. Only tests use others than the defaults.
public struct SerialSystem: Sendable {
    /// Where devices are looked for.
    public var tree: DeviceTree
    /// Where lock files are.
    public var lockFolder: String
    /// How often a port that is not there is looked for again.
    public var pollInterval: Duration = .milliseconds(200)
    /// How long one attempt to come back waits for the port; the application tries again after it.
    public var returnDeadline: Duration = .seconds(10)
    /// How long a closed link waits for something of what it still has to leave.
    public var closeDeadline: Duration = .seconds(2)
    /// How long a peer may be silent after the first bytes were sent before that is said.
    public var silenceLimit: Duration = .seconds(3)
    /// How long a gateway on the network may take to open and set its port.
    public var gatewayDeadline: Duration = .seconds(5)
    /// Bytes that may wait for a slow line.
    public var backlogLimit = 64 << 20

    /// This machine's.
    public init() {
        self.init(tree: DeviceTree(), lockFolder: PortLock.systemFolder)
    }

    /// Another place's, for tests.
    public init(tree: DeviceTree, lockFolder: String) {
        self.tree = tree
        self.lockFolder = lockFolder
    }
}
