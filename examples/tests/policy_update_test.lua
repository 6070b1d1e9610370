-- Policy updates: the head unit hands out a snapshot, the app brings back what its server answers, new permissions follow.
local sdl = require "sdl"
local test = require "sdl.test"
local expect = test.expect

local retries = { 1, 5, 20 }
local snapshot = sdl.json.encode { policy_table = { seconds_between_retries = retries, device_data = sdl.null } }

test.suite("Policy update", { hmiLevel = "FULL" }, function()
  local flows = { { type = "PROPRIETARY", fileType = "JSON" }, { type = "HTTP", fileType = "BINARY" } }
  test.each(flows)("by {type} brings new permissions", function(t, flow)
    t.app:on("OnSystemRequest", function(request)
      expect(request.bulk):equals(snapshot)
      t.app.rpc.SystemRequest({ requestType = flow.type, fileName = "update" }, { bulk = '{ "Show": {}, "AddCommand": {} }' })
    end)
    t.hu:on("SystemRequest", function(request) t.hu.policy:set(request.app, sdl.json.decode(request.bulk)) end)
    t.hu:expectSequence { { "OnSystemRequest", { requestType = flow.type } }, "SystemRequest", "OnPermissionsChange" }
    t.hu:notify(t.app, "OnSystemRequest", { requestType = flow.type, fileType = flow.fileType }, { bulk = snapshot })
    t.app:waitFor "OnPermissionsChange"
    expect(t.app.permissions:groupStatus { "Show", "AddCommand" }):equals "allowed"
    expect(t.app.permissions:isAllowed "Alert"):isFalse()
  end)

  test("is asked for again, later and later, while no answer comes", function(t)
    local asked = t.app:expect("OnSystemRequest"):times(#retries)
    t.hu:expect("SystemRequest"):never()
    for _, seconds in ipairs(retries) do
      t.hu:notify(t.app, "OnSystemRequest", { requestType = "PROPRIETARY" }, { bulk = snapshot })
      sdl.sleep(seconds .. "s")
    end
    local times = asked:all()
    expect(times[2].time - times[1].time):equals(1.0)
    expect(times[3].time - times[2].time):equals(5.0)
  end)
end)
