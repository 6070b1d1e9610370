import Testing
@testable import SDLWire

