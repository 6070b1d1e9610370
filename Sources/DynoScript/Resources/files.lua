-- SPDX-License-Identifier: Apache-2.0
-- Files and pictures: describing them, uploading them, and sending them along where a request shows them.
local host = ...
local sdl, core = host.sdl, host.app
local type, tostring, setmetatable, ipairs, pairs, pcall, error, next = type, tostring, setmetatable, ipairs, pairs, pcall, error, next

local specs = setmetatable({}, { __mode = "k" }) -- the script's object → its description
local File = { __name = "sdl.file", __metatable = false }

function File.__index(file, key)
  local spec = specs[file]
  if key == "image" then return host.image(spec) end
  if key == "size" then return host.fileSize(spec) end
  return spec[key]
end

function File.__newindex() host.fail("invalidParameters", "a file can't be changed; make another one with sdl.file{…}") end
function File.__tostring(file) return "file " .. specs[file].name end

local keys = { path = true, bytes = true, name = true, type = true, persistent = true, template = true, staticIcon = true }
local hasFiles = false

--- A file or picture: `path` or `bytes`, or `staticIcon` for one of the head unit's own.
function sdl.file(config)
  host.check(config, "table", "config", "sdl.file")
  host.checkKeys(config, keys, "sdl.file")
  local file = setmetatable({}, File)
  specs[file] = host.describeFile(config)
  hasFiles = true
  return file
end

--- The description of a file object, or an error that says what is missing.
function host.fileSpec(file, argument, called)
  local spec = specs[file]
  if spec then return spec end
  host.fail("invalidParameters", ("bad argument `%s` to `%s`: expected a file made by sdl.file, got %s"):format(argument, called, type(file)))
end

-- The files of an application ---------------------------------------------------------------------------------------------------

local owners = setmetatable({}, { __mode = "k" })
local methods = {}
local Files = { __name = "sdl.files", __metatable = false }

function Files.__index(files, key)
  if methods[key] then return methods[key] end
  if key == "spaceAvailable" then return host.appField(owners[files].id, "fileSpace") end
end

core.parts.files = function(own)
  local files = setmetatable({}, Files)
  owners[files] = own
  return files
end

local function owner(files, called)
  local own = owners[files]
  if not own then host.fail("invalidParameters", ("call it with a colon, app.files:%s(…)"):format(called)) end
  return own
end

local function name(file, called)
  if type(file) == "string" then return file end
  return host.fileSpec(file, "file", called).name
end

local uploadKeys = { onProgress = true, overwrite = true, crc = true, raise = true }

local function upload(own, file, options, called)
  local spec = host.fileSpec(file, "file", called)
  options = host.optional(options, "table", "options", called) or {}
  host.checkKeys(options, uploadKeys, "the options of `" .. called .. "`")
  local progress = host.optional(options.onProgress, "function", "onProgress", called)
  local crc = host.optional(options.crc, "number", "crc", called)
  return host.upload(own.id, spec, options.overwrite == true, crc, progress)
end

--- What a failed upload gives instead of raising.
local function asResponse(problem)
  if type(problem) ~= "table" or problem.kind == nil or problem.kind == "cancelled" and problem.domain == nil then error(problem, 0) end
  return { success = false, resultCode = problem.resultCode, info = problem.info or problem.message, error = problem }
end

--- Uploads a file in parts; { success =, resultCode =, spaceAvailable = }. `raise = false` gives failures back too.
function methods.upload(files, file, options)
  local own = owner(files, "upload")
  if type(options) ~= "table" or options.raise ~= false then return upload(own, file, options, "upload") end
  local ok, response = pcall(upload, own, file, options, "upload")
  return ok and response or asResponse(response)
end

local allKeys = { onProgress = true, overwrite = true, raise = true }

--- Uploads several files; fn(name, fraction, err) after each, false stops the rest. Raises when one failed, with `errors` by name.
--- Pictures that the head unit has already count as uploaded. Returns the names that can be used now.
function methods.uploadAll(files, list, options)
  local own = owner(files, "uploadAll")
  host.check(list, "table", "files", "uploadAll")
  options = host.optional(options, "table", "options", "uploadAll") or {}
  host.checkKeys(options, allKeys, "the options of `uploadAll`")
  local total, attempted, names, errors, failed = 0, 0, {}, {}, nil
  for i, file in ipairs(list) do total = total + host.fileSize(host.fileSpec(file, "files[" .. i .. "]", "uploadAll")) end
  for _, file in ipairs(list) do
    local spec, problem = specs[file], nil
    local present = not options.overwrite and spec.type:find "^GRAPHIC" and files:has(file)
    if not present then
      local ok, result = pcall(upload, own, file, { overwrite = options.overwrite }, "uploadAll")
      if not ok then problem = asResponse(result).error end
    end
    attempted = attempted + host.fileSize(spec)
    if problem then errors[spec.name], failed = problem, failed or problem
    else names[#names + 1] = spec.name end
    if options.onProgress and options.onProgress(spec.name, total > 0 and attempted / total or 1, problem) == false then break end
  end
  if failed and options.raise ~= false then
    host.fail(failed.kind, ("not all files were uploaded: %s"):format(failed.message), {
      errors = errors, resultCode = failed.resultCode, info = failed.info, domain = "file", code = -7,
    })
  end
  return names, next(errors) and errors or nil
end

--- Asks the head unit which files the application has there.
function methods.list(files) return host.listFiles(owner(files, "list").id) end

--- Whether the head unit has it, as far as it has said.
function methods.has(files, file)
  local own = owner(files, "has")
  return host.hasFile(own.id, name(file, "has"))
end

function methods.delete(files, file)
  local own = owner(files, "delete")
  host.deleteFile(own.id, name(file, "delete"))
end

-- Pictures in requests ------------------------------------------------------------------------------------------------------------

--- A copy of `value` with the Image structs of the files in it, or `value` itself when there are none.
local function replace(value, found, depth)
  if type(value) ~= "table" or depth > 16 then return value end
  if specs[value] then
    found[#found + 1] = value
    return value.image
  end
  local copy
  for key, item in host.sortedPairs(value) do
    local new = replace(item, found, depth + 1)
    if new ~= item then
      if not copy then
        copy = {}
        for k, v in pairs(value) do copy[k] = v end
      end
      copy[key] = new
    end
  end
  return copy or value
end

--- The parameters as they are sent, after what they show was uploaded. A picture the head unit refuses is no error for `app.try`:
--- the head unit says itself what it misses.
function host.withFiles(own, params, raises)
  if not hasFiles or type(params) ~= "table" then return params end
  local found = {}
  local result = replace(params, found, 0)
  for _, file in ipairs(found) do
    if not specs[file].staticIcon and not own.files:has(file) then
      local ok, problem = pcall(upload, own, file, nil, "upload")
      -- Somebody else may have uploaded it meanwhile.
      local isThere = not ok and type(problem) == "table" and problem.domain == "file" and problem.code == -1
      if not ok and not isThere and (raises or problem.kind ~= "rpcFailed") then error(problem, 0) end
    end
  end
  return result
end
