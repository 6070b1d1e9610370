// SPDX-License-Identifier: Apache-2.0
//
// JSON text -> Lua value, strict RFC 8259, in one protected call under the memory cap. Where the RFC leaves a choice:
// the last of duplicate keys wins; an integer that fits 64 bits stays one, other numbers become floats and must be
// finite; null is the lightuserdata NULL; an empty list carries the array mark; no byte order mark.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

enum { DEFAULT_DEPTH = 64, FIRST_ITEMS = 4, FIRST_FIELDS = 4 };

typedef struct {
  lua_State *L;
  const char *start, *at, *end;
  int depth;
  lb_state *state;
} reader;

static int fail(reader *r, const char *at, const char *expected) {
  lb_state *s = r->state;
  if (at >= r->end) {
    snprintf(s->message, sizeof s->message, "JSON: unexpected end at byte %zu, expected %s", (size_t)(at - r->start), expected);
  } else {
    unsigned char c = (unsigned char)*at;
    const char *form = c >= 0x20 && c < 0x7f ? "JSON: unexpected '%c' at byte %zu, expected %s"
                                             : "JSON: unexpected byte 0x%02X at byte %zu, expected %s";
    snprintf(s->message, sizeof s->message, form, c, (size_t)(at - r->start), expected);
  }
  lua_pushnil(r->L);
  return lua_error(r->L);
}

static int fail_plainly(reader *r, const char *at, const char *what) {
  snprintf(r->state->message, sizeof r->state->message, "JSON: %s at byte %zu", what, (size_t)(at - r->start));
  lua_pushnil(r->L);
  return lua_error(r->L);
}

static inline void skip_space(reader *r) {
  while (r->at < r->end && (*r->at == ' ' || *r->at == '\n' || *r->at == '\t' || *r->at == '\r')) r->at++;
}

static inline bool is_digit(const reader *r) { return r->at < r->end && *r->at >= '0' && *r->at <= '9'; }

// Strings

// Length of the well-formed UTF-8 sequence at p (no surrogates, no overlong forms), 0 when there is none.
static size_t utf8_length(const unsigned char *p, size_t left) {
  unsigned c = p[0], low = 0x80, high = 0xbf;
  size_t n = c >= 0xc2 && c <= 0xdf ? 2 : c >= 0xe0 && c <= 0xef ? 3 : c >= 0xf0 && c <= 0xf4 ? 4 : 0;
  if (c == 0xe0) low = 0xa0;
  if (c == 0xed) high = 0x9f;
  if (c == 0xf0) low = 0x90;
  if (c == 0xf4) high = 0x8f;
  if (n == 0 || left < n || p[1] < low || p[1] > high) return 0;
  for (size_t i = 2; i < n; i++) {
    if ((p[i] & 0xc0) != 0x80) return 0;
  }
  return n;
}

size_t lbi_utf8_length(const char *p, size_t left) {
  return (unsigned char)*p < 0x80 ? 1 : utf8_length((const unsigned char *)p, left);
}

// Advances over plain characters to a quote or backslash.
static void scan(reader *r) {
  while (r->at < r->end) {
    unsigned char c = (unsigned char)*r->at;
    if (c == '"' || c == '\\') return;
    if (c < 0x20) fail(r, r->at, "an escape (control characters must be escaped)");
    if (c < 0x80) {
      r->at++;
      continue;
    }
    size_t n = utf8_length((const unsigned char *)r->at, (size_t)(r->end - r->at));
    if (n == 0) fail(r, r->at, "valid UTF-8");
    r->at += n;
  }
  fail(r, r->at, "'\"'");
}

static unsigned hex4(reader *r) {
  unsigned value = 0;
  for (int i = 0; i < 4; i++, r->at++) {
    unsigned char c = r->at < r->end ? (unsigned char)*r->at : 0;
    unsigned digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : 16;
    if (digit == 16) fail(r, r->at, "four hexadecimal digits");
    value = value * 16 + digit;
  }
  return value;
}

static unsigned unicode_escape(reader *r) {
  const char *start = r->at - 2;
  unsigned code = hex4(r);
  if (code < 0xd800 || code > 0xdfff) return code;
  if (code >= 0xdc00 || r->end - r->at < 2 || r->at[0] != '\\' || r->at[1] != 'u') {
    fail_plainly(r, start, "unpaired surrogate");
  }
  r->at += 2;
  unsigned low = hex4(r);
  if (low < 0xdc00 || low > 0xdfff) fail_plainly(r, start, "unpaired surrogate");
  return 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
}

