// SPDX-License-Identifier: Apache-2.0
//
// Pattern matching under the time budget. The standard library's matcher backtracks in C, where no hook runs:
// ("a"):rep(500):find(".-.-.-b") takes it many seconds that nothing can interrupt. This one, written from the reference
// manual (Lua 5.4 § 6.4.1), counts its steps and looks at the clock.
#include <ctype.h>
#include <string.h>

#include "pattern.h"

enum { MAX_DEPTH = 200, STEPS_PER_CHECK = 20000, OPEN = -1, POSITION = -2 };

static const char *match(lbi_matcher *m, const char *s, const char *p);

static void step(lbi_matcher *m, size_t n) {
  lb_state *state = lbi_of(m->L);
  state->steps += n;
  if (state->steps < STEPS_PER_CHECK) return;
  state->steps = 0;
  lbi_check_clock(m->L, false);
}

// Single characters

static bool in_class(int c, int class) {
  bool found;
  switch (tolower(class)) {
    case 'a': found = isalpha(c); break;
    case 'c': found = iscntrl(c); break;
    case 'd': found = isdigit(c); break;
    case 'g': found = isgraph(c); break;
    case 'l': found = islower(c); break;
    case 'p': found = ispunct(c); break;
    case 's': found = isspace(c); break;
    case 'u': found = isupper(c); break;
    case 'w': found = isalnum(c); break;
    case 'x': found = isxdigit(c); break;
    case 'z': found = c == 0; break;  // deprecated, but the library still has it
    default: return class == c;
  }
  return isupper(class) ? !found : found;
}

// Behind the single-character item that begins at p.
static const char *item_end(lbi_matcher *m, const char *p) {
  if (*p == '%') {
    if (p + 1 == m->pattern_end) luaL_error(m->L, "malformed pattern (ends with '%%')");
    return p + 2;
  }
  if (*p++ != '[') return p;
  if (p < m->pattern_end && *p == '^') p++;
  for (bool first = true; first || p == m->pattern_end || *p != ']'; first = false) {
    if (p == m->pattern_end) luaL_error(m->L, "malformed pattern (missing ']')");
    if (*p++ == '%') {
      if (p == m->pattern_end) luaL_error(m->L, "malformed pattern (missing ']')");
      p++;
    }
  }
  return p + 1;
}

// `p` is at '[' and `last` at the ']' that ends the set.
static bool in_set(int c, const char *p, const char *last) {
  bool found = true;
  p++;
  if (*p == '^') {
    found = false;
    p++;
  }
  while (p < last) {
    if (*p == '%') {
      if (in_class(c, (unsigned char)p[1])) return found;
      p += 2;
    } else if (p[1] == '-' && p + 2 < last) {
      if ((unsigned char)p[0] <= c && c <= (unsigned char)p[2]) return found;
      p += 3;
    } else {
      if ((unsigned char)*p == c) return found;
      p++;
    }
  }
  return !found;
}

static bool item_matches(const lbi_matcher *m, const char *s, const char *p, const char *item) {
  if (s >= m->end) return false;
  int c = (unsigned char)*s;
  switch (*p) {
    case '.': return true;
    case '%': return in_class(c, (unsigned char)p[1]);
    case '[': return in_set(c, p, item - 1);
    default: return (unsigned char)*p == c;
  }
}

// Repetitions of the item p...item; the rest of the pattern begins at `rest`.

static const char *match_most(lbi_matcher *m, const char *s, const char *p, const char *item, const char *rest) {
  ptrdiff_t n = 0;
  while (item_matches(m, s + n, p, item)) n++;
  step(m, (size_t)n);
  for (; n >= 0; n--) {
    const char *end = match(m, s + n, rest);
    if (end) return end;
  }
  return NULL;
}

static const char *match_fewest(lbi_matcher *m, const char *s, const char *p, const char *item, const char *rest) {
  for (;; s++) {
    const char *end = match(m, s, rest);
    if (end || !item_matches(m, s, p, item)) return end;
  }
}

// Captures

static const char *match_open(lbi_matcher *m, const char *s, const char *p, ptrdiff_t kind) {
  if (m->count >= LBI_MOST_CAPTURES) luaL_error(m->L, "too many captures");
  m->captures[m->count++] = (lbi_capture){s, kind};
  const char *end = match(m, s, p);
  if (!end) m->count--;
  return end;
}

static const char *match_close(lbi_matcher *m, const char *s, const char *p) {
  int open = m->count - 1;
  while (open >= 0 && m->captures[open].length != OPEN) open--;
  if (open < 0) luaL_error(m->L, "invalid pattern capture");
  m->captures[open].length = s - m->captures[open].start;
  const char *end = match(m, s, p);
  if (!end) m->captures[open].length = OPEN;
  return end;
}

