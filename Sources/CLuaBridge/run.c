// SPDX-License-Identifier: Apache-2.0
//
// Running: the budget, host functions, tasks and calls.
#include <string.h>
#include <time.h>

#include "internal.h"

// Processor time of this thread: waiting for a busy machine, a debugger or a suspended laptop is not the script's.
static uint64_t clock_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static int raise_here(lua_State *L);

void lbi_arm(lua_State *L, int count) { lua_sethook(L, lbi_hook, LUA_MASKCOUNT, count); }

// Work in C (allocating, sorting, copying) counts no VM instructions. When much of it was done the next instruction
// looks at the clock.
void lbi_charge(lb_state *s, size_t work) {
  s->work += work;
  if (s->work < LBI_WORK_PER_CHECK || !s->running) return;
  s->work = 0;
  lbi_arm(s->running, 1);
}

static int exhaust(lua_State *L) {
  lb_state *s = lbi_of(L);
  s->run.exhausted = true;
  lbi_arm(L, 1);  // a loop of pcalls dies at its next instruction
  char where[LUA_IDSIZE + 16];
  const char *colon = lbi_position(L, 0, 1, where, sizeof where) ? ": " : "";
  lua_pushfstring(
      L, "%s%stime budget of %d ms exhausted: wait (for example sleep) inside long loops", where, colon, (int)(s->run.budget / 1000000u));
  return lua_error(L);
}

void lbi_check_clock(lua_State *L, bool may_yield) {
  lb_state *s = lbi_of(L);
  lbi_run *run = &s->run;
  if (!run->budget && !run->slice) return;
  uint64_t now = clock_now();
  if (!run->timed) {
    run->timed = true;
    run->start = now;
    return;
  }
  uint64_t used = now - run->start;
  if (run->budget && used + run->spent > run->budget) exhaust(L);
  if (may_yield && run->slice && used > run->slice && !s->no_wait && lua_isyieldable(L)) {
    s->signal = LBI_PREEMPTION;
    lua_yield(L, 0);  // inside a hook this returns; the VM unwinds afterwards
  }
}

// Lua's own limit is reached after some 100 MB. Endless recursion is a common mistake and deserves a better message than
// "not enough memory", which also has no traceback.
static void check_depth(lua_State *L) {
  size_t cap = lbi_of(L)->config.memory;
  size_t most = cap && cap / LBI_BYTES_PER_CALL < LBI_MOST_CALLS ? cap / LBI_BYTES_PER_CALL : LBI_MOST_CALLS;
  lua_Debug ar;
  if (lua_getstack(L, (int)most, &ar)) luaL_error(L, "stack overflow (more than %d nested calls)", (int)most);
}

void lbi_hook(lua_State *L, lua_Debug *ar) {
  (void)ar;
  lb_state *s = lbi_of(L);
  if (s->interrupt) {
    int32_t ref = s->interrupt;
    s->interrupt = 0;
    lua_rawgeti(L, LUA_REGISTRYINDEX, ref);
    raise_here(L);
  }
  if (s->run.exhausted) exhaust(L);
  if (lua_gethookcount(L) != LBI_HOOK_COUNT) lbi_arm(L, LBI_HOOK_COUNT);
  s->work = 0;
  if (++s->hooks % LBI_HOOKS_PER_DEPTH_CHECK == 0) check_depth(L);
  lbi_check_clock(L, true);
}

void lb_interrupt(lb_state *s, int32_t ref) {
  s->interrupt = ref;
  if (ref && s->running) lbi_arm(s->running, 1);
}

// Host functions

// A genuine LUA_ERRMEM cannot be raised through the API other than by running out of memory: the cap is exceeded here,
// so any allocation fails.
static void raise_memory(lua_State *L) {
  lua_newuserdatauv(L, LBI_RESERVE, 0);
  lua_pushliteral(L, "not enough memory");
  lua_error(L);
}

static void settle_memory(lua_State *L) {
  lb_state *s = lbi_of(L);
  size_t cap = s->config.memory;
  if (!cap || s->used <= cap) return;
  lua_gc(L, LUA_GCCOLLECT);
  if (s->used > cap) raise_memory(L);
}

// Adds the script's position to the error value on top and raises it: a prefix of a text, the field `where` of a table.
static int raise_here(lua_State *L) {
  char where[LUA_IDSIZE + 16];
  bool known = lbi_position(L, 0, 1, where, sizeof where);
  if (lua_type(L, -1) == LUA_TSTRING && known) {
    lua_pushfstring(L, "%s: %s", where, lua_tostring(L, -1));
  } else if (lua_istable(L, -1)) {
    lua_pushliteral(L, "where");
    lua_pushstring(L, known ? where : "");
    lua_rawset(L, -3);
  }
  return lua_error(L);
}

int lbi_wait_refused(lua_State *L) {
  lua_pushliteral(
      L, "cannot wait here: a table.sort comparator, string.gsub callback, __tostring or other function called by "
         "library code cannot be suspended; collect first, wait after");
  return raise_here(L);
}

