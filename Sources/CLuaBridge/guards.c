// SPDX-License-Identifier: Apache-2.0
//
// Library functions with what scripts could abuse taken out: finalizers, endless loops in C, bytecode, entropy.
#include <string.h>

#include "internal.h"

// Finalizers run inside the collector with hooks off, so nothing could end an endless one. Lua notices `__gc` only when
// the metatable is set, which makes this the one place to refuse it.
int lbi_setmetatable(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  int type = lua_type(L, 2);
  luaL_argexpected(L, type == LUA_TNIL || type == LUA_TTABLE, 2, "nil or table");
  if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL) return luaL_error(L, "cannot change a protected metatable");
  if (type == LUA_TTABLE) {
    lua_pushliteral(L, "__gc");
    if (lua_rawget(L, 2) != LUA_TNIL) {
      return luaL_error(L, "`__gc` is not available to scripts; use a local variable with <close>");
    }
  }
  lua_settop(L, 2);
  lua_setmetatable(L, 1);
  return 1;
}

// How and when to collect is the host's decision: a script may ask for it and change nothing.
int lbi_collectgarbage(lua_State *L) {
  static const char *const options[] = {
      "collect", "count", "step", "isrunning", "incremental", "generational", "stop", "restart", "setpause", "setstepmul", NULL,
  };
  lb_state *s = lbi_of(L);
  switch (luaL_checkoption(L, 1, "collect", options)) {
    case 0:
      lbi_charge(s, s->used);
      lua_gc(L, LUA_GCCOLLECT);
      lua_pushinteger(L, 0);
      break;
    case 1: lua_pushnumber(L, (lua_Number)s->used / 1024.0); break;
    case 2:
      lbi_charge(s, s->used);
      lua_gc(L, LUA_GCCOLLECT);
      lua_pushboolean(L, true);
      break;
    case 3: lua_pushboolean(L, true); break;
    case 4:
    case 5: lua_pushliteral(L, "incremental"); break;
    default: lua_pushinteger(L, 0);
  }
  return 1;
}

// Without arguments the standard function draws from the time and addresses; here the sequence continues from the seed.
int lbi_randomseed(lua_State *L) {
  if (lua_isnone(L, 1)) {
    lb_state *s = lbi_of(L);
    s->reseed = s->reseed * 6364136223846793005u + 1442695040888963407u;
    lua_pushinteger(L, (lua_Integer)s->reseed);
  }
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  return lua_gettop(L);
}

static int read_pieces(lua_State *L) {
  lua_settop(L, 4);
  luaL_Buffer b;
  luaL_buffinit(L, &b);
  for (;;) {
    lua_pushvalue(L, 1);
    lua_call(L, 0, 1);
    size_t length = 0;
    if (lua_type(L, -1) == LUA_TSTRING) lua_tolstring(L, -1, &length);
    else if (!lua_isnil(L, -1)) return luaL_error(L, "reader function must return a string");
    if (length == 0) break;
    luaL_addvalue(&b);
  }
  lua_pop(L, 1);
  luaL_pushresult(&b);
  lua_replace(L, 1);
  return 0;
}

// load(chunk [, name [, mode [, environment]]]), text only. Names of host chunks ("=[...") cannot be taken.
int lbi_load_text(lua_State *L) {
  bool has_environment = !lua_isnone(L, 4);
  const char *fallback = "=(load)";
  if (lua_isfunction(L, 1)) read_pieces(L);
  else fallback = luaL_checkstring(L, 1);
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  const char *name = luaL_optstring(L, 2, fallback);
  if (name[0] == '=' && name[1] == '[') name = "=(load)";
  const char *mode = luaL_optstring(L, 3, "bt");
  if (luaL_loadbufferx(L, text, length, name, strchr(mode, 't') ? "t" : mode) != LUA_OK || !strchr(mode, 't')) {
    if (!strchr(mode, 't')) lua_pushliteral(L, "binary chunks are not available to scripts");
    lua_pushnil(L);
    lua_insert(L, -2);
    return 2;
  }
  lbi_charge(lbi_of(L), length * 16);
  lua_pushvalue(L, has_environment ? 4 : lua_upvalueindex(1));
  if (!lua_setupvalue(L, -2, 1)) lua_pop(L, 1);
  return 1;
}

// Calls the guarded original, which is upvalue 1.
static int call_original(lua_State *L) {
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  return lua_gettop(L);
}

static int guarded_rep(lua_State *L) {
  size_t length, separator = 0;
  luaL_checklstring(L, 1, &length);
  luaL_checkinteger(L, 2);
  if (!lua_isnoneornil(L, 3)) luaL_checklstring(L, 3, &separator);
  if (length + separator > 0) return call_original(L);
  lua_pushliteral(L, "");
  return 1;
}

static int guarded_move(lua_State *L) {
  lua_Integer from = luaL_checkinteger(L, 2), to = luaL_checkinteger(L, 3);
  if (to >= from && (lua_Unsigned)to - (lua_Unsigned)from > 10000000u) {
    return luaL_error(L, "too many elements to move");
  }
  if (to >= from) lbi_charge(lbi_of(L), ((size_t)to - (size_t)from) * 16);
  return call_original(L);
}

// A length that lies makes these loop in C over elements that do not exist. Asking `__len` first would not help: it
// could lie the second time.
static int guarded_length(lua_State *L) {
  if (lua_istable(L, 1)) {
    if (luaL_getmetafield(L, 1, "__len") != LUA_TNIL) {
      return luaL_error(L, "table.%s does not accept a table with __len", lua_tostring(L, lua_upvalueindex(2)));
    }
    lbi_charge(lbi_of(L), (size_t)lua_rawlen(L, 1) * 16);
  }
  return call_original(L);
}

// Calls that take time without allocating.
static int charged(lua_State *L) {
  size_t length = 0;
  if (lua_type(L, 1) == LUA_TSTRING) lua_tolstring(L, 1, &length);
  else if (lua_istable(L, 1)) length = lua_rawlen(L, 1) * 16;
  lbi_charge(lbi_of(L), length);
  return call_original(L);
}

static void guard(lua_State *L, int table, const char *name, lua_CFunction f) {
  lua_getfield(L, table, name);
  lua_pushstring(L, name);
  lua_pushcclosure(L, f, 2);
  lua_setfield(L, table, name);
}

void lbi_open_guards(lua_State *L, int string, int table) {
  guard(L, string, "rep", guarded_rep);
  lbi_open_patterns(L, string);
  guard(L, table, "move", guarded_move);
  guard(L, table, "insert", guarded_length);
  guard(L, table, "remove", guarded_length);
  guard(L, table, "sort", guarded_length);
  guard(L, table, "concat", charged);
  guard(L, table, "unpack", charged);
}
