/* Skins: how the terminal draws a game. A skin reads the view by its translation keys and knows
 * nothing else about the game. */
#ifndef FL_TERM_SKIN_H
#define FL_TERM_SKIN_H

#include "term/screen.h"

struct fl_skin {
    const char *game;
    void (*draw)(const struct fl_sight *, const struct fl_screen *);
    /* Draws the scores only. */
    void (*scores)(const struct fl_sight *, const struct fl_screen *);
    /* Prints the summary card of the game's box; NULL if there is none. */
    void (*summary)(const struct fl_screen *);
};

/* Prints the cards of a zone on one line after the zone's name, with the number of equal cards.
 * `counted`: the value of an item is its number of copies. Prints nothing if the zone is empty. */
void fl_skin_cards(const struct fl_screen *, const struct fl_view *, const char *zone,
                   bool counted);

/* The skin of a game, or the plain skin, which draws any view. */
const struct fl_skin *fl_skin_of(const struct fl_game *);

extern const struct fl_skin fl_skin_plain;

/* The skins of games, each in term/<c_name>.c. */
#define FL_SKIN(c_name) extern const struct fl_skin fl_skin_##c_name;
#include "games/games.def"

#endif
