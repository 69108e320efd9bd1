/* The table on the full screen: board, choices, log, status and keys. Sessions, lessons and replays
 * show positions with it and read commands from it. */
#ifndef FL_TUI_TABLETOP_H
#define FL_TUI_TABLETOP_H

#include "term/session.h"
#include "tui/board.h"
#include "tui/terminal.h"

enum {
    FL_MAX_LINES = 96,
    FL_LABEL_SIZE = 256,
    FL_LIST_TARGET = 0xF000, /* + line: the target of an entry of the list */
    FL_STATUS_TARGET = 0xFF00,
    FL_HISTORY = 16
};

/* An entry of the list of choices. */
struct fl_list_line {
    char label[FL_LABEL_SIZE];
    struct fl_command command; /* kind FL_COMMAND_UNKNOWN: cannot be chosen yet */
};

/* A position with its question, choices and log. */
struct fl_tabletop {
    struct fl_terminal *terminal;
    struct fl_screen screen; /* language and names */
    struct fl_sight sight;
    int reader;                /* the seat that is called "you", or FL_NOBODY */
    bool asks;                 /* the viewer is to choose; the chooser is valid */
    struct fl_chooser chooser; /* its view is valid in any case */
    uint16_t cursor;           /* a target: the id of an item, or FL_LIST_TARGET + line */
    int lines;
    struct fl_list_line line[FL_MAX_LINES];

    const char *log;  /* one line per sentence, or NULL; not owned */
    int log_back;     /* rows scrolled back */
    const char *busy; /* key of what the title bar says about busy_seat, or NULL */
    int busy_seat;
    char message[512]; /* on the status line until the next key; "" for none */
    char rule[16];     /* the rule of the last refusal, or "" */
    char title[160];   /* replaces what the board says in the title bar; "" for none */
    char aside[64];    /* at the right of the title bar */
    const char *keys;  /* key of the text of the last row */
    const char *note;  /* a text above the choices, or NULL; not owned */
    char note_title[96];

    const char *strip; /* a line below the title, or NULL; not owned */

    bool types;                  /* the command line is open */
    char typed[FL_INPUT_SIZE];   /* its text */
    bool takes_lines;            /* the owner reads typed lines: they are put into `entered` */
    char entered[FL_INPUT_SIZE]; /* with a command of kind FL_COMMAND_UNKNOWN */
    const char *const *words;    /* keys of further words that Tab completes, or NULL */
    int histories, history_at;
    char history[FL_HISTORY][FL_LABEL_SIZE];
    int64_t digit_at; /* milliseconds: when the last digit was typed */
    int digits;       /* its value */
};

/* Shows a position in which the sight's viewer chooses. Places the cursor. */
void fl_tabletop_ask(struct fl_tabletop *, const struct fl_sight *);

/* Shows a position without a question. */
void fl_tabletop_look(struct fl_tabletop *, const struct fl_sight *);

/* Draws and shows a frame. */
void fl_tabletop_show(struct fl_tabletop *);

/* Lists the choices that fit the picked items. Called while a frame is drawn, after the board.
 * `room`: the rows that the list may have. */
void fl_tabletop_list(struct fl_tabletop *, const struct fl_canvas *, int room);

/* What Enter does: the command, or false if it picks the item under the cursor or nothing. */
bool fl_tabletop_action(const struct fl_tabletop *, struct fl_command *out);

/* Executes a key. Returns true if it made a command. */
bool fl_tabletop_key(struct fl_tabletop *, struct fl_key, struct fl_command *out);

/* Shows frames and reads keys until the player has made a command, or the terminal is closed. */
enum fl_session_status fl_tabletop_read(struct fl_tabletop *, struct fl_command *out);

/* Writes the sentence of a phrase on the status line, and remembers its rule. */
void fl_tabletop_say(struct fl_tabletop *, const struct fl_phrase *);

/* Writes a command in words: "Reroll 3 dice". */
void fl_put_command(struct fl_buf *, const struct fl_tabletop *, const struct fl_command *);

/* Opens the command line with the word of a key and a space; NULL: empty. */
void fl_tabletop_type(struct fl_tabletop *, const char *key);

/* Completes the text of the command line as far as it is unambiguous. */
void fl_tabletop_complete(struct fl_tabletop *);

/* Shows a text by a function that prints to a screen, as a sheet with this title. Returns false if
 * the terminal was closed. */
bool fl_tabletop_sheet(struct fl_tabletop *, const char *title_key,
                       void (*print)(void *, struct fl_screen *), void *data);

#endif
