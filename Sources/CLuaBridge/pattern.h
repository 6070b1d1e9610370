// SPDX-License-Identifier: Apache-2.0
//
// Between the matcher (pattern.c) and the library functions that use it (strings.c).
#ifndef LB_PATTERN_H
#define LB_PATTERN_H

#include "internal.h"

enum { LBI_MOST_CAPTURES = 32 };

typedef struct {
  const char *start;
  ptrdiff_t length;
} lbi_capture;

typedef struct {
  lua_State *L;
  const char *text, *end, *pattern_end;
  int depth, count;
  lbi_capture captures[LBI_MOST_CAPTURES];
} lbi_matcher;

// Behind the match of the pattern p at s, or NULL. Raises for malformed patterns and when the budget is used up.
LB_HIDDEN const char *lbi_match(lbi_matcher *m, const char *s, const char *p);
// Pushes capture n (from 0); the whole match for n = 0 when the pattern has none.
LB_HIDDEN void lbi_push_capture(lbi_matcher *m, int n, const char *start, const char *end);
// Pushes all captures; the whole match where there are none and it is wanted. Returns how many.
LB_HIDDEN int lbi_push_captures(lbi_matcher *m, const char *start, const char *end, bool whole);

#endif
