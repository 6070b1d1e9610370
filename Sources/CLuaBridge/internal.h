// SPDX-License-Identifier: Apache-2.0
//
// Shared by the bridge's own files. Functions named lbi_ may raise and are for C callers only.
#ifndef LB_INTERNAL_H
#define LB_INTERNAL_H

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include "luabridge.h"

#if defined(__GNUC__)
#define LB_HIDDEN __attribute__((visibility("hidden")))
#else
#define LB_HIDDEN
#endif

enum {
  LBI_HOOK_COUNT = 1000,          // VM instructions between two looks at the clock
  LBI_POOL_SIZE = 64,             // idle coroutines kept for the next task
  LBI_CALLS_PER_CHECK = 1000,     // host calls between two looks at the clock: loops in C library code end, too
  LBI_CLOSE_DEPTH = 100,          // coroutine.close inside __close inside coroutine.close ...: C stack
  LBI_WORK_PER_CHECK = 1 << 20,   // bytes of allocation (or like work in C) that make the hook look at once
  LBI_HOOKS_PER_DEPTH_CHECK = 8,
  LBI_MOST_CALLS = 150000,        // nested calls of one coroutine
  LBI_BYTES_PER_CALL = 320,       // at least that much memory per nested call, else fewer calls
  LBI_RESERVE = 1 << 20,          // how far host mode may exceed the cap before a push is refused
};

// Why a coroutine has just yielded. Set right before the yield and consumed by whoever resumed it, so that no value
// on any stack can be mistaken for it.
typedef enum { LBI_NO_SIGNAL, LBI_HOST_WAIT, LBI_PREEMPTION } lbi_signal;

// Flags of one thread, kept in the low bits of its extra space, beside the pointer to the state.
enum {
  LBI_PARKED = 1,   // waits for the host, or has not been started: nobody else may resume or close it
  LBI_EXPOSED = 2,  // scripts have seen it through coroutine.running: never reused
  LBI_TASK = 4,     // the bottom coroutine of a task: coroutine.yield has nowhere to go
  LBI_FLAGS = 7,
};

typedef struct {
  char *bytes;
  size_t length, capacity;
} lbi_buffer;

// The time account between two waits. The clock is not read before the first hook, so short runs never read it.
typedef struct {
  uint64_t start, spent, budget, slice;
  bool timed, exhausted;
} lbi_run;

struct lb_state {
  lua_State *main;
  lua_State *service;   // never runs anything: for references and registrations
  lb_config config;
  // allocator
  size_t used;
  int64_t blocks, fail_in;
  uint64_t denied;
  char *first;          // the block that holds lua_State and global_State
  size_t first_size;
  bool enforce;         // only while Lua, or a protected bulk call, runs
  size_t work;
  // running
  lbi_run run;
  lua_State *running;   // innermost coroutine, NULL when no Lua runs
  lua_State *host;      // stack of the innermost host function
  lbi_signal signal;
  bool no_wait;         // some coroutine below the running one stands in C code that cannot be suspended
  int32_t depth, calls, close_depth, interrupt, task_status;
  lua_State *pool[LBI_POOL_SIZE];
  int32_t pooled;
  const void *array_metatable;
  bool deterministic;
  uint64_t reseed;
  unsigned hooks;
  size_t steps;          // of pattern matching since the last look at the clock
  lbi_buffer text, trace, json;
  struct lbi_key *keys;  // json_encode.c: scratch for sorting
  size_t key_count, key_capacity, encoded;
  char message[256];
};

static inline uintptr_t *lbi_extra(lua_State *L) { return (uintptr_t *)lua_getextraspace(L); }
static inline lb_state *lbi_of(lua_State *L) { return (lb_state *)(*lbi_extra(L) & ~(uintptr_t)LBI_FLAGS); }
static inline bool lbi_has(lua_State *L, uintptr_t flag) { return (*lbi_extra(L) & flag) != 0; }
static inline void lbi_mark(lua_State *L, uintptr_t flag) { *lbi_extra(L) |= flag; }
static inline void lbi_unmark(lua_State *L, uintptr_t flag) { *lbi_extra(L) &= ~flag; }

// Addresses are registry keys.
LB_HIDDEN extern const char lbi_script_environment, lbi_host_table, lbi_array_key;

LB_HIDDEN void *lbi_allocate(void *context, void *old, size_t old_size, size_t size);
LB_HIDDEN bool lbi_grow(lbi_buffer *b, size_t extra);
LB_HIDDEN size_t lbi_utf8_length(const char *p, size_t left);
LB_HIDDEN bool lbi_append(lbi_buffer *b, const void *bytes, size_t n);
LB_HIDDEN void lbi_seed_hash(lb_state *s);
LB_HIDDEN bool lbi_hash_is_seeded(lua_State *L);

LB_HIDDEN void lbi_hook(lua_State *L, lua_Debug *ar);
LB_HIDDEN void lbi_check_clock(lua_State *L, bool may_yield);
LB_HIDDEN void lbi_charge(lb_state *s, size_t work);
LB_HIDDEN void lbi_arm(lua_State *L, int count);
LB_HIDDEN int lbi_wait_refused(lua_State *L);
LB_HIDDEN int lbi_protected(lua_State *L, lua_CFunction f, int i, void *argument, int results);

LB_HIDDEN bool lbi_position(lua_State *L, int level, int nth, char *buffer, size_t size);
LB_HIDDEN void lbi_trace(lua_State *L, int level, lbi_buffer *out);
LB_HIDDEN int lbi_message_handler(lua_State *L);
LB_HIDDEN int lbi_error(lua_State *L);
LB_HIDDEN int lbi_assert(lua_State *L);
LB_HIDDEN int lbi_xpcall(lua_State *L);
LB_HIDDEN int lbi_debug_traceback(lua_State *L);

LB_HIDDEN void lbi_open_coroutine(lua_State *L, int table);
LB_HIDDEN int lbi_reset(lua_State *L, lua_State *co);
LB_HIDDEN void lbi_open_environments(lua_State *L);
LB_HIDDEN void lbi_open_host(lua_State *L, int script_environment);
LB_HIDDEN void lbi_open_guards(lua_State *L, int string, int table);
LB_HIDDEN void lbi_open_patterns(lua_State *L, int string);
LB_HIDDEN int lbi_load_text(lua_State *L);
LB_HIDDEN int lbi_setmetatable(lua_State *L);
LB_HIDDEN int lbi_collectgarbage(lua_State *L);
LB_HIDDEN int lbi_randomseed(lua_State *L);

#endif
