/* The output: a terminal with colours, or plain text for pipes and files. Text is wrapped to the
 * width of the screen. */
#ifndef FL_TERM_SCREEN_H
#define FL_TERM_SCREEN_H

#include <stdio.h>

#include "core/record.h"
#include "core/words.h"

enum fl_text_style {
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
    int file; /* descriptor of the terminal */
    fl_lang lang;
    const char *names[FL_MAX_SEATS]; /* NULL: "Player n"; not owned */
    int width;                       /* columns of text, 40..100 */
    int columns;                     /* columns of tables and lists: at least the width */
    bool colour;
    bool terminal; /* interactive: the screen can be cleared, and pauses make sense */
};

/* Whether the user's locale has UTF-8. The program's own locale always has it. */
bool fl_locale_has_utf8(void);

/* Initialises a screen for a stream. COLOUR_AUTO means colours on a terminal, unless NO_COLOR is
 * set or TERM is "dumb". In the locale "C" characters outside ASCII are replaced. */
void fl_screen_open(struct fl_screen *, FILE *, fl_lang, enum fl_colour);

/* Updates the width: that of the terminal, else COLUMNS, else 80. */
void fl_screen_measure(struct fl_screen *);

/* Sets the names of the players, which must outlive the screen. */
void fl_screen_name(struct fl_screen *, const struct fl_players *);

/* Number of columns of a text; escape sequences have none. */
int fl_columns(const char *text);

/* The number of bytes of the first character of a text that is not empty, and its columns. An
 * escape sequence is one character of no width; an invalid byte is one character. */
size_t fl_glyph(const char *text, int *columns);

/* No-break space. */
#define FL_TIE "\u00A0"

/* Number of bytes that fit on one line: at least one character, if possible up to a space. */
size_t fl_wrap(const char *text, int width);

/* Writes the escape sequence of a style if the screen has colours. */
void fl_put_style(struct fl_buf *, const struct fl_screen *, enum fl_text_style);

/* Writes a text in a style, then resets the style. */
void fl_put_styled(struct fl_buf *, const struct fl_screen *, enum fl_text_style, const char *text);

/* Writes a text `times` times; nothing if negative. */
void fl_put_times(struct fl_buf *, const char *text, int times);

/* The style of a seat: each player has their own colour. */
enum fl_text_style fl_seat_style(int seat);

/* Writes the name of a seat as it appears in sentences. */
void fl_put_seat(struct fl_buf *, const struct fl_screen *, int seat);

/* Writes a phrase in the screen's language. Equal words of a list are counted: "3 monkeys, a
 * coin". */
void fl_put_sentence(struct fl_buf *, const struct fl_screen *, const struct fl_phrase *);

/* Writes the phrase of a key with the number {n}; "KEY-none" for 0 if there is such a text. */
void fl_put_amount(struct fl_buf *, const struct fl_screen *, const char *key, int32_t n);

/* Prints a text, wrapped. Lines after the first are indented by `indent` columns. "" is an empty
 * line. */
void fl_screen_text(const struct fl_screen *, const char *text, int indent);

/* Print a phrase, and a word or sentence without arguments, wrapped. */
void fl_screen_phrase(const struct fl_screen *, const struct fl_phrase *);
void fl_screen_word(const struct fl_screen *, const char *key);

/* Clears a terminal and its scrollback buffer; does nothing on other outputs. */
void fl_screen_clear(const struct fl_screen *);

#endif
