/* Where a person's lines come from: a terminal with line editing, or a pipe. Interrupting signals
 * are taken here too, so that a game ends between two moves and not in the middle of one. */
#ifndef FL_TERM_KEYBOARD_H
#define FL_TERM_KEYBOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <wchar.h>

struct editline;
struct history;

enum fl_line {
    FL_LINE_READ,
    FL_LINE_CLOSED,     /* there are no more */
    FL_LINE_INTERRUPTED /* Ctrl-C, or somebody ends the program */
};

enum { FL_LINE_SIZE = 1024 };

struct fl_keyboard {
    int input;                /* descriptor from which lines come */
    int signals;              /* descriptor on which signals arrive, or -1 */
    FILE *echo;               /* where lines that nobody saw typed are repeated */
    struct editline *edit;    /* NULL: no terminal */
    struct history *history;  /* of the lines typed */
    mbstate_t letter;         /* of the byte sequence being read */
    bool closed, interrupted; /* once true, they stay */
    size_t next, filled;      /* of the bytes read */
    char bytes[4096];
};

/* Takes over standard input and the signals INT, TERM and HUP. */
void fl_keyboard_open(struct fl_keyboard *, FILE *echo);

/* Gives the terminal and the signals back. */
void fl_keyboard_close(struct fl_keyboard *);

/* Reads a line, without its end; prints the prompt "> ". What is too long is cut. */
enum fl_line fl_keyboard_read(struct fl_keyboard *, char line[FL_LINE_SIZE]);

/* Waits this long, or until a signal arrives. */
void fl_keyboard_pause(struct fl_keyboard *, int milliseconds);

#endif