static int continue_host_function(lua_State *L, int status, lua_KContext base) {
  (void)status;
  int values = lua_gettop(L) - (int)base;  // the outcome, then its values
  if (values < 1) return 0;
  lua_Integer outcome = lua_tointeger(L, (int)base + 1);
  if (outcome == 0) return values - 1;
  lua_settop(L, (int)base + 2);
  return outcome == LB_RAISE ? raise_here(L) : lua_error(L);
}

static int call_host_function(lua_State *L) {
  lb_state *s = lbi_of(L);
  uintptr_t packed = (uintptr_t)lua_touserdata(L, lua_upvalueindex(1));
  if ((packed & 1) && (s->no_wait || !lua_isyieldable(L))) return lbi_wait_refused(L);
  if (++s->calls >= LBI_CALLS_PER_CHECK) {
    s->calls = 0;
    if (s->run.exhausted) exhaust(L);
    lbi_check_clock(L, false);
  }
  lua_State *outer = s->host;
  s->enforce = false;
  s->host = L;
  int32_t answer = s->config.callback(s->config.context, L, (void *)(packed & ~(uintptr_t)1), lua_gettop(L));
  s->host = outer;
  s->enforce = true;
  // Only C frames stand between here and the VM now: raising is fine. A suspended task is not stopped here, because
  // the host counts on it being parked; its next allocation will be refused.
  if (answer != LB_SUSPEND) settle_memory(L);
  if (answer < 0 && lua_gettop(L) == 0) lua_pushliteral(L, "host function failed");
  switch (answer) {
    case LB_RAISE: return raise_here(L);
    case LB_RAISE_RAW: return lua_error(L);
    case LB_SUSPEND:
      if (s->no_wait || !lua_isyieldable(L)) return lbi_wait_refused(L);
      s->signal = LBI_HOST_WAIT;
      return lua_yieldk(L, 0, lua_gettop(L), continue_host_function);
    default: return answer < lua_gettop(L) ? answer : lua_gettop(L);
  }
}

void lb_register(lb_state *s, const char *name, size_t length, void *function, bool blocking) {
  lua_State *L = s->service;
  lua_checkstack(L, 4);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &lbi_host_table);
  lua_pushlstring(L, name, length);
  lua_pushlightuserdata(L, (void *)((uintptr_t)function | blocking));  // the low bit is free
  lua_pushcclosure(L, call_host_function, 1);
  lua_rawset(L, -3);
  lua_pop(L, 1);
}

// Runs

typedef struct {
  lbi_run run;
  lua_State *running, *host;
  bool enforce, no_wait;
} saved_run;

static saved_run begin_run(lb_state *s, lua_State *L, uint64_t spent, uint64_t budget) {
  saved_run saved = {s->run, s->running, s->host, s->enforce, s->no_wait};
  if (s->depth++ == 0) {
    s->run = (lbi_run){.spent = spent, .budget = budget, .slice = s->config.slice};
    s->no_wait = false;
    s->trace.length = 0;
    if (lua_gethookcount(L) != LBI_HOOK_COUNT) lbi_arm(L, LBI_HOOK_COUNT);
  }
  s->signal = LBI_NO_SIGNAL;
  s->running = L;
  s->enforce = true;
  return saved;
}

static void end_run(lb_state *s, const saved_run *saved, uint64_t *spent) {
  if (--s->depth == 0) {
    if (spent) *spent = s->run.spent + (s->run.timed ? clock_now() - s->run.start : 0);
    s->run = saved->run;
  }
  s->running = saved->running;
  s->host = saved->host;
  s->enforce = saved->enforce;
  s->no_wait = saved->no_wait;
}

static bool is_memory_message(lua_State *L) {
  return lua_type(L, -1) == LUA_TSTRING && strcmp(lua_tostring(L, -1), "not enough memory") == 0;
}

static lb_status classify(lua_State *L, int status, bool exhausted) {
  if (exhausted) return LB_ERR_BUDGET;
  if (status == LUA_OK) return LB_OK;
  if (status == LUA_ERRSYNTAX) return LB_ERR_SYNTAX;
  return status == LUA_ERRMEM || is_memory_message(L) ? LB_ERR_MEMORY : LB_ERR_RUNTIME;
}

// Calls f(argument, value at `i` if not 0) with the cap enforced. On failure the error value is on top.
int lbi_protected(lua_State *L, lua_CFunction f, int i, void *argument, int results) {
  lb_state *s = lbi_of(L);
  if (!lua_checkstack(L, LUA_MINSTACK)) {
    lua_pushliteral(L, "not enough memory");
    return LUA_ERRMEM;
  }
  lua_State *running = s->running;
  bool enforce = s->enforce;
  lua_pushcfunction(L, f);
  lua_pushlightuserdata(L, argument);
  if (i) lua_pushvalue(L, i);
  s->running = L;
  s->enforce = true;
  int status = lua_pcall(L, i ? 2 : 1, results, 0);
  s->enforce = enforce;
  s->running = running;
  return status;
}

