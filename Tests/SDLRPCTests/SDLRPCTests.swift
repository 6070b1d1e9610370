import Testing
@testable import SDLRPC

