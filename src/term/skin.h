/* Skins: how the table of a game looks in a terminal. They read the view by its word keys and know
 * nothing else of a game. */
#ifndef FL_TERM_SKIN_H
#define FL_TERM_SKIN_H

#include "term/screen.h"

struct fl_skin {
    const char *game;
    void (*draw)(const struct fl_sight *, const struct fl_screen *);
    /* Where the players stand, alone. */
    void (*scores)(const struct fl_sight *, const struct fl_screen *);
};

/* The skin of a game: its own, or the plain one that draws any view. */
const struct fl_skin *fl_skin_of(const struct fl_game *);

/* The skins themselves. */
extern const struct fl_skin fl_skin_plain;
extern const struct fl_skin fl_skin_mille_sabords;
extern const struct fl_skin fl_skin_corsaires;
extern const struct fl_skin fl_skin_buccaneer;
extern const struct fl_skin fl_skin_pirates_en_duel;
extern const struct fl_skin fl_skin_aux_sabords;

#endif
