// SPDX-License-Identifier: Apache-2.0
// One line of text from a person at a terminal, by libedit: editing, history, completion, and text that appears above the line.
// One thread at a time may use an editor.
#ifndef LINE_EDIT_H
#define LINE_EDIT_H

typedef struct le_editor le_editor;

// What comes of le_read.
typedef enum {
  LE_LINE,
  LE_END,         // Ctrl-D, or the terminal is gone
  LE_INTERRUPTED  // Ctrl-C; what was typed is dropped
} le_result;

typedef struct {
  // Answers the Tab key: the text to put in at the cursor, or NULL; *list gets lines to show, or NULL. Both are freed with free().
  char *(*complete)(void *context, const char *before_cursor, char **list);
  // Gives the text to show above the line, or NULL; freed with free(). Called when `wake` has
  // something to read; a `q` among it ends the reading.
  char *(*take_output)(void *context);
  void *context;
} le_callbacks;

// NULL when there is no memory or the descriptors are no terminal. `wake` is a descriptor that does not block. `history` is the
// path of a file, or NULL: history is kept for the session only.
le_editor *le_open(int input, int output, int wake, const char *history, le_callbacks callbacks);
void le_close(le_editor *editor);

// Waits for a line. *line holds it without its end, until the next call.
le_result le_read(le_editor *editor, const char *prompt, const char **line);
// Remembers a line for the arrow keys, and in the history's file.
void le_remember(le_editor *editor, const char *line);

#endif
