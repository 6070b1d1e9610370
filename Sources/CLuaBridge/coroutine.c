// SPDX-License-Identifier: Apache-2.0
//
// The coroutine library, through which host waits and preemptions pass: a coroutine made by a script that waits for
// the host suspends its whole task, and the answer goes down to it again.
#include "internal.h"

static lua_State *coroutine_argument(lua_State *L) {
  lua_State *co = lua_tothread(L, 1);
  luaL_argexpected(L, co, 1, "coroutine");
  return co;
}

// Why `co` cannot be resumed; NULL when it can.
static const char *refusal(lua_State *L, lua_State *co, const char *act) {
  static const char waits[] = "cannot %s a coroutine that is waiting for the host";
  if (lbi_has(co, LBI_PARKED)) return lua_pushfstring(L, waits, act);
  if (lua_status(co) == LUA_YIELD) return NULL;
  lua_Debug ar;
  if (co == L || (lua_status(co) == LUA_OK && lua_getstack(co, 0, &ar))) {
    return lua_pushfstring(L, "cannot %s non-suspended coroutine", act);
  }
  if (lua_status(co) != LUA_OK || lua_gettop(co) == 0) return lua_pushfstring(L, "cannot %s dead coroutine", act);
  return NULL;
}

// Resumes `co` with the top `count` values of L. Returns the number of results moved to L, or -1 with the error value.
// Leaves by a yield, to continue with `k`, when the host is waited for or time is up.
static int run(lua_State *L, lua_State *co, int count, int base, lua_KFunction k) {
  lb_state *s = lbi_of(L);
  if (!lua_checkstack(co, count)) {
    lua_pop(L, count);
    lua_pushliteral(L, "too many arguments to resume");
    return -1;
  }
  lua_xmove(L, co, count);
  lbi_unmark(co, LBI_PARKED);
  bool no_wait = s->no_wait;
  s->no_wait = no_wait || !lua_isyieldable(L);  // checked before the host starts what cannot be waited for
  s->running = co;
  int results = 0;
  int status = lua_resume(co, L, count, &results);
  s->running = L;
  s->no_wait = no_wait;
  if (s->run.exhausted) lbi_arm(L, 1);
  if (status == LUA_YIELD && s->signal != LBI_NO_SIGNAL) {
    lbi_mark(co, LBI_PARKED);
    lua_pop(co, results);
    return lua_yieldk(L, 0, base, k);
  }
  if (status != LUA_OK && status != LUA_YIELD) {
    lua_xmove(co, L, 1);
    return -1;
  }
  if (!lua_checkstack(L, results + 1)) {
    lua_pop(co, results);
    lua_pushliteral(L, "too many results to resume");
    return -1;
  }
  lua_xmove(co, L, results);
  return results;
}

static int answer_resume(lua_State *L, int results) {
  lua_pushboolean(L, results >= 0);
  if (results < 0) results = 1;
  lua_insert(L, -(results + 1));
  return results + 1;
}

static int continue_resume(lua_State *L, int status, lua_KContext base) {
  (void)status;
  lua_State *co = lua_tothread(L, 1);
  return answer_resume(L, run(L, co, lua_gettop(L) - (int)base, (int)base, continue_resume));
}

static int co_resume(lua_State *L) {
  lua_State *co = coroutine_argument(L);
  if (refusal(L, co, "resume")) return answer_resume(L, -1);
  return answer_resume(L, run(L, co, lua_gettop(L) - 1, 1, continue_resume));
}

int lbi_reset(lua_State *L, lua_State *co) {
  lb_state *s = lbi_of(L);
  lua_State *running = s->running;
  s->close_depth++;
  s->running = co;
  int status = lua_resetthread(co);
  s->running = running;
  s->close_depth--;
  if (s->run.exhausted && running) lbi_arm(running, 1);
  return status;
}

static void guard_close_depth(lua_State *L) {
  if (lbi_of(L)->close_depth >= LBI_CLOSE_DEPTH) luaL_error(L, "coroutines that close each other are nested too deep");
}

