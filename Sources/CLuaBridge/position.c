// SPDX-License-Identifier: Apache-2.0
//
// Positions, tracebacks and error functions that speak of the script's lines: C functions and host chunks, whose names
// start with "=[", are left out.
#include <stdio.h>
#include <string.h>

#include "internal.h"

enum { SEARCHED_LEVELS = 250, FIRST_LINES = 10, LAST_LINES = 11, DESCRIBE_BUDGET = 50000000 /* ns */ };

static bool is_script(const lua_Debug *ar) {
  return *ar->what != 'C' && !(ar->source[0] == '=' && ar->source[1] == '[');
}

bool lbi_position(lua_State *L, int level, int nth, char *buffer, size_t size) {
  lua_Debug ar;
  for (int end = level + SEARCHED_LEVELS; level < end && lua_getstack(L, level, &ar); level++) {
    lua_getinfo(L, "Sl", &ar);
    if (!is_script(&ar) || --nth > 0) continue;
    snprintf(buffer, size, "%s:%d", ar.short_src, ar.currentline);
    return true;
  }
  buffer[0] = 0;
  return false;
}

void lb_where(lb_thread *L, char *buffer, size_t size) {
  if (size) lbi_position(L, 0, 1, buffer, size);
}

static void append_text(lbi_buffer *out, const char *text) { lbi_append(out, text, strlen(text)); }

static bool append_frame(lua_State *L, lua_Debug *ar, lbi_buffer *out) {
  lua_getinfo(L, "Slnt", ar);
  if (!is_script(ar)) return false;
  char line[LUA_IDSIZE * 2 + 160];
  int n = snprintf(line, sizeof line, "\n\t%s:%d: in ", ar->short_src, ar->currentline);
  size_t at = n > 0 ? (size_t)n : 0;
  if (*ar->namewhat && ar->name) {
    const char *kind = strcmp(ar->namewhat, "method") == 0 ? "method" : strcmp(ar->namewhat, "metamethod") == 0
                           ? "metamethod" : "function";
    snprintf(line + at, sizeof line - at, "%s '%.60s'", kind, ar->name);
  } else if (*ar->what == 'm') {
    snprintf(line + at, sizeof line - at, "main chunk");
  } else {
    snprintf(line + at, sizeof line - at, "function <%s:%d>", ar->short_src, ar->linedefined);
  }
  append_text(out, line);
  if (ar->istailcall) append_text(out, "\n\t(...tail calls...)");
  return true;
}

static int last_level(lua_State *L, int low) {
  lua_Debug ar;
  int high = low + 1;
  while (lua_getstack(L, high, &ar)) {
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    int middle = low + (high - low) / 2;
    if (lua_getstack(L, middle, &ar)) low = middle;
    else high = middle;
  }
  return low;
}

void lbi_trace(lua_State *L, int level, lbi_buffer *out) {
  lua_Debug ar;
  append_text(out, "stack traceback:");
  int shown = 0;
  for (; shown < FIRST_LINES; level++) {
    if (!lua_getstack(L, level, &ar)) return;
    shown += append_frame(L, &ar, out);
  }
  if (!lua_getstack(L, level, &ar)) return;
  int last = last_level(L, level);
  if (last - level >= LAST_LINES) {
    char text[48];
    snprintf(text, sizeof text, "\n\t...\t(skipping %d levels)", last - LAST_LINES - level + 1);
    append_text(out, text);
    level = last - LAST_LINES + 1;
  }
  for (; level <= last && lua_getstack(L, level, &ar); level++) append_frame(L, &ar, out);
}

const char *lb_traceback(lb_state *s, size_t *length) {
  *length = s->trace.length;
  return s->trace.bytes ? s->trace.bytes : "";
}

// Runs where the error is raised, possibly inside the hook, where hooks are off: so it must be C code that ends.
int lbi_message_handler(lua_State *L) {
  lb_state *s = lbi_of(L);
  s->trace.length = 0;
  lbi_trace(L, 1, &s->trace);
  return 1;
}

// error(message, level): as the standard one, but a level that is host code counts as its script caller.
int lbi_error(lua_State *L) {
  int level = (int)luaL_optinteger(L, 2, 1);
  lua_settop(L, 1);
  char where[LUA_IDSIZE + 16];
  lua_Debug ar;
  bool called_by_library = level > 0 && lua_getstack(L, level, &ar) && lua_getinfo(L, "S", &ar) && *ar.what == 'C';
  if (lua_type(L, 1) == LUA_TSTRING && level > 0 && !called_by_library &&
      lbi_position(L, level, 1, where, sizeof where)) {
    lua_pushfstring(L, "%s: %s", where, lua_tostring(L, 1));
  }
  return lua_error(L);
}

// assert, whose message gets a position in the same way.
int lbi_assert(lua_State *L) {
  if (lua_toboolean(L, 1)) return lua_gettop(L);
  luaL_checkany(L, 1);
  lua_remove(L, 1);
  lua_pushliteral(L, "assertion failed!");
  lua_settop(L, 1);
  return lbi_error(L);
}

