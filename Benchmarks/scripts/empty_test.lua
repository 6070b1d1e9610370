-- 1,000 tests that do nothing.
for i = 1, 1000 do require "sdl.test"("does nothing, " .. i, function() end) end
