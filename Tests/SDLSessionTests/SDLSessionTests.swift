import Testing
@testable import SDLSession

