// SPDX-License-Identifier: Apache-2.0
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#include "line_edit.h"

#include <errno.h>
#include <histedit.h>
#include <locale.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wchar.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

enum { HISTORY_SIZE = 1000 };

struct le_editor {
  EditLine *edit;
  History *history;
  char *history_path;
  FILE *input, *output;
  int wake;
  char *line;
  const char *prompt;
  bool is_interrupted;
  locale_t locale;
  le_callbacks callbacks;
};

static le_editor *self(EditLine *edit) {
  void *data = NULL;
  el_get(edit, EL_CLIENTDATA, &data);
  return data;
}

static char *prompt(EditLine *edit) { return (char *)self(edit)->prompt; }

// Goes to where the line begins, which may be rows above, and clears from there.
static void erase(le_editor *editor) {
  const LineInfoW *info = el_wline(editor->edit);
  long width = (long)strlen(editor->prompt), rows = 0;
  for (const wchar_t *at = info->buffer; at < info->cursor; at++) {
    int cells = wcwidth(*at);
    width += cells > 0 ? cells : 0;
  }
  struct winsize size;
  if (ioctl(fileno(editor->output), TIOCGWINSZ, &size) == 0 && size.ws_col > 0) rows = width / size.ws_col;
  fputs("\r", editor->output);
  if (rows > 0) fprintf(editor->output, "\033[%ldA", rows);
  fputs("\033[J", editor->output);
}

static void show_above(le_editor *editor) {
  char *text = editor->callbacks.take_output(editor->callbacks.context);
  if (!text) return;
  erase(editor);
  fputs(text, editor->output);
  free(text);
  el_set(editor->edit, EL_REFRESH);
  fflush(editor->output);
}

// Empties what wakes the reader, then shows what it is about; false when there is to be no more reading.
static bool woken(le_editor *editor) {
  char bytes[64];
  ssize_t count;
  while ((count = read(editor->wake, bytes, sizeof bytes)) > 0)
    if (memchr(bytes, 'q', (size_t)count)) return false;
  show_above(editor);
  return true;
}

// One character of a UTF-8 terminal. Bytes that are no character are left out.
static int read_character(EditLine *edit, wchar_t *character) {
  le_editor *editor = self(edit);
  mbstate_t state = {0};
  for (;;) {
    struct pollfd sources[] = {{fileno(editor->input), POLLIN, 0}, {editor->wake, POLLIN, 0}};
    if (poll(sources, 2, -1) < 0) {
      if (errno == EINTR) continue;
      return -1;
    }
    if ((sources[1].revents & POLLIN) && !woken(editor)) return 0;
    if (!sources[0].revents) continue;
    char byte;
    ssize_t count = read(fileno(editor->input), &byte, 1);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count <= 0) return (int)count;
    size_t used = mbrtowc(character, &byte, 1, &state);
    if (used == (size_t)-1) memset(&state, 0, sizeof state);
    else if (used != (size_t)-2) return 1;
  }
}

static unsigned char complete(EditLine *edit, int key) {
  (void)key;
  le_editor *editor = self(edit);
  const LineInfo *info = el_line(edit);
  char *before = strndup(info->buffer, (size_t)(info->cursor - info->buffer));
  if (!before) return CC_ERROR;
  char *list = NULL;
  char *insertion = editor->callbacks.complete(editor->callbacks.context, before, &list);
  free(before);
  unsigned char result = insertion || list ? CC_REFRESH : CC_REFRESH_BEEP;
  if (insertion && el_insertstr(edit, insertion) != 0) result = CC_REFRESH_BEEP;
  if (list) {
    fprintf(editor->output, "\r\n%s\r\n", list);
    result = CC_REDISPLAY;
  }
  free(insertion);
  free(list);
  return result;
}

static unsigned char interrupt(EditLine *edit, int key) {
  (void)key;
  self(edit)->is_interrupted = true;
  return CC_EOF;
}

static void use_history(le_editor *editor, const char *path) {
  HistEvent event;
  editor->history = history_init();
  if (!editor->history) return;
  history(editor->history, &event, H_SETSIZE, HISTORY_SIZE);
  history(editor->history, &event, H_SETUNIQUE, 1);
  el_set(editor->edit, EL_HIST, history, editor->history);
  if (!path) return;
  editor->history_path = strdup(path);
  history(editor->history, &event, H_LOAD, path);
}

