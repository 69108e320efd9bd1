/* A person at a server's table: what both front ends share. Sentences about the table go to `log`;
 * typed lines become commands of the protocol. */
#ifndef FL_ONLINE_ONLINE_H
#define FL_ONLINE_ONLINE_H

#include "online/remote.h"
#include "term/command.h"
#include "term/narration.h"
#include "term/screen.h"

struct fl_online {
    struct fl_remote remote;
    struct fl_screen screen;       /* language and names */
    struct fl_screen log;          /* where sentences are printed */
    struct fl_paragraph line;      /* the last line of the log, which the next move may extend */
    bool open_line;                /* something was added to it */
    bool resigning;                /* the last command was to resign; the same again confirms it */
    int64_t line_at;               /* when it was extended last */
    int warned;                    /* seconds of the player's clock that were announced; 0: none */
    char save_to[FL_COMMAND_REST]; /* the file for a requested record, or "" */

    /* Prints a rule, or the table of contents for "". Returns false if it does not exist. */
    bool (*show_rule)(const struct fl_screen *, const struct fl_game *, const char *number);

    /* Prints an address with its QR code, for others. */
    void (*show_address)(const struct fl_screen *, const char *url);

    /* Of the front end. */
    void *front;
    void (*advise)(struct fl_online *, const struct fl_advice *);
    void (*notice)(struct fl_online *, const char *text); /* NULL: sentences go to the log */
};

/* What a typed line has led to. */
enum fl_order {
    FL_ORDER_DONE,    /* a command was sent, or a sentence was printed */
    FL_ORDER_QUIT,    /* the person leaves; the seat stays theirs */
    FL_ORDER_COMMAND, /* the front end answers it: help, table, rules, scores, and so on */
    FL_ORDER_SEATS,   /* the front end shows who sits where */
};

/* How a visit at a table ended. */
enum fl_visit {
    FL_VISIT_RUNNING,
    FL_VISIT_QUIT,
    FL_VISIT_INTERRUPTED,
    FL_VISIT_INPUT_CLOSED,
    FL_VISIT_ENDED /* by the server: see remote.ended */
};

/* Prepares the log for what arrives. `remote` has its pass. */
void fl_online_begin(struct fl_online *);

/* Prints the open line of the log. */
void fl_online_flush(struct fl_online *);

/* Waits and processes, for a watch: also flushes lines and announces the clock. */
int fl_online_wait(struct fl_online *, int *milliseconds);
void fl_online_hear(struct fl_online *);

/* The sight of the player. Returns false before the first match. */
bool fl_online_sight(const struct fl_online *, struct fl_sight *out);

/* Whether the player has a question now. */
bool fl_online_asks(const struct fl_online *);

/* The seat that is addressed as "you", or FL_NOBODY. */
int fl_online_reader(const struct fl_online *);

/* Executes a typed line. */
enum fl_order fl_online_order(struct fl_online *, const char *line, struct fl_command *out);

/* Executes a command of the game: moves, undo, hint, save. Returns false if the front end has to
 * answer it. */
bool fl_online_execute(struct fl_online *, const struct fl_command *);

/* Prints the sentence of a key, with {what} unless it is NULL. */
void fl_online_say(struct fl_online *, const char *key, const char *what);

/* Prints who sits where, the address, and what can be done now. */
void fl_online_print_seats(struct fl_online *, const struct fl_screen *);

/* Writes who sits on a chair: "Hugo – at the table". */
void fl_put_chair(struct fl_buf *, const struct fl_online *, int seat);

/* Writes a clock: "9:40". */
void fl_put_clock(struct fl_buf *, int64_t milliseconds);

/* Writes the address to give to others: "http://host/#t=CODE". */
void fl_put_invitation(struct fl_buf *, const struct fl_online *);

/* The keys of the words that can be typed at a server's table, and NULL. */
extern const char *const fl_online_words[];

/* Prints what they do. */
void fl_online_print_orders(const struct fl_screen *);

/* Prints the fair dice: commitment, nonces, and the secret after the end. */
void fl_online_print_dice(const struct fl_online *, const struct fl_screen *);

/* Plays with lines of text, or on the full screen. */
struct fl_keyboard;
enum fl_visit fl_online_play_lines(struct fl_online *, struct fl_keyboard *);

struct fl_terminal;
enum fl_visit fl_online_play_full_screen(struct fl_online *, struct fl_terminal *);

#endif
