// SPDX-License-Identifier: Apache-2.0
//
// string.find, match, gmatch and gsub over the bridge's own matcher.
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE  // memmem, which is linear
#endif
#include <ctype.h>
#include <string.h>

#include "pattern.h"

static lbi_matcher make_matcher(lua_State *L, int text, int pattern, const char **p) {
  size_t length, pattern_length;
  lbi_matcher m;
  m.L = L;
  m.text = luaL_checklstring(L, text, &length);
  m.end = m.text + length;
  *p = luaL_checklstring(L, pattern, &pattern_length);
  m.pattern_end = *p + pattern_length;
  m.depth = m.count = 0;
  return m;
}

// Where argument `i`, which may count from the end, says to begin; NULL behind the end.
static const char *start_at(lua_State *L, int i, const lbi_matcher *m) {
  lua_Integer length = m->end - m->text, at = luaL_optinteger(L, i, 1);
  if (at < 0) at = at < -length ? 1 : length + at + 1;
  else if (at == 0) at = 1;
  return at > length + 1 ? NULL : m->text + (at - 1);
}

static int find_plainly(lua_State *L, const lbi_matcher *m, const char *s, const char *p) {
  size_t length = (size_t)(m->pattern_end - p);
  const char *found = length == 0 ? s : memmem(s, (size_t)(m->end - s), p, length);
  if (!found) {
    lua_pushnil(L);
    return 1;
  }
  lua_pushinteger(L, found - m->text + 1);
  lua_pushinteger(L, found - m->text + (lua_Integer)length);
  return 2;
}

static int find_or_match(lua_State *L, bool find) {
  const char *p;
  lbi_matcher m = make_matcher(L, 1, 2, &p);
  const char *s = start_at(L, 3, &m);
  lbi_charge(lbi_of(L), (size_t)(m.end - m.text));
  if (s && find && (lua_toboolean(L, 4) || strcspn(p, "^$*+?.([%-") == (size_t)(m.pattern_end - p))) {
    return find_plainly(L, &m, s, p);
  }
  bool anchored = p < m.pattern_end && *p == '^';
  for (p += anchored; s && s <= m.end; s++) {
    const char *end = lbi_match(&m, s, p);
    if (end && find) {
      lua_pushinteger(L, s - m.text + 1);
      lua_pushinteger(L, end - m.text);
      return 2 + lbi_push_captures(&m, s, end, false);
    }
    if (end) return lbi_push_captures(&m, s, end, true);
    if (anchored) break;
  }
  lua_pushnil(L);
  return 1;
}

static int string_find(lua_State *L) { return find_or_match(L, true); }
static int string_match(lua_State *L) { return find_or_match(L, false); }

// Upvalues: text, pattern, where to go on, where the last match ended (both counted from 0; -1: none yet).
static int next_match(lua_State *L) {
  const char *p;
  lbi_matcher m = make_matcher(L, lua_upvalueindex(1), lua_upvalueindex(2), &p);
  lua_Integer last = lua_tointeger(L, lua_upvalueindex(4));
  for (const char *s = m.text + lua_tointeger(L, lua_upvalueindex(3)); s <= m.end; s++) {
    const char *end = lbi_match(&m, s, p);
    if (!end || end - m.text == last) continue;
    lua_pushinteger(L, end - m.text);
    lua_copy(L, -1, lua_upvalueindex(3));
    lua_replace(L, lua_upvalueindex(4));
    return lbi_push_captures(&m, s, end, true);
  }
  return 0;
}

static int string_gmatch(lua_State *L) {
  const char *p;
  lbi_matcher m = make_matcher(L, 1, 2, &p);
  const char *s = start_at(L, 3, &m);
  lua_settop(L, 2);
  lua_pushinteger(L, s ? s - m.text : m.end - m.text + 1);
  lua_pushinteger(L, -1);
  lua_pushcclosure(L, next_match, 4);
  return 1;
}

static void add_template(lbi_matcher *m, luaL_Buffer *b, const char *start, const char *end) {
  size_t length;
  const char *text = lua_tolstring(m->L, 3, &length), *last = text + length;
  for (const char *mark; (mark = memchr(text, '%', (size_t)(last - text))); text = mark + 2) {
    luaL_addlstring(b, text, (size_t)(mark - text));
    char c = mark + 1 < last ? mark[1] : 0;
    if (c == '%') luaL_addchar(b, '%');
    else if (c == '0') luaL_addlstring(b, start, (size_t)(end - start));
    else if (isdigit((unsigned char)c)) {
      lbi_push_capture(m, c - '1', start, end);
      luaL_tolstring(m->L, -1, NULL);
      lua_remove(m->L, -2);
      luaL_addvalue(b);
    } else luaL_error(m->L, "invalid use of '%%' in replacement string");
  }
  luaL_addlstring(b, text, (size_t)(last - text));
}

static void add_replacement(lbi_matcher *m, luaL_Buffer *b, const char *start, const char *end, int type) {
  lua_State *L = m->L;
  if (type == LUA_TSTRING || type == LUA_TNUMBER) {
    add_template(m, b, start, end);
    return;
  }
  if (type == LUA_TFUNCTION) {
    lua_pushvalue(L, 3);
    lua_call(L, lbi_push_captures(m, start, end, true), 1);
  } else {
    lbi_push_capture(m, 0, start, end);
    lua_gettable(L, 3);
  }
  if (!lua_toboolean(L, -1)) {
    lua_pop(L, 1);
    luaL_addlstring(b, start, (size_t)(end - start));
    return;
  }
  if (!lua_isstring(L, -1)) luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
  luaL_addvalue(b);
}

static int string_gsub(lua_State *L) {
  const char *p;
  lbi_matcher m = make_matcher(L, 1, 2, &p);
  int type = lua_type(L, 3);
  luaL_argexpected(
      L, type == LUA_TNUMBER || type == LUA_TSTRING || type == LUA_TFUNCTION || type == LUA_TTABLE, 3,
      "string/function/table");
  lua_Integer most = luaL_optinteger(L, 4, m.end - m.text + 1), n = 0;
  bool anchored = p < m.pattern_end && *p == '^';
  p += anchored;
  const char *s = m.text, *last = NULL;
  lua_settop(L, 3);
  luaL_Buffer b;
  luaL_buffinit(L, &b);
  while (n < most) {
    const char *end = lbi_match(&m, s, p);
    if (end && end != last) {
      n++;
      add_replacement(&m, &b, s, end, type);
      s = last = end;
    } else if (s < m.end) {
      luaL_addchar(&b, *s++);
    } else break;
    if (anchored) break;
  }
  luaL_addlstring(&b, s, (size_t)(m.end - s));
  luaL_pushresult(&b);
  lua_pushinteger(L, n);
  return 2;
}

void lbi_open_patterns(lua_State *L, int string) {
  static const luaL_Reg functions[] = {
      {"find", string_find}, {"match", string_match}, {"gmatch", string_gmatch}, {"gsub", string_gsub}, {NULL, NULL},
  };
  lua_pushvalue(L, string);
  luaL_setfuncs(L, functions, 0);
  lua_pop(L, 1);
}
