-- The smallest run there is.
require "sdl.test"("does nothing", function() end)
