// SPDX-License-Identifier: Apache-2.0
//
// Lua value -> JSON text, by raw access (no metamethods) in one protected call. Objects are written with sorted keys,
// floats in the shortest form that reads back the same, integers exactly.
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

enum { MAX_DEPTH = 64, VALUES_PER_CHECK = 4096 };

struct lbi_key {
  const char *text;
  size_t length;
};

static int fail(lua_State *L, const char *message) {
  snprintf(lbi_of(L)->message, sizeof lbi_of(L)->message, "JSON: %s", message);
  lua_pushnil(L);
  return lua_error(L);
}

static void out_of_memory(lua_State *L) {
  lua_pushliteral(L, "not enough memory");
  lua_error(L);
}

// The text is outside the Lua heap, but must not grow without the script's cap noticing.
static void put(lua_State *L, const void *bytes, size_t n) {
  lb_state *s = lbi_of(L);
  if (s->config.memory && s->json.length + n > s->config.memory) out_of_memory(L);
  if (!lbi_append(&s->json, bytes, n)) out_of_memory(L);
}

static void put_string(lua_State *L, const char *text, size_t length) {
  static const char escapes[] = "btn?fr";
  put(L, "\"", 1);
  size_t from = 0;
  for (size_t at = 0; at < length;) {
    unsigned char c = (unsigned char)text[at];
    if (c >= 0x20 && c != '"' && c != '\\') {
      size_t n = lbi_utf8_length(text + at, length - at);
      if (n == 0) fail(L, "a string is not valid UTF-8");
      at += n;
      continue;
    }
    put(L, text + from, at - from);
    char escape[8];
    if (c == '"' || c == '\\') snprintf(escape, sizeof escape, "\\%c", c);
    else if (c >= 8 && c <= 13 && c != 11) snprintf(escape, sizeof escape, "\\%c", escapes[c - 8]);
    else snprintf(escape, sizeof escape, "\\u%04x", c);
    put(L, escape, strlen(escape));
    from = ++at;
  }
  put(L, text + from, length - from);
  put(L, "\"", 1);
}

static void put_float(lua_State *L, double value) {
  char text[40];
  if (!isfinite(value)) fail(L, "NaN and infinity have no JSON form");
  // 15 digits always read back the same if so few suffice, 17 always do; only subnormals can do with fewer digits.
  int precision = fabs(value) < DBL_MIN ? 1 : 15;
  do snprintf(text, sizeof text, "%.*g", precision, value);
  while (precision++ < 17 && strtod(text, NULL) != value);
  char *comma = strchr(text, ',');
  if (comma) *comma = '.';
  if (!strpbrk(text, ".e")) strcat(text, ".0");
  put(L, text, strlen(text));
}

static void put_integer(lua_State *L, lua_Integer value) {
  char text[24];
  int n = snprintf(text, sizeof text, "%lld", (long long)value);
  put(L, text, (size_t)n);
}

static void put_value(lua_State *L, int i, int depth);

static void put_list(lua_State *L, int table, lua_Integer count, int depth) {
  put(L, "[", 1);
  for (lua_Integer n = 1; n <= count; n++) {
    if (n > 1) put(L, ",", 1);
    if (lua_rawgeti(L, table, n) == LUA_TNIL) fail(L, "a list has a hole: fill it with null");
    put_value(L, lua_gettop(L), depth);
    lua_pop(L, 1);
  }
  put(L, "]", 1);
}

static int compare(const void *a, const void *b) {
  const struct lbi_key *x = a, *y = b;
  size_t n = x->length < y->length ? x->length : y->length;
  int order = memcmp(x->text, y->text, n);
  return order ? order : (x->length > y->length) - (x->length < y->length);
}

static void add_key(lua_State *L, const char *text, size_t length) {
  lb_state *s = lbi_of(L);
  if (s->key_count == s->key_capacity) {
    size_t capacity = s->key_capacity ? s->key_capacity * 2 : 32;
    struct lbi_key *keys = realloc(s->keys, capacity * sizeof *keys);
    if (!keys) out_of_memory(L);
    s->keys = keys;
    s->key_capacity = capacity;
  }
  s->keys[s->key_count++] = (struct lbi_key){text, length};
}

