/* Input lines from a terminal with line editing, or from a pipe. Termination signals are received
 * here too, so that a game ends between two moves. */
#ifndef FL_TERM_KEYBOARD_H
#define FL_TERM_KEYBOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <wchar.h>

#include "term/watch.h"

struct editline;
struct history;

enum fl_input_status {
    FL_INPUT_LINE,
    FL_INPUT_CLOSED,     /* end of input */
    FL_INPUT_STOPPED,    /* the watch ended the reading */
    FL_INPUT_INTERRUPTED /* SIGINT, SIGTERM or SIGHUP arrived */
};

enum { FL_INPUT_SIZE = 1024 };

struct fl_keyboard {
    int input;                    /* file descriptor of the lines */
    int signals;                  /* signalfd, or -1 */
    FILE *echo;                   /* stream on which lines from a pipe are repeated */
    struct editline *edit;        /* NULL: input is not an interactive terminal */
    struct history *history;      /* of libedit: the lines entered before */
    mbstate_t letter;             /* decoder state of an incomplete multibyte character */
    bool closed, interrupted;     /* once true, they stay true */
    bool edits;                   /* libedit is reading a line */
    bool clears;                  /* Ctrl-C was pressed and empties the line */
    const struct fl_watch *watch; /* or NULL; set by the owner */
    bool stopped;                 /* by the watch; until the next call */
    size_t next, filled;          /* offsets in `bytes`: next unread byte, end of data */
    char bytes[4096];
};

/* Starts reading standard input and blocks the signals INT, TERM and HUP for the process. */
void fl_keyboard_open(struct fl_keyboard *, FILE *echo);

/* Restores the terminal and unblocks the signals. */
void fl_keyboard_close(struct fl_keyboard *);

/* Prints the prompt "> " and reads a line, without its line end. A longer line is truncated. */
enum fl_input_status fl_keyboard_read(struct fl_keyboard *, char line[FL_INPUT_SIZE]);

/* Waits this long, or until a signal arrives. Without a limit if negative: until the watch ends
 * it. */
void fl_keyboard_pause(struct fl_keyboard *, int milliseconds);

/* Prints a text above the line that is being edited. Called by the watch. */
void fl_keyboard_print(struct fl_keyboard *, FILE *, const char *text);

#endif
