/* A sheet: text over the whole screen that can be scrolled, such as help, rules and the log. */
#ifndef FL_TUI_SHEET_H
#define FL_TUI_SHEET_H

#include <stdio.h>

#include "tui/terminal.h"

/* Text that is written by the functions of src/term, which print to a screen. */
struct fl_text {
    struct fl_screen screen; /* print here, between begin and end */
    char *text;              /* after end; NULL if memory is short */
    size_t len;
};

/* Starts a text of `width` columns with the language and names of a screen. */
void fl_text_begin(struct fl_text *, const struct fl_screen *, int width);

/* Completes the text. */
void fl_text_end(struct fl_text *);

/* Releases it. */
void fl_text_free(struct fl_text *);

/* The number of lines of a text. */
int fl_text_lines(const char *text);

/* Line number `line` of a text, from 0; "" after the last. */
const char *fl_text_line(const char *text, int line);

/* Shows a text until Escape, q or Enter. `title` is drawn in the title bar; `at_end` starts at the
 * last lines. Returns false if the terminal was closed, or Ctrl-C was pressed. */
bool fl_sheet_show(struct fl_terminal *, const struct fl_screen *, const char *title,
                   const char *text, bool at_end);

#endif
