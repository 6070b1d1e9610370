-- The same for busted.
describe("1,000 tests", function()
  for i = 1, 1000 do it("does nothing, " .. i, function() end) end
end)