typedef struct {
  const char *source;
  size_t length;
  const char *name;
  bool host;
} load_request;

static int load_chunk(lua_State *L) {
  const load_request *r = lua_touserdata(L, 1);
  if (luaL_loadbufferx(L, r->source, r->length, r->name, "t") != LUA_OK) return lua_error(L);
  if (r->host) lua_pushglobaltable(L);
  else lua_rawgetp(L, LUA_REGISTRYINDEX, &lbi_script_environment);
  if (!lua_setupvalue(L, -2, 1)) lua_pop(L, 1);
  return 1;
}

lb_status lb_load(lb_thread *L, const char *source, size_t length, const char *chunk_name, bool host) {
  load_request request = {source ? source : "", length, chunk_name, host};
  int status = lbi_protected(L, load_chunk, 0, &request, 1);
  if (status == LUA_OK) return LB_OK;
  return status == LUA_ERRMEM || is_memory_message(L) ? LB_ERR_MEMORY : LB_ERR_SYNTAX;
}

// Tasks. The task's function runs below a pcallk, so that its `<close>` variables may wait when an error ends it and
// the message handler sees the whole stack.

static int end_task(lua_State *L, int status, lua_KContext context) {
  (void)context;
  lbi_of(L)->task_status = status == LUA_YIELD ? LUA_OK : status;
  return lua_gettop(L) - 1;  // above the message handler
}

static int run_task(lua_State *L) {
  lua_pushcfunction(L, lbi_message_handler);
  lua_insert(L, 1);
  return end_task(L, lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 1, 0, end_task), 0);
}

lb_thread *lb_thread_new(lb_state *s) {
  lua_State *L;
  if (s->pooled) L = s->pool[--s->pooled];
  else {
    lua_checkstack(s->service, 4);
    L = lua_newthread(s->service);
    lua_rawsetp(s->service, LUA_REGISTRYINDEX, L);
  }
  *lbi_extra(L) |= LBI_TASK | LBI_PARKED;
  lua_checkstack(L, LUA_MINSTACK);
  lua_pushcfunction(L, run_task);
  return L;
}

void lb_thread_free(lb_thread *L, uint64_t budget) {
  lb_state *s = lbi_of(L);
  if (lua_status(L) != LUA_OK) {
    saved_run saved = begin_run(s, L, 0, budget);
    lbi_reset(L, L);
    end_run(s, &saved, NULL);
  }
  lua_settop(L, 0);
  lbi_unmark(L, LBI_PARKED);
  if (!lbi_has(L, LBI_EXPOSED) && s->pooled < LBI_POOL_SIZE) {
    s->pool[s->pooled++] = L;
    return;
  }
  lua_checkstack(s->service, 2);
  lua_pushnil(s->service);
  lua_rawsetp(s->service, LUA_REGISTRYINDEX, L);
}

bool lb_push_outcome(lb_thread *L, int32_t outcome) {
  if (!lua_checkstack(L, LUA_MINSTACK)) return false;
  lua_pushinteger(L, outcome);
  return true;
}

void lb_set_outcome(lb_thread *L, int32_t i, int32_t outcome) {
  if (i < 1 || i >= lua_gettop(L)) return;
  lua_pushinteger(L, outcome);
  lua_replace(L, i);
}

lb_status lb_resume(lb_thread *L, int32_t count, uint64_t *spent, int32_t *results) {
  lb_state *s = lbi_of(L);
  saved_run saved = begin_run(s, L, *spent, s->config.budget);
  s->host = NULL;
  s->task_status = LUA_OK;
  lbi_unmark(L, LBI_PARKED);
  int values = 0;
  int status = lua_resume(L, NULL, count, &values);
  bool exhausted = s->run.exhausted;
  end_run(s, &saved, spent);
  *results = values;
  if (status == LUA_YIELD) {
    lbi_mark(L, LBI_PARKED);
    lua_pop(L, values);
    *results = 0;
    bool preempted = s->signal == LBI_PREEMPTION;
    s->signal = LBI_NO_SIGNAL;
    return preempted ? LB_PREEMPTED : LB_SUSPENDED;
  }
  return classify(L, status == LUA_OK ? s->task_status : status, exhausted);
}

lb_status lb_call(lb_thread *L, int32_t count, int32_t *results) {
  lb_state *s = lbi_of(L);
  int base = lua_gettop(L) - count;
  *results = 0;
  if (base < 1 || !lua_checkstack(L, LUA_MINSTACK)) return LB_ERR_RUNTIME;
  lua_pushcfunction(L, lbi_message_handler);
  lua_insert(L, base);
  saved_run saved = begin_run(s, L, 0, s->config.budget);
  int status = lua_pcall(L, count, LUA_MULTRET, base);
  bool exhausted = s->run.exhausted;
  end_run(s, &saved, NULL);
  lua_remove(L, base);
  *results = lua_gettop(L) - base + 1;
  return classify(L, status, exhausted);
}
