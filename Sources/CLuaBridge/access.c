// SPDX-License-Identifier: Apache-2.0
//
// Reading and writing a stack without ever raising: every index is checked, every unbounded size as well.
#include "internal.h"

static bool valid(lua_State *L, int i) {
  int top = lua_gettop(L);
  return i > 0 ? i <= top : i < 0 && i >= -top;
}

static bool is_table(lua_State *L, int i) { return valid(L, i) && lua_type(L, i) == LUA_TTABLE; }

static bool fits(lua_State *L, size_t size) {
  lb_state *s = lbi_of(L);
  size_t cap = s->config.memory;
  return !cap || (s->used <= cap + LBI_RESERVE && size <= cap + LBI_RESERVE - s->used);
}

int32_t lb_top(lb_thread *L) { return lua_gettop(L); }

bool lb_set_top(lb_thread *L, int32_t top) {
  if (top < 0 || top > lua_gettop(L)) return false;
  lua_settop(L, top);
  return true;
}

bool lb_pop(lb_thread *L, int32_t n) { return n >= 0 && lb_set_top(L, lua_gettop(L) - n); }
bool lb_check(lb_thread *L, int32_t n) { return n >= 0 && lua_checkstack(L, n); }
int32_t lb_absolute(lb_thread *L, int32_t i) { return valid(L, i) ? lua_absindex(L, i) : 0; }
int32_t lb_type(lb_thread *L, int32_t i) { return valid(L, i) ? lua_type(L, i) : LB_TNONE; }
bool lb_is_integer(lb_thread *L, int32_t i) { return valid(L, i) && lua_isinteger(L, i); }
bool lb_to_boolean(lb_thread *L, int32_t i) { return valid(L, i) && lua_toboolean(L, i); }

bool lb_to_integer(lb_thread *L, int32_t i, int64_t *value) {
  int exact = 0;
  if (lb_type(L, i) != LUA_TNUMBER) return false;
  *value = lua_tointegerx(L, i, &exact);
  return exact;
}

bool lb_to_number(lb_thread *L, int32_t i, double *value) {
  if (lb_type(L, i) != LUA_TNUMBER) return false;
  *value = lua_tonumberx(L, i, NULL);
  return true;
}

const char *lb_to_string(lb_thread *L, int32_t i, size_t *length) {
  if (lb_type(L, i) == LUA_TSTRING) return lua_tolstring(L, i, length);
  *length = 0;
  return NULL;
}

bool lb_is_utf8(lb_thread *L, int32_t i) {
  size_t length;
  const char *text = lb_to_string(L, i, &length);
  if (!text) return false;
  for (size_t at = 0; at < length;) {
    size_t n = lbi_utf8_length(text + at, length - at);
    if (n == 0) return false;
    at += n;
  }
  return true;
}

const void *lb_to_pointer(lb_thread *L, int32_t i) { return valid(L, i) ? lua_topointer(L, i) : NULL; }

bool lb_is_null(lb_thread *L, int32_t i) {
  return lb_type(L, i) == LUA_TLIGHTUSERDATA && !lua_touserdata(L, i);
}

bool lb_is_array(lb_thread *L, int32_t i) {
  if (!is_table(L, i) || !lua_checkstack(L, 1) || !lua_getmetatable(L, i)) return false;
  bool marked = lua_topointer(L, -1) == lbi_of(L)->array_metatable;
  lua_pop(L, 1);
  return marked;
}

size_t lb_raw_length(lb_thread *L, int32_t i) { return valid(L, i) ? lua_rawlen(L, i) : 0; }

static int32_t push_missing(lua_State *L) {
  lua_pushnil(L);
  return LUA_TNIL;
}

int32_t lb_raw_get_index(lb_thread *L, int32_t i, int64_t n) {
  if (!lua_checkstack(L, 1)) return LB_TNONE;
  return is_table(L, i) ? lua_rawgeti(L, i, n) : push_missing(L);
}

int32_t lb_raw_get_field(lb_thread *L, int32_t i, const char *key, size_t length) {
  if (!lua_checkstack(L, 1)) return LB_TNONE;
  if (!is_table(L, i)) return push_missing(L);
  i = lua_absindex(L, i);
  lua_pushlstring(L, key ? key : "", length);
  return lua_rawget(L, i);
}

int32_t lb_push_ref(lb_thread *L, int32_t ref) {
  if (!lua_checkstack(L, 1)) return LB_TNONE;
  return ref > 0 ? lua_rawgeti(L, LUA_REGISTRYINDEX, ref) : push_missing(L);
}

int32_t lb_push_copy(lb_thread *L, int32_t i) {
  if (!lua_checkstack(L, 1)) return LB_TNONE;
  if (!valid(L, i)) return push_missing(L);
  lua_pushvalue(L, i);
  return lua_type(L, -1);
}