// libedit asks the thread's locale which characters are letters.
static locale_t use_locale(le_editor *editor) { return editor->locale ? uselocale(editor->locale) : (locale_t)0; }

static bool set_up(le_editor *editor, int input, int output, const char *history) {
  editor->locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", NULL);
  if (!editor->locale) editor->locale = newlocale(LC_CTYPE_MASK, "en_US.UTF-8", NULL);
  if (!editor->locale) editor->locale = newlocale(LC_CTYPE_MASK, "", NULL);
  use_locale(editor);
  editor->input = fdopen(dup(input), "r");
  editor->output = fdopen(dup(output), "w");
  if (!editor->input || !editor->output) return false;
  editor->edit = el_init("dyno", editor->input, editor->output, editor->output);
  if (!editor->edit) return false;
  el_set(editor->edit, EL_CLIENTDATA, editor);
  el_set(editor->edit, EL_PROMPT, prompt);
  el_set(editor->edit, EL_EDITOR, "emacs");
  el_set(editor->edit, EL_SIGNAL, 0);
  el_wset(editor->edit, EL_GETCFN, read_character);
  el_set(editor->edit, EL_ADDFN, "dyno-complete", "Completes names", complete);
  el_set(editor->edit, EL_BIND, "^I", "dyno-complete", NULL);
  el_set(editor->edit, EL_BIND, "^R", "em-inc-search-prev", NULL);
  // Ctrl-C arrives as a character while a line is edited.
  el_set(editor->edit, EL_SETTY, "-d", "-isig", NULL);
  el_set(editor->edit, EL_ADDFN, "dyno-interrupt", "Drops the line", interrupt);
  use_history(editor, history);
  el_source(editor->edit, NULL);
  el_set(editor->edit, EL_BIND, "^C", "dyno-interrupt", NULL);
  return true;
}

le_editor *le_open(int input, int output, int wake, const char *history, le_callbacks callbacks) {
  if (!isatty(input) || !isatty(output)) return NULL;
  le_editor *editor = calloc(1, sizeof *editor);
  if (!editor) return NULL;
  editor->callbacks = callbacks;
  editor->prompt = "";
  editor->wake = wake;
  locale_t before = uselocale((locale_t)0);
  bool is_set_up = set_up(editor, input, output, history);
  uselocale(before);
  if (is_set_up) return editor;
  le_close(editor);
  return NULL;
}

void le_close(le_editor *editor) {
  if (editor->edit) el_end(editor->edit);
  if (editor->history) history_end(editor->history);
  if (editor->input) fclose(editor->input);
  if (editor->output) fclose(editor->output);
  if (editor->locale) freelocale(editor->locale);
  free(editor->history_path);
  free(editor->line);
  free(editor);
}

le_result le_read(le_editor *editor, const char *text, const char **line) {
  locale_t before = use_locale(editor);
  editor->prompt = text;
  editor->is_interrupted = false;
  el_resize(editor->edit);
  int count = 0;
  const char *read = el_gets(editor->edit, &count);
  free(editor->line);
  editor->line = NULL;
  if (read && count > 0) {
    size_t length = (size_t)count;
    if (read[length - 1] == '\n') length--;
    editor->line = strndup(read, length);
  } else if (editor->is_interrupted) {
    fputs("^C", editor->output);
  }
  if (!editor->line) fputs("\r\n", editor->output);
  fflush(editor->output);
  editor->prompt = "";
  if (before) uselocale(before);
  *line = editor->line;
  return editor->line ? LE_LINE : editor->is_interrupted ? LE_INTERRUPTED : LE_END;
}

void le_remember(le_editor *editor, const char *line) {
  HistEvent event;
  if (!editor->history) return;
  history(editor->history, &event, H_ENTER, line);
  if (!editor->history_path) return;
  history(editor->history, &event, H_SAVE, editor->history_path);
  chmod(editor->history_path, S_IRUSR | S_IWUSR);
}
