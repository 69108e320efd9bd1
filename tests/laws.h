/* The laws: properties that every game must have in every state. A law is a function whose name is
 * the sentence. laws.c plays the games and checks them; laws_*.c contain them by subject. */
#ifndef FL_TESTS_LAWS_H
#define FL_TESTS_LAWS_H

#include "core/match.h"

enum { FL_PAGE = 1 << 22 }; /* bytes: the longest record of the longest game, and more */

/* The state in which laws are checked, with its match. */
struct moment {
    const struct fl_game *game;
    const struct fl_match *match;
    struct fl_rng *rng; /* for random choices of laws */
    uint32_t number;    /* of the match, among those with this setup */
    char *page[2];      /* FL_PAGE bytes each, to write and compare texts */
    uint64_t checks;    /* number of checks of the current law */
    const char *broken; /* the first failed check, or NULL */
};

struct law {
    const char *sentence; /* words joined by underscores */
    void (*is_tried)(struct moment *);
    unsigned every;                           /* checked in one of this many states */
    bool (*concerns)(const struct fl_game *); /* NULL: every game */
};

#define LAW(sentence, every, concerns)                                                             \
    {                                                                                              \
#sentence, sentence, every, concerns                                                       \
    }

/* The laws by subject. Each list ends with an empty entry. */
extern const struct law fl_laws_of_moves[], fl_laws_of_secrets[], fl_laws_of_twins[],
    fl_laws_of_words[], fl_laws_of_records[];

/* Counts a check and stores the first that fails. Returns the condition. */
bool fl_holds(struct moment *, bool, const char *what);

/* Viewers of the match: the seats, then the spectator. */
int fl_viewers(const struct moment *);
int fl_viewer(const struct moment *, int i);

/* One of a set of seats. */
int fl_any_seat(fl_seats, struct fl_rng *);

/* A random move of a seat, by weight for chance. Half of the time, a subset question counts as one
 * choice, so that a single `stop` is not lost among two hundred rerolls. */
fl_move fl_any_move(const struct fl_game *, const union fl_state *, int seat, struct fl_rng *);

/* A state as a viewer knows it. */
union fl_state fl_through_the_eyes_of(const struct fl_game *, const union fl_state *, int viewer);

bool fl_same_state(const struct fl_game *, const union fl_state *, const union fl_state *);
bool fl_lists(const struct fl_moves *, fl_move);

/* Whether the game has hidden information. */
bool fl_has_secrets(const struct fl_game *);

/* Finds a game by name, including the template. */
const struct fl_game *fl_any_game_find(const char *name);

#endif