static int next_protected(lua_State *L) {
  lua_State *of = lua_touserdata(L, 1);
  lua_settop(L, 0);
  lua_xmove(of, L, 2);  // table, key
  if (lua_next(L, 1)) {
    lua_xmove(L, of, 2);
    lua_pushboolean(L, 1);
    return 1;
  }
  return 0;
}

// lua_next raises for a key that is not in the table. A key with a value certainly is; any other key takes the
// protected way.
bool lb_next(lb_thread *L, int32_t i) {
  if (lua_gettop(L) < 2 || !is_table(L, i) || !lua_checkstack(L, LUA_MINSTACK)) return false;
  i = lua_absindex(L, i);
  if (i == lua_gettop(L)) return false;
  if (!lua_isnil(L, -1)) {
    lua_pushvalue(L, -1);
    bool present = lua_rawget(L, i) != LUA_TNIL;
    lua_pop(L, 1);
    if (!present) {
      lua_State *service = lbi_of(L)->service;
      lua_pushvalue(L, i);
      lua_insert(L, -2);
      int base = lua_gettop(L) - 2;
      bool more = lbi_protected(service, next_protected, 0, L, 1) == LUA_OK && lua_toboolean(service, -1);
      lua_settop(service, 0);
      if (!more) lua_settop(L, base);
      return more;
    }
  }
  return lua_next(L, i) != 0;
}

bool lb_push_nil(lb_thread *L) {
  if (!lua_checkstack(L, 1)) return false;
  lua_pushnil(L);
  return true;
}

bool lb_push_null(lb_thread *L) {
  if (!lua_checkstack(L, 1)) return false;
  lua_pushlightuserdata(L, NULL);
  return true;
}

bool lb_push_boolean(lb_thread *L, bool value) {
  if (!lua_checkstack(L, 1)) return false;
  lua_pushboolean(L, value);
  return true;
}

bool lb_push_integer(lb_thread *L, int64_t value) {
  if (!lua_checkstack(L, 1)) return false;
  lua_pushinteger(L, value);
  return true;
}

bool lb_push_number(lb_thread *L, double value) {
  if (!lua_checkstack(L, 1)) return false;
  lua_pushnumber(L, value);
  return true;
}

bool lb_push_string(lb_thread *L, const char *bytes, size_t length) {
  if (!lua_checkstack(L, 1) || !fits(L, length)) return false;
  lua_pushlstring(L, bytes ? bytes : "", length);
  return true;
}

void lb_push_out_of_memory(lb_thread *L) {
  lua_checkstack(L, 1);
  lua_pushliteral(L, "not enough memory");
}

bool lb_push_host(lb_thread *L) {
  if (!lua_checkstack(L, 1)) return false;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &lbi_host_table);
  return true;
}

bool lb_push_globals(lb_thread *L) {
  if (!lua_checkstack(L, 1)) return false;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &lbi_script_environment);
  return true;
}

bool lb_push_table(lb_thread *L, size_t items, size_t fields) {
  if (items > INT32_MAX / 64 || fields > INT32_MAX / 64) return false;
  if (!lua_checkstack(L, 1) || !fits(L, items * 16 + fields * 80 + 64)) return false;
  lua_createtable(L, (int)items, (int)fields);
  return true;
}

bool lb_set_field(lb_thread *L, int32_t i, const char *key, size_t length) {
  if (lua_gettop(L) < 2) return false;
  if (!is_table(L, i) || !lua_checkstack(L, 1) || !fits(L, length)) {
    lua_pop(L, 1);
    return false;
  }
  i = lua_absindex(L, i);
  lua_pushlstring(L, key ? key : "", length);
  lua_insert(L, -2);
  lua_rawset(L, i);
  return true;
}

bool lb_set_index(lb_thread *L, int32_t i, int64_t n) {
  if (lua_gettop(L) < 2) return false;
  if (!is_table(L, i) || !fits(L, 0)) {
    lua_pop(L, 1);
    return false;
  }
  lua_rawseti(L, i, n);
  return true;
}

bool lb_set_array(lb_thread *L, int32_t i) {
  if (!is_table(L, i) || !lua_checkstack(L, 1)) return false;
  i = lua_absindex(L, i);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &lbi_array_key);
  lua_setmetatable(L, i);
  return true;
}

bool lb_set_metatable(lb_thread *L, int32_t i) {
  if (lua_gettop(L) < 2) return false;
  if (!is_table(L, i) || !lua_istable(L, -1)) {
    lua_pop(L, 1);
    return false;
  }
  lua_setmetatable(L, i);
  return true;
}

int32_t lb_ref(lb_thread *L, int32_t i) {
  if (!valid(L, i) || lua_isnil(L, i) || !lua_checkstack(L, 4)) return 0;
  lua_pushvalue(L, i);
  return luaL_ref(L, LUA_REGISTRYINDEX);
}

void lb_unref(lb_state *s, int32_t ref) {
  if (ref > 0 && lua_checkstack(s->service, 4)) luaL_unref(s->service, LUA_REGISTRYINDEX, ref);
}