// Behind what capture `digit` holds, if that stands at s.
static const char *match_back(lbi_matcher *m, const char *s, char digit) {
  int n = digit - '1';
  if (n < 0 || n >= m->count || m->captures[n].length == OPEN) luaL_error(m->L, "invalid capture index %%%d", n + 1);
  ptrdiff_t length = m->captures[n].length;
  if (length == POSITION) return s;
  step(m, (size_t)length / 16);
  bool same = m->end - s >= length && memcmp(m->captures[n].start, s, (size_t)length) == 0;
  return same ? s + length : NULL;
}

// Behind the balanced text that begins at s; p is at its two delimiters.
static const char *match_balance(lbi_matcher *m, const char *s, const char *p) {
  if (m->pattern_end - p < 2) luaL_error(m->L, "malformed pattern (missing arguments to '%%b')");
  if (s >= m->end || *s != *p) return NULL;
  const char *start = s;
  for (ptrdiff_t depth = 1; ++s < m->end;) {
    if (*s == p[1]) depth--;
    else if (*s == *p) depth++;
    if (depth == 0) {
      step(m, (size_t)(s - start));
      return s + 1;
    }
  }
  step(m, (size_t)(s - start));
  return NULL;
}

static bool at_frontier(lbi_matcher *m, const char *s, const char *p, const char *item) {
  int before = s == m->text ? 0 : (unsigned char)s[-1], here = s < m->end ? (unsigned char)*s : 0;
  return !in_set(before, p, item - 1) && in_set(here, p, item - 1);
}

// What a '%' item that is no single character does: true when it did something and moved *s (NULL: no match) and *p.
static bool match_special(lbi_matcher *m, const char **s, const char **p) {
  const char *at = *p + 1;
  if (at >= m->pattern_end) return false;
  if (*at == 'b') {
    *s = match_balance(m, *s, at + 1);
    *p = at + 3;
    return true;
  }
  if (*at == 'f') {
    if (++at >= m->pattern_end || *at != '[') luaL_error(m->L, "missing '[' after '%%f' in pattern");
    *p = item_end(m, at);
    if (!at_frontier(m, *s, at, *p)) *s = NULL;
    return true;
  }
  if (!isdigit((unsigned char)*at)) return false;
  *s = match_back(m, *s, *at);
  *p = at + 1;
  return true;
}

// Behind the match of the pattern p at s, or NULL.
static const char *match_here(lbi_matcher *m, const char *s, const char *p) {
  while (p < m->pattern_end) {
    step(m, 1);
    if (*p == '(') {
      bool position = p + 1 < m->pattern_end && p[1] == ')';
      return match_open(m, s, p + (position ? 2 : 1), position ? POSITION : OPEN);
    }
    if (*p == ')') return match_close(m, s, p + 1);
    if (*p == '$' && p + 1 == m->pattern_end) return s == m->end ? s : NULL;
    if (*p == '%' && match_special(m, &s, &p)) {
      if (!s) return NULL;
      continue;
    }
    const char *item = item_end(m, p);
    switch (item < m->pattern_end ? *item : 0) {
      case '*': return match_most(m, s, p, item, item + 1);
      case '+': return item_matches(m, s, p, item) ? match_most(m, s + 1, p, item, item + 1) : NULL;
      case '-': return match_fewest(m, s, p, item, item + 1);
      case '?': {
        const char *end = item_matches(m, s, p, item) ? match(m, s + 1, item + 1) : NULL;
        if (end) return end;
        p = item + 1;
        break;
      }
      default:
        if (!item_matches(m, s, p, item)) return NULL;
        s++;
        p = item;
    }
  }
  return s;
}

static const char *match(lbi_matcher *m, const char *s, const char *p) {
  if (m->depth++ >= MAX_DEPTH) luaL_error(m->L, "pattern too complex");
  const char *end = match_here(m, s, p);
  m->depth--;
  return end;
}

const char *lbi_match(lbi_matcher *m, const char *s, const char *p) {
  m->depth = m->count = 0;
  return match(m, s, p);
}

// Results

void lbi_push_capture(lbi_matcher *m, int n, const char *start, const char *end) {
  if (n >= m->count) {
    if (n > 0) luaL_error(m->L, "invalid capture index %%%d", n + 1);
    lua_pushlstring(m->L, start, (size_t)(end - start));
    return;
  }
  const lbi_capture *c = &m->captures[n];
  if (c->length == OPEN) luaL_error(m->L, "unfinished capture");
  if (c->length == POSITION) lua_pushinteger(m->L, c->start - m->text + 1);
  else lua_pushlstring(m->L, c->start, (size_t)c->length);
}

// All captures, or the whole match where there are none and it is wanted.
int lbi_push_captures(lbi_matcher *m, const char *start, const char *end, bool whole) {
  int n = m->count == 0 && whole ? 1 : m->count;
  luaL_checkstack(m->L, n, "too many captures");
  for (int i = 0; i < n; i++) lbi_push_capture(m, i, start, end);
  return n;
}
