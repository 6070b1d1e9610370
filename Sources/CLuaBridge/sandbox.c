// SPDX-License-Identifier: Apache-2.0
//
// The two environments: scripts get copies of what is safe; trusted host chunks get the standard libraries in full.
#include "internal.h"

static const char *const base_names[] = {
    "getmetatable", "ipairs", "next",     "pairs", "pcall", "rawequal", "rawget",
    "rawlen", "rawset",       "select", "tonumber", "tostring", "type", "_VERSION", NULL,
};
static const char *const string_names[] = {
    "byte", "char", "find", "format", "gmatch", "gsub", "len", "lower", "match", "pack", "packsize", "rep", "reverse",
    "sub", "unpack", "upper", NULL,
};
static const char *const table_names[] = {"concat", "insert", "move", "pack", "remove", "sort", "unpack", NULL};
static const char *const utf8_names[] = {"char", "charpattern", "codepoint", "codes", "len", "offset", NULL};
static const char *const os_names[] = {"time", "clock", "date", "difftime", NULL};

static void copy_fields(lua_State *L, int from, int to, const char *const *names) {
  for (; *names; names++) {
    lua_getfield(L, from, *names);
    lua_setfield(L, to, *names);
  }
}

// Pushes a new table with the named fields of the host's library.
static void copy_library(lua_State *L, const char *library, const char *const *names) {
  lua_newtable(L);
  lua_getglobal(L, library);
  copy_fields(L, lua_gettop(L), lua_gettop(L) - 1, names);
  lua_pop(L, 1);
}

static void set_closure(lua_State *L, int table, const char *name, lua_CFunction f) {
  lua_pushcfunction(L, f);
  lua_setfield(L, table, name);
}

// Seeds `math.random` of the math table on top and makes a bare math.randomseed() deterministic.
static void seed_math(lua_State *L, lua_Integer high) {
  int math = lua_gettop(L);
  lua_getfield(L, math, "randomseed");
  lua_pushvalue(L, -1);
  lua_pushinteger(L, (lua_Integer)lbi_of(L)->config.seed);
  lua_pushinteger(L, high);
  lua_call(L, 2, 0);
  lua_pushcclosure(L, lbi_randomseed, 1);
  lua_setfield(L, math, "randomseed");
}

static void add_libraries(lua_State *L, int environment) {
  copy_library(L, "utf8", utf8_names);
  lua_setfield(L, environment, "utf8");
  copy_library(L, "os", os_names);
  lua_setfield(L, environment, "os");
  // Its own generator: what the host draws must not show in the script's sequence.
  lua_pushcfunction(L, luaopen_math);
  lua_call(L, 0, 1);
  seed_math(L, 1);
  lua_setfield(L, environment, "math");
  copy_library(L, "string", string_names);
  copy_library(L, "table", table_names);
  lbi_open_guards(L, lua_gettop(L) - 1, lua_gettop(L));
  lua_setfield(L, environment, "table");
  lua_setfield(L, environment, "string");
  lua_newtable(L);
  lbi_open_coroutine(L, lua_gettop(L));
  lua_setfield(L, environment, "coroutine");
  lua_newtable(L);
  set_closure(L, lua_gettop(L), "traceback", lbi_debug_traceback);
  lua_setfield(L, environment, "debug");
}

static void push_script_environment(lua_State *L) {
  lua_newtable(L);
  int environment = lua_gettop(L);
  lua_pushglobaltable(L);
  copy_fields(L, environment + 1, environment, base_names);
  lua_pop(L, 1);
  set_closure(L, environment, "setmetatable", lbi_setmetatable);
  set_closure(L, environment, "collectgarbage", lbi_collectgarbage);
  set_closure(L, environment, "error", lbi_error);
  set_closure(L, environment, "assert", lbi_assert);
  set_closure(L, environment, "xpcall", lbi_xpcall);
  lua_pushvalue(L, environment);
  lua_pushcclosure(L, lbi_load_text, 1);
  lua_setfield(L, environment, "load");
  lua_pushvalue(L, environment);
  lua_setfield(L, environment, "_G");
  add_libraries(L, environment);
}

// ("x"):rep reaches a private table that nobody can change, and getmetatable("") gives false.
static void hide_string_metatable(lua_State *L) {
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);
  copy_library(L, "string", string_names);
  copy_library(L, "table", table_names);
  lbi_open_guards(L, lua_gettop(L) - 1, lua_gettop(L));
  lua_pop(L, 1);
  lua_setfield(L, -2, "__index");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 2);
}

static void complete_host_environment(lua_State *L) {
  lua_pushglobaltable(L);
  int host = lua_gettop(L);
  set_closure(L, host, "setmetatable", lbi_setmetatable);
  set_closure(L, host, "error", lbi_error);
  set_closure(L, host, "assert", lbi_assert);
  set_closure(L, host, "xpcall", lbi_xpcall);
  lua_getfield(L, host, "coroutine");
  lbi_open_coroutine(L, lua_gettop(L));
  lua_getfield(L, host, "debug");
  set_closure(L, lua_gettop(L), "traceback", lbi_debug_traceback);
  lua_getfield(L, host, "math");
  seed_math(L, 2);
  lua_settop(L, host - 1);
}

void lbi_open_environments(lua_State *L) {
  lua_pushboolean(L, 1);
  lua_setfield(L, LUA_REGISTRYINDEX, "LUA_NOENV");  // no paths from the process environment
  luaL_openlibs(L);
  push_script_environment(L);
  int environment = lua_gettop(L);
  lua_pushvalue(L, environment);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &lbi_script_environment);
  hide_string_metatable(L);
  complete_host_environment(L);
  lbi_open_host(L, environment);
  lua_settop(L, environment - 1);
}