static int answer_wrap(lua_State *L, lua_State *co, int results) {
  if (results >= 0) return results;
  int status = lua_status(co);
  if (status != LUA_OK && status != LUA_YIELD) {
    guard_close_depth(L);
    if (lbi_reset(L, co) != LUA_OK) lua_xmove(co, L, 1);
    lua_settop(co, 0);
  }
  if (status != LUA_ERRMEM && lua_type(L, -1) == LUA_TSTRING) {
    luaL_where(L, 1);
    lua_insert(L, -2);
    lua_concat(L, 2);
  }
  return lua_error(L);
}

static int continue_wrap(lua_State *L, int status, lua_KContext base) {
  (void)status;
  lua_State *co = lua_tothread(L, lua_upvalueindex(1));
  return answer_wrap(L, co, run(L, co, lua_gettop(L) - (int)base, (int)base, continue_wrap));
}

static int call_wrapped(lua_State *L) {
  lua_State *co = lua_tothread(L, lua_upvalueindex(1));
  const char *why = refusal(L, co, "resume");
  if (why) return luaL_error(L, "%s", why);
  return answer_wrap(L, co, run(L, co, lua_gettop(L), 0, continue_wrap));
}

static int co_create(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_State *co = lua_newthread(L);
  lua_pushvalue(L, 1);
  lua_xmove(L, co, 1);
  return 1;
}

static int co_wrap(lua_State *L) {
  co_create(L);
  lua_pushcclosure(L, call_wrapped, 1);
  return 1;
}

static int co_close(lua_State *L) {
  lua_State *co = coroutine_argument(L);
  lua_Debug ar;
  if (lbi_has(co, LBI_PARKED)) return luaL_error(L, "cannot close a coroutine that is waiting for the host");
  if (co == L || (lua_status(co) == LUA_OK && lua_getstack(co, 0, &ar))) {
    return luaL_error(L, "cannot close a running coroutine");
  }
  guard_close_depth(L);
  if (lbi_reset(L, co) == LUA_OK) {
    lua_pushboolean(L, 1);
    return 1;
  }
  lua_pushboolean(L, 0);
  lua_xmove(co, L, 1);
  return 2;
}

// A coroutine that waits for the host is active, but nobody's to resume: "normal".
static const char *status_name(lua_State *L, lua_State *co) {
  lua_Debug ar;
  if (co == L) return "running";
  if (lbi_has(co, LBI_PARKED)) return "normal";
  if (lua_status(co) == LUA_YIELD) return "suspended";
  if (lua_status(co) != LUA_OK) return "dead";
  if (lua_getstack(co, 0, &ar)) return "normal";
  return lua_gettop(co) == 0 ? "dead" : "suspended";
}

static int co_status(lua_State *L) {
  lua_pushstring(L, status_name(L, coroutine_argument(L)));
  return 1;
}

static int co_yield(lua_State *L) {
  if (lbi_has(L, LBI_TASK)) return luaL_error(L, "attempt to yield from outside a coroutine");
  lbi_of(L)->signal = LBI_NO_SIGNAL;
  return lua_yield(L, lua_gettop(L));
}

static int co_isyieldable(lua_State *L) {
  lua_State *co = lua_isnone(L, 1) ? L : coroutine_argument(L);
  lua_pushboolean(L, !lbi_has(co, LBI_TASK) && lua_isyieldable(co));
  return 1;
}

static int co_running(lua_State *L) {
  bool task = lbi_has(L, LBI_TASK);
  if (task) lbi_mark(L, LBI_EXPOSED);
  bool main = lua_pushthread(L);
  lua_pushboolean(L, main || task);
  return 2;
}

void lbi_open_coroutine(lua_State *L, int table) {
  static const luaL_Reg functions[] = {
      {"create", co_create},       {"resume", co_resume},           {"wrap", co_wrap},       {"close", co_close},
      {"status", co_status},       {"yield", co_yield},             {"running", co_running}, {"isyieldable", co_isyieldable},
      {NULL, NULL},
  };
  lua_pushvalue(L, table);
  luaL_setfuncs(L, functions, 0);
  lua_pop(L, 1);
}