static void add_utf8(luaL_Buffer *b, unsigned code) {
  char bytes[4];
  size_t n = 0;
  if (code < 0x80) bytes[n++] = (char)code;
  else if (code < 0x800) {
    bytes[n++] = (char)(0xc0 | code >> 6);
    bytes[n++] = (char)(0x80 | (code & 0x3f));
  } else {
    if (code < 0x10000) bytes[n++] = (char)(0xe0 | code >> 12);
    else {
      bytes[n++] = (char)(0xf0 | code >> 18);
      bytes[n++] = (char)(0x80 | (code >> 12 & 0x3f));
    }
    bytes[n++] = (char)(0x80 | (code >> 6 & 0x3f));
    bytes[n++] = (char)(0x80 | (code & 0x3f));
  }
  luaL_addlstring(b, bytes, n);
}

static void add_escape(reader *r, luaL_Buffer *b) {
  static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
  r->at++;
  if (r->at < r->end && *r->at == 'u') {
    r->at++;
    add_utf8(b, unicode_escape(r));
    return;
  }
  const char *found = r->at < r->end && *r->at ? strchr(names, *r->at) : NULL;
  if (!found) fail(r, r->at, "one of \" \\ / b f n r t u after a backslash");
  luaL_addchar(b, values[found - names]);
  r->at++;
}

// Pushes the string whose opening quote is at r->at.
static void read_string(reader *r) {
  const char *start = ++r->at;
  scan(r);
  if (*r->at == '"') {
    lua_pushlstring(r->L, start, (size_t)(r->at - start));
    r->at++;
    return;
  }
  luaL_Buffer b;
  luaL_buffinit(r->L, &b);
  for (;;) {
    luaL_addlstring(&b, start, (size_t)(r->at - start));
    if (*r->at == '"') break;
    add_escape(r, &b);
    start = r->at;
    scan(r);
  }
  luaL_pushresult(&b);
  r->at++;
}

// Numbers

static void push_float(reader *r, const char *start) {
  char copy[64], *text = copy;
  size_t length = (size_t)(r->at - start);
  if (length >= sizeof copy) text = lua_newuserdatauv(r->L, length + 1, 0);
  memcpy(text, start, length);
  text[length] = 0;
  double value = strtod(text, NULL);
  if (length >= sizeof copy) lua_pop(r->L, 1);
  if (!isfinite(value)) fail_plainly(r, start, "number out of range");
  lua_pushnumber(r->L, value);
}

// Digits, a point and an exponent that a double computes exactly: at most 2^53 times or over a power of ten up to 22.
static bool exact_float(uint64_t digits, int64_t exponent, double *value) {
  static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                  1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  if (digits > (UINT64_C(1) << 53) || exponent < -22 || exponent > 22) return false;
  *value = exponent < 0 ? (double)digits / powers[-exponent] : (double)digits * powers[exponent];
  return true;
}

typedef struct {
  uint64_t digits;  // all of them as one number, unless !fits
  int64_t scale, exponent;
  bool fits, is_float;
} number;

static void add_digit(reader *r, number *n, int scale) {
  if (n->digits > (UINT64_MAX - 9) / 10) {
    n->fits = false;
    return;
  }
  n->digits = n->digits * 10 + (uint64_t)(*r->at - '0');
  n->scale -= scale;
}

static void read_fraction(reader *r, number *n) {
  if (r->at >= r->end || *r->at != '.') return;
  n->is_float = true;
  r->at++;
  if (!is_digit(r)) fail(r, r->at, "a digit after the decimal point");
  for (; is_digit(r); r->at++) add_digit(r, n, 1);
}

static void read_exponent(reader *r, number *n) {
  if (r->at >= r->end || (*r->at != 'e' && *r->at != 'E')) return;
  n->is_float = true;
  r->at++;
  bool negative = r->at < r->end && *r->at == '-';
  if (r->at < r->end && (*r->at == '-' || *r->at == '+')) r->at++;
  if (!is_digit(r)) fail(r, r->at, "a digit in the exponent");
  for (; is_digit(r); r->at++) {
    if (n->exponent < 100000) n->exponent = n->exponent * 10 + (*r->at - '0');
  }
  if (negative) n->exponent = -n->exponent;
}