static void push_trace(lua_State *L, lua_State *of, int level) {
  lb_state *s = lbi_of(L);
  s->text.length = 0;
  lbi_trace(of, level, &s->text);
  lua_pushlstring(L, s->text.bytes ? s->text.bytes : "", s->text.length);
}

// debug.traceback([thread,] [message [, level]]). As an xpcall handler it gets the traceback as second argument.
int lbi_debug_traceback(lua_State *L) {
  lua_State *of = lua_tothread(L, 1);
  int at = of ? 2 : 1;
  if (!of) of = L;
  if (!lua_isnoneornil(L, at) && !lua_isstring(L, at)) {
    lua_settop(L, at);
    return 1;
  }
  if (lua_type(L, at + 1) == LUA_TSTRING && !lua_isinteger(L, at + 1)) lua_pushvalue(L, at + 1);
  else push_trace(L, of, (int)luaL_optinteger(L, at + 1, of == L));
  if (lua_isnoneornil(L, at)) return 1;
  lua_pushvalue(L, at);
  lua_pushliteral(L, "\n");
  lua_pushvalue(L, -3);
  lua_concat(L, 3);
  return 1;
}

// xpcall whose handler runs after unwinding, called with the error and the traceback. The standard one runs it where
// the error is raised, which may be inside the hook: hooks are off there and an endless handler could never be ended.
static const char captured = 0;  // its address marks what `capture` made

static int capture(lua_State *L) {
  lua_settop(L, 1);
  lua_createtable(L, 2, 0);
  lua_insert(L, 1);
  lua_rawseti(L, 1, 1);
  push_trace(L, L, 1);
  lua_rawseti(L, 1, 2);
  lua_pushboolean(L, 1);
  lua_rawsetp(L, 1, &captured);
  return 1;
}

// Memory errors, for example, do not pass through the message handler.
static bool is_captured(lua_State *L) {
  if (!lua_istable(L, -1)) return false;
  bool found = lua_rawgetp(L, -1, &captured) != LUA_TNIL;
  lua_pop(L, 1);
  return found;
}

static int handled(lua_State *L, int status, lua_KContext context) {
  (void)context;
  if (status != LUA_OK && status != LUA_YIELD) {
    lua_pushboolean(L, 0);
    lua_insert(L, -2);
    return 2;  // false, the handler's own error
  }
  lua_pushboolean(L, 0);
  lua_replace(L, 1);
  return lua_gettop(L);
}

// Stack: handler, capture, results or the captured error.
static int called(lua_State *L, int status, lua_KContext context) {
  (void)context;
  if (status == LUA_OK || status == LUA_YIELD) {
    lua_pushboolean(L, 1);
    lua_replace(L, 2);
    return lua_gettop(L) - 1;
  }
  if (is_captured(L)) {
    lua_rawgeti(L, -1, 1);
    lua_rawgeti(L, -2, 2);
    lua_remove(L, -3);
  } else {
    lua_pushliteral(L, "");
  }
  lua_replace(L, 2);         // handler, traceback, error
  lua_insert(L, 2);          // handler, error, traceback
  lua_pushvalue(L, 1);
  lua_insert(L, 1);          // a place for false, handler, error, traceback
  return handled(L, lua_pcallk(L, 2, LUA_MULTRET, 0, 0, handled), 0);
}

int lbi_xpcall(lua_State *L) {
  luaL_checktype(L, 2, LUA_TFUNCTION);
  int arguments = lua_gettop(L) - 2;
  lua_pushcfunction(L, capture);
  lua_insert(L, 3);
  lua_rotate(L, 1, -1);      // handler, capture, arguments..., function
  lua_insert(L, 3);
  return called(L, lua_pcallk(L, arguments, LUA_MULTRET, 2, 0, called), 0);
}

static int describe(lua_State *L) {
  lua_settop(L, 1);
  size_t length;
  const char *text = luaL_tolstring(L, 1, &length);
  lb_state *s = lbi_of(L);
  s->text.length = 0;
  lbi_append(&s->text, text, length);
  return 0;
}

const char *lb_describe(lb_thread *L, int32_t i, size_t *length) {
  lb_state *s = lbi_of(L);
  int32_t results = 0;
  i = lb_absolute(L, i);
  if (lb_check(L, LUA_MINSTACK) && lb_type(L, i) != LB_TNONE) {
    int top = lua_gettop(L);
    bool custom = luaL_getmetafield(L, i, "__tostring") != LUA_TNIL;
    lua_settop(L, top);
    if (custom || (!lua_istable(L, i) && !lua_isuserdata(L, i))) {
      lua_pushcfunction(L, describe);
      lua_pushvalue(L, i);
      uint64_t budget = s->config.budget;
      if (!budget || budget > DESCRIBE_BUDGET) s->config.budget = DESCRIBE_BUDGET;
      lb_status status = lb_call(L, 1, &results);
      s->config.budget = budget;
      lua_settop(L, top);
      if (status == LB_OK) {
        *length = s->text.length;
        return s->text.bytes ? s->text.bytes : "";
      }
    }
  }
  int n = snprintf(s->message, sizeof s->message, "(error object is a %s value)", lua_typename(L, lua_type(L, i)));
  *length = n > 0 ? (size_t)n : 0;
  return s->message;
}
