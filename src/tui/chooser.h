/* From items that a player picks on the board to a legal move. A move fits the picked items if it
 * is about all of them; a subset question fits if they are among its items. Nothing here draws. */
#ifndef FL_TUI_CHOOSER_H
#define FL_TUI_CHOOSER_H

#include "term/choices.h"
#include "term/command.h"

enum { FL_MAX_PICKS = 16 };

struct fl_chooser {
    struct fl_sight sight;
    struct fl_choices choices;
    struct fl_routes routes; /* contains the view */
    int picks;
    uint16_t pick[FL_MAX_PICKS];
    int touched[FL_MAX_MOVES]; /* number of items of each single move */
    uint16_t touch[FL_MAX_MOVES][FL_MAX_TOUCHED];
};

/* Lists the choices of the sight's viewer, with nothing picked. */
void fl_chooser_begin(struct fl_chooser *, const struct fl_sight *);

/* Whether an item is picked. */
bool fl_chooser_has(const struct fl_chooser *, uint16_t item);

/* Whether the item is picked, or a choice fits the picked items and this one. */
bool fl_chooser_continues(const struct fl_chooser *, uint16_t item);

/* Picks an item, or releases it. An item that does not fit the others replaces them. Returns false
 * if it is about no move. */
bool fl_chooser_toggle(struct fl_chooser *, uint16_t item);

/* Releases all items. */
void fl_chooser_release(struct fl_chooser *);

/* Whether a single move fits the picked items, and `item` too unless it is FL_NO_ITEM. */
bool fl_chooser_fits(const struct fl_chooser *, int single, uint16_t item);

/* Makes the only command that the picked items and `item` can mean. Returns false if there are
 * several or none. */
bool fl_chooser_only(const struct fl_chooser *, uint16_t item, struct fl_command *out);

/* Makes the move that the picked items are with the verb of a subset question. Returns false if
 * they do not answer it. */
bool fl_chooser_answer(const struct fl_chooser *, const char *verb, struct fl_command *out);

/* Whether an item belongs to a subset question. */
bool fl_chooser_is_of_subset(const struct fl_chooser *, uint16_t item);

/* The route that leads to an item, or NULL. */
const struct fl_route *fl_chooser_route(const struct fl_chooser *, uint16_t item);

#endif
