import Testing
@testable import DynoIO

