/* The terminal in full-screen mode: shows canvases, reads keys and mouse. It is restored when it is
 * closed, stopped by Ctrl-Z, or when the program ends by a signal. One terminal is open at a
 * time. */
#ifndef FL_TUI_TERMINAL_H
#define FL_TUI_TERMINAL_H

#include "term/screen.h"
#include "term/watch.h"
#include "tui/canvas.h"

enum fl_key_kind {
    FL_KEY_NONE, /* the time is over */
    FL_KEY_TEXT, /* a character */
    FL_KEY_ENTER,
    FL_KEY_ESCAPE,
    FL_KEY_TAB,
    FL_KEY_BACK_TAB,
    FL_KEY_UP,
    FL_KEY_DOWN,
    FL_KEY_LEFT,
    FL_KEY_RIGHT,
    FL_KEY_PAGE_UP,
    FL_KEY_PAGE_DOWN,
    FL_KEY_HOME,
    FL_KEY_END,
    FL_KEY_BACKSPACE,
    FL_KEY_DELETE,
    FL_KEY_CLICK,
    FL_KEY_RIGHT_CLICK,
    FL_KEY_WHEEL_UP,
    FL_KEY_WHEEL_DOWN,
    FL_KEY_REDRAW,    /* another size, Ctrl-L, or back from Ctrl-Z */
    FL_KEY_INTERRUPT, /* Ctrl-C */
    FL_KEY_CLOSED     /* a signal ends the program, or the terminal is gone */
};

struct fl_key {
    enum fl_key_kind kind;
    char text[FL_CELL_BYTES]; /* of TEXT: one character in UTF-8 */
    int row, column;          /* of clicks */
};

struct fl_terminal_options {
    enum fl_colour colour;
    bool light;    /* colours for a light background */
    bool no_mouse; /* the mouse selects text */
};

struct fl_terminal;

/* Whether the full screen can be used: input and output are a terminal of at least 80x24 that can
 * move its cursor. */
bool fl_terminal_is_capable(void);

/* Switches to the full screen. Returns NULL if the terminal is not known or memory is short. */
struct fl_terminal *fl_terminal_open(const struct fl_terminal_options *);

/* Restores the terminal. Accepts NULL. */
void fl_terminal_close(struct fl_terminal *);

/* The canvas to draw the next frame on, cleared and as large as the terminal. */
struct fl_canvas *fl_terminal_canvas(struct fl_terminal *);

/* The canvas as it was shown last. */
const struct fl_canvas *fl_terminal_shown(const struct fl_terminal *);

/* Shows the canvas. */
void fl_terminal_show(struct fl_terminal *);

/* Waits for something else together with keys; NULL ends that. After it was heard, FL_KEY_NONE is
 * read. Used by reads without a limit. */
void fl_terminal_watch(struct fl_terminal *, const struct fl_watch *);

/* Waits for a key at most this long; without a limit if negative. After FL_KEY_CLOSED every call
 * returns it again. */
struct fl_key fl_terminal_read(struct fl_terminal *, int milliseconds);

/* Stores a key that the next call of fl_terminal_read returns. */
void fl_terminal_unread(struct fl_terminal *, struct fl_key);

#endif
