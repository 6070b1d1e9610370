import Testing
@testable import DynoScript

