/* Boards: how the full screen draws a game. A board reads the view by its translation keys and
 * knows nothing else about the game. It draws each item that can be chosen with its id as the
 * target. */
#ifndef FL_TUI_BOARD_H
#define FL_TUI_BOARD_H

#include "term/screen.h"
#include "tui/canvas.h"
#include "tui/chooser.h"

struct fl_board_view {
    const struct fl_sight *sight;
    const struct fl_view *view;
    const struct fl_chooser *chooser; /* NULL: nothing can be chosen */
    const struct fl_screen *screen;   /* language and names */
    struct fl_canvas *canvas;
    struct fl_area area;
    uint16_t cursor; /* the target under the cursor */
    int reader;      /* the seat that is called "you", or FL_NOBODY */
};

struct fl_board {
    const char *game;
    /* Draws the table and returns the number of rows used. Sets `side` to an area that is free for
     * the choices, or leaves it empty. */
    int (*draw)(const struct fl_board_view *, struct fl_area *side);
    /* Writes what the title bar says after the name of the game. May be NULL. */
    void (*put_title)(const struct fl_board_view *, struct fl_buf *);
};

/* The board of a game, or the plain board, which draws any view. */
const struct fl_board *fl_board_of(const struct fl_game *);

/* States of an item. */
enum { FL_ITEM_LEGAL = 1, FL_ITEM_CHOSEN = 2, FL_ITEM_CURSOR = 4 };
int fl_item_state(const struct fl_board_view *, uint16_t item);

/* The role of an item in this state; `role` if it has none. */
enum fl_role fl_item_role(int state, enum fl_role role);

/* Makes an item the target of what is drawn next, if it can be chosen. End with
 * fl_board_no_target. */
void fl_board_target(const struct fl_board_view *, uint16_t item);
void fl_board_no_target(const struct fl_board_view *);

/* Writes the name of a seat, or "you". */
void fl_put_player(struct fl_buf *, const struct fl_board_view *, int seat);

/* The same within `width` columns: a longer name is reduced to its first word. */
void fl_put_short_player(struct fl_buf *, const struct fl_board_view *, int seat, int width);

/* Whether a seat is to move. */
bool fl_board_is_to_move(const struct fl_board_view *, int seat);

/* Draws a word by its translation key; returns its columns. */
int fl_board_word(const struct fl_board_view *, int row, int column, enum fl_role, const char *key);

/* Draws the phrase of a key with the number {n}; returns its columns. */
int fl_board_amount(const struct fl_board_view *, int row, int column, enum fl_role,
                    const char *key, int32_t n);

/* Draws a bar of `width` columns filled to value / full, in eighths of a column. */
void fl_board_bar(const struct fl_board_view *, int row, int column, int width, enum fl_role,
                  double part);

/* The first item of a kind, or NULL; in a zone, or anywhere if the zone is NULL. */
const struct fl_item *fl_board_item(const struct fl_view *, const struct fl_zone *,
                                    const char *kind);

/* The value of the first item of a kind; 0 if there is none. */
int32_t fl_board_value(const struct fl_view *, const struct fl_zone *, const char *kind);

/* The boards of games, each in tui/<c_name>.c. */
#define FL_BOARD(c_name) extern const struct fl_board fl_board_##c_name;
#include "games/games.def"

#endif
