// SPDX-License-Identifier: Apache-2.0
//
// A reproducible order of `pairs`.
//
// Lua draws its string-hash seed from addresses and the time, and offers no way to choose it, so that `pairs` visits
// string keys in another order in every process. A run with a given seed has to print the same bytes each time.
// The seed's place in global_State is the same in every release from 5.4.0 to 5.4.7: after `frealloc`, `ud`, four
// counters, the string table and two values. It is set only when the library says it is one of these and both
// pointers before it are the ones just passed to lua_newstate; afterwards lbi_hash_is_seeded proves the effect.
// Anything else leaves Lua's own random seed in place, and lb_is_deterministic answers false.
#include <string.h>

#include "internal.h"

typedef struct {
  lua_Alloc allocate;
  void *context;
  ptrdiff_t total, debt;
  size_t estimate, last_atomic;
  struct { void *hash; int used, size; } strings;
  struct { union { void *p; lua_Integer i; lua_Number n; } value; unsigned char tag; } registry, nil;
  unsigned int seed;
} global_state_head;

static bool known_release(void) {
  static const char name[] = "Lua 5.4.";
  const char *found = strstr(lua_ident, name);
  if (!found) return false;
  char minor = found[sizeof name - 1], next = found[sizeof name];
  return minor >= '0' && minor <= '7' && !(next >= '0' && next <= '9');
}

void lbi_seed_hash(lb_state *s) {
  if (!known_release()) return;
  for (size_t at = 0; at + sizeof(global_state_head) <= s->first_size; at += sizeof(void *)) {
    global_state_head head;
    memcpy(&head, s->first + at, sizeof head);
    if (head.allocate != lbi_allocate || head.context != s) continue;
    unsigned int seed = (unsigned int)(s->config.seed ^ (s->config.seed >> 32)) ^ 0x5bd1e995u;
    memcpy(s->first + at + offsetof(global_state_head, seed), &seed, sizeof seed);
    s->deterministic = true;
    return;
  }
}

// luaS_hash of Lua 5.4.
static unsigned int hash(const char *text, size_t length, unsigned int seed) {
  unsigned int h = seed ^ (unsigned int)length;
  for (; length > 0; length--) h ^= (h << 5) + (h >> 2) + (unsigned char)text[length - 1];
  return h;
}

// A table sized for 16 fields holds its keys at hash % 16: two keys with different places come out in that order.
bool lbi_hash_is_seeded(lua_State *L) {
  lb_state *s = lbi_of(L);
  unsigned int seed = (unsigned int)(s->config.seed ^ (s->config.seed >> 32)) ^ 0x5bd1e995u;
  bool seeded = true;
  for (char second = 'b'; second <= 'z' && seeded; second++) {
    char keys[2] = {'a', second};
    unsigned int places[2] = {hash(keys, 1, seed) % 16, hash(keys + 1, 1, seed) % 16};
    if (places[0] == places[1]) continue;
    lua_createtable(L, 0, 16);
    for (int i = 0; i < 2; i++) {
      lua_pushlstring(L, keys + i, 1);
      lua_pushboolean(L, 1);
      lua_rawset(L, -3);
    }
    lua_pushnil(L);
    lua_next(L, -2);
    const char *first = lua_tostring(L, -2);
    seeded = first && *first == keys[places[0] < places[1] ? 0 : 1];
    lua_pop(L, 3);
  }
  return seeded;
}
