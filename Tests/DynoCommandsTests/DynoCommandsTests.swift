import Testing
@testable import DynoCommands

