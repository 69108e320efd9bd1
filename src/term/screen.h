/* Where the table is drawn: a terminal in colour, or plain text for a pipe or a file. Whatever is
 * drawn is wrapped to its width. */
#ifndef FL_TERM_SCREEN_H
#define FL_TERM_SCREEN_H

#include <stdio.h>

#include "core/record.h"
#include "core/words.h"

enum fl_ink {
    FL_PLAIN,
    FL_BOLD,
    FL_DIM,
    FL_RED,
    FL_GREEN,
    FL_YELLOW,
    FL_BLUE,
    FL_MAGENTA,
    FL_CYAN
};

enum fl_colour { FL_COLOUR_AUTO, FL_COLOUR_ALWAYS, FL_COLOUR_NEVER };

struct fl_screen {
    FILE *out;
    enum fl_lang lang;
    const char *names[FL_MAX_SEATS]; /* NULL: "Player n" */
    int width;                       /* columns, 40..100 */
    bool colour;
    bool terminal; /* can be cleared, and somebody is looking */
};

/* A screen over a stream: on a terminal in colour unless NO_COLOR or TERM speak against it. */
void fl_screen_open(struct fl_screen *, FILE *, enum fl_lang, enum fl_colour);

/* Asks the terminal again how wide it is; elsewhere COLUMNS decides, else 80. */
void fl_screen_measure(struct fl_screen *);

/* Takes the names of the players, which are to live as long. */
void fl_screen_name(struct fl_screen *, const struct fl_players *);

/* Columns that a text takes; escape sequences take none. */
int fl_columns(const char *text);

/* A space at which no line is broken. */
#define FL_TIE "\u00A0"

/* Bytes of the text that fit on one line: at least one character, at best up to a space. */
size_t fl_wrap(const char *text, int width);

/* Changes the ink of what is written next, if the screen has colours. */
void fl_put_ink(struct fl_buf *, const struct fl_screen *, enum fl_ink);

/* Writes a text in an ink, then plain again. */
void fl_put_inked(struct fl_buf *, const struct fl_screen *, enum fl_ink, const char *text);

/* Writes a character or an escape sequence several times. */
void fl_put_times(struct fl_buf *, const char *text, int times);

/* The ink of a seat, so that a player is told by his colour. */
enum fl_ink fl_seat_ink(int seat);

/* The name of a seat as it stands in sentences. */
void fl_put_seat(struct fl_buf *, const struct fl_screen *, int seat);

/* A phrase in the reader's language; equal words of a list are counted: "3 monkeys, a coin". */
void fl_put_told(struct fl_buf *, const struct fl_screen *, const struct fl_phrase *);

/* A phrase of one number, {n}. */
void fl_put_amount(struct fl_buf *, const struct fl_screen *, const char *key, int32_t n);

/* Prints a text, wrapped; its further lines are indented by so many columns. */
void fl_screen_text(const struct fl_screen *, const char *text, int indent);

/* The same for a phrase, and for a word or sentence without arguments. */
void fl_screen_phrase(const struct fl_screen *, const struct fl_phrase *);
void fl_screen_word(const struct fl_screen *, const char *key);

/* Prints an empty line. */
void fl_screen_gap(const struct fl_screen *);

/* Wipes a terminal and what was scrolled off it; elsewhere nothing. */
void fl_screen_clear(const struct fl_screen *);

#endif
