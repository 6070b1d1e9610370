import Testing
@testable import SDLHeadUnit

