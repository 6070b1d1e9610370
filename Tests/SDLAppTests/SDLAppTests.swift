import Testing
@testable import SDLApp