// The keys' bytes stay where they are: the table holds them, and nothing else runs meanwhile.
static void put_object(lua_State *L, int table, int depth) {
  lb_state *s = lbi_of(L);
  size_t first = s->key_count;
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pop(L, 1);
    if (lua_type(L, -1) != LUA_TSTRING) fail(L, "an object's keys must be strings, and a list's 1, 2, 3 ...");
    size_t length;
    const char *text = lua_tolstring(L, -1, &length);
    add_key(L, text, length);
  }
  size_t count = s->key_count - first;
  if (count > 1) qsort(s->keys + first, count, sizeof *s->keys, compare);
  put(L, "{", 1);
  for (size_t n = 0; n < count; n++) {
    struct lbi_key key = s->keys[first + n];  // the array may move while the value is written
    if (n > 0) put(L, ",", 1);
    put_string(L, key.text, key.length);
    put(L, ":", 1);
    lua_pushlstring(L, key.text, key.length);
    lua_rawget(L, table);
    put_value(L, lua_gettop(L), depth);
    lua_pop(L, 1);
  }
  put(L, "}", 1);
  s->key_count = first;
}

static void put_table(lua_State *L, int table, int depth) {
  if (depth >= MAX_DEPTH) fail(L, "nested deeper than 64 levels, or a table contains itself");
  luaL_checkstack(L, 8, "JSON");
  lua_Integer count = (lua_Integer)lua_rawlen(L, table);
  if (count == 0 && !lb_is_array(L, table)) {
    put_object(L, table, depth + 1);
    return;
  }
  lua_Integer fields = 0;
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pop(L, 1);
    if (!lua_isinteger(L, -1)) fail(L, "a table has both list items and named fields, or is no list");
    fields++;
  }
  if (fields != count) fail(L, "a list has a hole: fill it with null");
  put_list(L, table, count, depth + 1);
}

static void put_value(lua_State *L, int i, int depth) {
  // A table that occurs many times makes the text exponentially longer than the value.
  lb_state *s = lbi_of(L);
  if (s->depth > 0 && ++s->encoded % VALUES_PER_CHECK == 0) lbi_check_clock(L, false);
  size_t length;
  switch (lua_type(L, i)) {
    case LUA_TSTRING: {
      const char *text = lua_tolstring(L, i, &length);
      put_string(L, text, length);
      return;
    }
    case LUA_TNUMBER:
      if (lua_isinteger(L, i)) put_integer(L, lua_tointeger(L, i));
      else put_float(L, lua_tonumber(L, i));
      return;
    case LUA_TBOOLEAN:
      if (lua_toboolean(L, i)) put(L, "true", 4);
      else put(L, "false", 5);
      return;
    case LUA_TTABLE: put_table(L, i, depth); return;
    case LUA_TNIL: put(L, "null", 4); return;
    case LUA_TLIGHTUSERDATA:
      if (lua_touserdata(L, i)) break;
      put(L, "null", 4);
      return;
    default: break;
  }
  char message[64];
  snprintf(message, sizeof message, "a %s has no JSON form", luaL_typename(L, i));
  fail(L, message);
}

static int encode(lua_State *L) {
  put_value(L, 2, 0);
  return 0;
}

const char *lb_encode_json(lb_thread *L, int32_t i, size_t *length, lb_status *status, const char **message) {
  lb_state *s = lbi_of(L);
  s->json.length = s->key_count = *length = 0;
  s->message[0] = 0;
  if (message) *message = s->message;
  i = lb_absolute(L, i);
  if (i == 0 || !lua_checkstack(L, LUA_MINSTACK)) {
    snprintf(s->message, sizeof s->message, "JSON: there is no value to encode");
    *status = LB_ERR_RUNTIME;
    return NULL;
  }
  int code = lbi_protected(L, encode, i, NULL, 0);
  if (code != LUA_OK && lua_type(L, -1) == LUA_TSTRING) {
    snprintf(s->message, sizeof s->message, "%s", lua_tostring(L, -1));
  }
  if (code != LUA_OK) lua_pop(L, 1);
  bool memory = code == LUA_ERRMEM || strcmp(s->message, "not enough memory") == 0;
  *status = code == LUA_OK ? LB_OK : memory ? LB_ERR_MEMORY : LB_ERR_RUNTIME;
  if (code != LUA_OK) return NULL;
  *length = s->json.length;
  return s->json.bytes;
}
