// SPDX-License-Identifier: Apache-2.0
//
// What the bridge itself puts into the table `host`: the things a host chunk needs and cannot do in Lua.
#include "internal.h"

// host.where([n]): "file:line" of the n-th script frame (1 = innermost); "" when there is none.
static int host_where(lua_State *L) {
  char where[LUA_IDSIZE + 16];
  lbi_position(L, 1, (int)luaL_optinteger(L, 1, 1), where, sizeof where);
  lua_pushstring(L, where);
  return 1;
}

static void make_array(lua_State *L, int i) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &lbi_array_key);
  lua_setmetatable(L, i);
}

// host.array([t]): marks t as a JSON list, also when it is empty; returns it.
static int host_array(lua_State *L) {
  if (lua_isnoneornil(L, 1)) {
    lua_settop(L, 0);
    lua_newtable(L);
  }
  luaL_checktype(L, 1, LUA_TTABLE);
  if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL && !lb_is_array(L, 1)) {
    return luaL_error(L, "cannot change a protected metatable");
  }
  make_array(L, 1);
  lua_settop(L, 1);
  return 1;
}

static int host_isarray(lua_State *L) {
  lua_pushboolean(L, lb_is_array(L, 1));
  return 1;
}

// host.protect(t): hides t's metatable from getmetatable and setmetatable; returns t.
static int host_protect(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  if (!lua_getmetatable(L, 1)) {
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_setmetatable(L, 1);
  }
  lua_pushboolean(L, 0);
  lua_setfield(L, 2, "__metatable");
  lua_settop(L, 1);
  return 1;
}

// host.load(source, chunkname [, environment]): a function, or nil and a message. Text only; by default in the script
// environment. The name is passed as it is ("@file.lua").
static int host_load(lua_State *L) {
  luaL_checktype(L, 1, LUA_TSTRING);
  lua_settop(L, 3);
  lua_pushvalue(L, 3);
  lua_pushliteral(L, "t");
  lua_replace(L, 3);
  if (lua_isnil(L, 4)) lua_settop(L, 3);
  return lbi_load_text(L);
}

static int raise_message(lua_State *L, lb_status status, const char *message) {
  lua_pushstring(L, message);
  if (status == LB_ERR_MEMORY) return lua_error(L);
  return lbi_error(L);
}

// host.decodeJSON(text): the value; raises with the byte offset and what was expected.
static int host_decode(lua_State *L) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length), *message = "";
  lb_status status = lb_decode_json(L, text, length, 0, &message);
  if (status == LB_OK) return 1;
  lua_settop(L, 0);
  return raise_message(L, status, message);
}

// host.encodeJSON(value): the text; raises for what JSON cannot express.
static int host_encode(lua_State *L) {
  luaL_checkany(L, 1);
  size_t length = 0;
  lb_status status = LB_OK;
  const char *message = "", *text = lb_encode_json(L, 1, &length, &status, &message);
  if (text) {
    lua_pushlstring(L, text, length);
    return 1;
  }
  lua_settop(L, 0);
  return raise_message(L, status, message);
}

void lbi_open_host(lua_State *L, int script_environment) {
  static const luaL_Reg functions[] = {
      {"where", host_where},         {"traceback", lbi_debug_traceback}, {"array", host_array},
      {"isarray", host_isarray},     {"protect", host_protect},          {"decodeJSON", host_decode},
      {"encodeJSON", host_encode},   {NULL, NULL},
  };
  lua_newtable(L);
  luaL_setfuncs(L, functions, 0);
  lua_pushvalue(L, script_environment);
  lua_pushcclosure(L, host_load, 1);
  lua_setfield(L, -2, "load");
  lua_pushvalue(L, script_environment);
  lua_setfield(L, -2, "globals");
  lua_pushlightuserdata(L, NULL);
  lua_setfield(L, -2, "null");
  lua_rawsetp(L, LUA_REGISTRYINDEX, &lbi_host_table);
}