static void read_number(reader *r) {
  const char *start = r->at;
  bool negative = *r->at == '-';
  number n = {.fits = true};
  if (negative) r->at++;
  if (!is_digit(r)) fail(r, r->at, "a digit");
  bool leading_zero = *r->at == '0';
  for (bool first = true; is_digit(r); r->at++, first = false) {
    if (leading_zero && !first) fail(r, r->at, "no digit after a leading zero");
    add_digit(r, &n, 0);
  }
  read_fraction(r, &n);
  read_exponent(r, &n);
  double value;
  if (!n.is_float && n.fits && n.digits <= (uint64_t)INT64_MAX + negative) {
    lua_pushinteger(r->L, negative ? (lua_Integer)(0 - n.digits) : (lua_Integer)n.digits);
  } else if (n.fits && exact_float(n.digits, n.scale + n.exponent, &value)) {
    lua_pushnumber(r->L, negative ? -value : value);
  } else {
    push_float(r, start);
  }
}

// Values

static void read_value(reader *r);

static void enter(reader *r, const char *at) {
  if (--r->depth < 0) fail_plainly(r, at, "nested too deep");
  luaL_checkstack(r->L, 8, "JSON");
}

static void read_list(reader *r) {
  enter(r, r->at);
  r->at++;
  skip_space(r);
  if (r->at < r->end && *r->at == ']') {
    lua_createtable(r->L, 0, 0);
    lua_rawgetp(r->L, LUA_REGISTRYINDEX, &lbi_array_key);
    lua_setmetatable(r->L, -2);
  } else {
    lua_createtable(r->L, FIRST_ITEMS, 0);
    for (lua_Integer n = 1;; n++) {
      read_value(r);
      lua_rawseti(r->L, -2, n);
      skip_space(r);
      if (r->at < r->end && *r->at == ']') break;
      if (r->at >= r->end || *r->at != ',') fail(r, r->at, "',' or ']'");
      r->at++;
    }
  }
  r->at++;
  r->depth++;
}

static void read_object(reader *r) {
  enter(r, r->at);
  r->at++;
  skip_space(r);
  bool empty = r->at < r->end && *r->at == '}';
  lua_createtable(r->L, 0, empty ? 0 : FIRST_FIELDS);
  for (const char *expected = "'\"' or '}'"; !empty; expected = "'\"'") {
    skip_space(r);
    if (r->at >= r->end || *r->at != '"') fail(r, r->at, expected);
    read_string(r);
    skip_space(r);
    if (r->at >= r->end || *r->at != ':') fail(r, r->at, "':'");
    r->at++;
    read_value(r);
    lua_rawset(r->L, -3);
    skip_space(r);
    if (r->at < r->end && *r->at == '}') break;
    if (r->at >= r->end || *r->at != ',') fail(r, r->at, "',' or '}'");
    r->at++;
  }
  r->at++;
  r->depth++;
}

static void read_word(reader *r, const char *word, size_t length) {
  for (size_t i = 0; i < length; i++, r->at++) {
    if (r->at >= r->end || *r->at != word[i]) fail(r, r->at, word);
  }
}

static void read_value(reader *r) {
  skip_space(r);
  switch (r->at < r->end ? *r->at : 0) {
    case '"': read_string(r); return;
    case '{': read_object(r); return;
    case '[': read_list(r); return;
    case 't': read_word(r, "true", 4); lua_pushboolean(r->L, 1); return;
    case 'f': read_word(r, "false", 5); lua_pushboolean(r->L, 0); return;
    case 'n': read_word(r, "null", 4); lua_pushlightuserdata(r->L, NULL); return;
    case '-': case '0': case '1': case '2': case '3': case '4': case '5': case '6': case '7': case '8': case '9':
      read_number(r);
      return;
    default: fail(r, r->at, "a value");
  }
}

static int decode(lua_State *L) {
  reader *r = lua_touserdata(L, 1);
  r->L = L;
  read_value(r);
  skip_space(r);
  if (r->at < r->end) fail(r, r->at, "the end of the text");
  return 1;
}

lb_status lb_decode_json(lb_thread *L, const char *text, size_t length, int32_t depth, const char **message) {
  lb_state *s = lbi_of(L);
  if (!text) text = "";
  reader r = {NULL, text, text, text + length, depth > 0 ? depth : DEFAULT_DEPTH, s};
  s->message[0] = 0;
  int status = lbi_protected(L, decode, 0, &r, 1);
  if (status == LUA_OK) return LB_OK;
  if (lua_gettop(L) > 0 && lua_type(L, -1) == LUA_TSTRING) {
    snprintf(s->message, sizeof s->message, "%s", lua_tostring(L, -1));
  }
  lua_pop(L, 1);
  if (message) *message = s->message;
  return status == LUA_ERRMEM ? LB_ERR_MEMORY : LB_ERR_SYNTAX;
}
