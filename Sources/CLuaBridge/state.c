// SPDX-License-Identifier: Apache-2.0
//
// The state: allocator with a cap, creation, closing.
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

const char lbi_script_environment = 0, lbi_host_table = 0, lbi_array_key = 0;

static _Atomic int64_t live_blocks;

static bool denies(lb_state *s, size_t growth) {
  if (!s->enforce) return false;
  // The allocation and Lua's retry after an emergency collection both fail: that makes it final.
  if (s->fail_in > 0 && --s->fail_in <= 1) return true;
  return s->config.memory && (s->used > s->config.memory || growth > s->config.memory - s->used);
}

void *lbi_allocate(void *context, void *old, size_t old_size, size_t size) {
  lb_state *s = context;
  if (!old) old_size = 0;  // it is a type tag then
  if (size == 0) {
    if (old) {
      s->used -= old_size;
      s->blocks--;
      atomic_fetch_sub_explicit(&live_blocks, 1, memory_order_relaxed);
      free(old);
    }
    return NULL;
  }
  if (size > old_size && denies(s, size - old_size)) {
    s->denied++;
    return NULL;  // Lua collects, retries, then raises
  }
  // Between lua_newstate's first and second block the hash seed has been drawn and no string exists yet.
  if (s->blocks == 1 && !old && !s->main) lbi_seed_hash(s);
  void *new = realloc(old, size);
  if (!new) {
    if (size <= old_size) return old;  // shrinking must not fail
    if (s->enforce) return NULL;
    fputs("luabridge: the system is out of memory\n", stderr);
    abort();
  }
  if (!old) {
    if (!s->first) {
      s->first = new;
      s->first_size = size;
    }
    s->blocks++;
    atomic_fetch_add_explicit(&live_blocks, 1, memory_order_relaxed);
  }
  s->used += size - old_size;
  if (size > old_size && s->enforce) lbi_charge(s, size - old_size);
  return new;
}

bool lbi_grow(lbi_buffer *b, size_t extra) {
  if (extra > SIZE_MAX / 4 || b->length > SIZE_MAX / 4) return false;
  size_t need = b->length + extra, capacity = b->capacity ? b->capacity : 512;
  while (capacity < need) capacity *= 2;
  if (capacity == b->capacity) return true;
  char *bytes = realloc(b->bytes, capacity);
  if (!bytes) return false;
  b->bytes = bytes;
  b->capacity = capacity;
  return true;
}

bool lbi_append(lbi_buffer *b, const void *bytes, size_t n) {
  if (b->capacity - b->length < n && !lbi_grow(b, n)) return false;
  if (n) memcpy(b->bytes + b->length, bytes, n);
  b->length += n;
  return true;
}

static int panic(lua_State *L) {
  const char *message = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "(no message)";
  fprintf(stderr, "luabridge: unprotected Lua error: %s\n", message);
  abort();
}

static int open_state(lua_State *L) {
  lb_state *s = lbi_of(L);
  // Up to Lua 5.4.7 lua_pcall and lua_resume build this text outside any protection when they report LUA_ERRERR.
  // Short strings are interned: while this one lives nothing is allocated there, and they cannot raise.
  lua_pushliteral(L, "error in error handling");
  luaL_ref(L, LUA_REGISTRYINDEX);
  s->service = lua_newthread(L);
  luaL_ref(L, LUA_REGISTRYINDEX);
  lua_newtable(L);
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  s->array_metatable = lua_topointer(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &lbi_array_key);
  lbi_open_environments(L);
  s->deterministic = s->deterministic && lbi_hash_is_seeded(L);
  return 0;
}

lb_state *lb_new(const lb_config *config) {
  lb_state *s = calloc(1, sizeof *s);
  if (!s) return NULL;
  s->config = *config;
  s->fail_in = config->fail_at > 0 ? config->fail_at + 1 : 0;
  s->reseed = config->seed;
  s->enforce = true;
  lua_State *L = s->main = lua_newstate(lbi_allocate, s);
  if (!L) {
    free(s);
    return NULL;
  }
  lua_atpanic(L, panic);
  *lbi_extra(L) = (uintptr_t)s;
  lua_pushcfunction(L, open_state);
  int status = lua_pcall(L, 0, 0, 0);
  s->enforce = false;
  if (status != LUA_OK) {
    lb_close(s);
    return NULL;
  }
  lua_sethook(L, lbi_hook, LUA_MASKCOUNT, LBI_HOOK_COUNT);
  lua_sethook(s->service, lbi_hook, LUA_MASKCOUNT, LBI_HOOK_COUNT);
  return s;
}

void lb_close(lb_state *s) {
  s->enforce = false;
  lua_close(s->main);
  free(s->text.bytes);
  free(s->trace.bytes);
  free(s->json.bytes);
  free(s->keys);
  free(s);
}

size_t lb_memory_used(const lb_state *s) { return s->used; }
int64_t lb_blocks(const lb_state *s) { return s->blocks; }
int64_t lb_live_blocks(void) { return atomic_load_explicit(&live_blocks, memory_order_relaxed); }
uint64_t lb_denied(const lb_state *s) { return s->denied; }
bool lb_has_failed(const lb_state *s) { return s->config.fail_at > 0 && s->fail_in <= 1; }
bool lb_is_deterministic(const lb_state *s) { return s->deterministic; }
void lb_collect(lb_state *s) { lua_gc(s->main, LUA_GCCOLLECT); }
lb_thread *lb_main(lb_state *s) { return s->main; }
lb_thread *lb_current(lb_state *s) { return s->host ? s->host : s->main; }

void lb_set_limits(lb_state *s, uint64_t budget, uint64_t slice) {
  s->config.budget = budget;
  s->config.slice = slice;
}
