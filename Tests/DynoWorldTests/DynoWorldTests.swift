import Testing
@testable import DynoWorld

