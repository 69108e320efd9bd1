/* What a viewer at a server's table sees and may do, as the messages `view`, `event` and `question`
 * state it (docs/protocol.md). It is presented as a sight, whose game reads the position instead of
 * a state: boards, skins, choices and commands work with it as with a match in this program, in
 * every game and with every option. */
#ifndef FL_ONLINE_POSITION_H
#define FL_ONLINE_POSITION_H

#include "core/match.h"
#include "online/phrases.h"

struct fl_spellings; /* finds moves by their spelling */

struct fl_position_move {
    fl_move move;
    json_t *json; /* of the question: phrase, note, touches */
};

struct fl_position {
    const struct fl_game *rules;
    struct fl_game game; /* of the sights */
    struct fl_setup setup;
    union fl_state opening; /* of the rules, for what never changes */
    struct fl_spellings *spellings;
    struct fl_texts *texts; /* not owned */

    int viewer;    /* a seat or FL_SPECTATOR */
    json_t *zones; /* NULL: no match has begun */
    struct fl_view view;
    fl_seats turn;
    bool over;
    fl_seats winners;
    json_t *scores;

    long long question; /* its number; 0: the viewer is not asked */
    json_t *ask;        /* NULL, or what has the members prompt, moves, subsets, routes */
    int singles;
    struct fl_position_move single[FL_MAX_MOVES];
    struct fl_moves moves; /* including those of subsets */
    int subsets;
    struct fl_subset subset[FL_MAX_SUBSETS];
    int routes;
    struct fl_route route[FL_MAX_ROUTES];
};

/* Starts with a table that has no match. Returns false if memory is short. */
bool fl_position_begin(struct fl_position *, const struct fl_game *, const struct fl_setup *,
                       struct fl_texts *);

void fl_position_end(struct fl_position *);

/* Sets the options, which can differ in a rematch. */
void fl_position_setup(struct fl_position *, const struct fl_setup *);

/* Forgets the match. */
void fl_position_clear(struct fl_position *);

/* Applies a message; `event` with a turn. Returns false if it does not fit: `refresh` requests a
 * complete view. */
bool fl_position_set(struct fl_position *, const json_t *view);
bool fl_position_change(struct fl_position *, const json_t *event);
bool fl_position_ask(struct fl_position *, const json_t *question);

/* Whether the viewer has a question. */
bool fl_position_asks(const struct fl_position *);

/* The sight. It is valid until the position changes or ends. */
void fl_position_sight(const struct fl_position *, struct fl_sight *out);

#endif
