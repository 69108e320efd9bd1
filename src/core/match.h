/* A match: a game, its setup and its log. The log is the truth and the state a cache of it.
 *
 * fl_match_play is the only door in, fl_match_sight the only door out: agents, JSON, terminal
 * and sockets get a sight and nothing else. */
#ifndef FL_CORE_MATCH_H
#define FL_CORE_MATCH_H

#include "core/game.h"

/* Why a door stayed shut; the text is a word key. */
#define FL_STATUSES(_)                                                                             \
    _(OK, "status.ok")                                                                             \
    _(OVER, "status.over")                                                                         \
    _(NOT_YOUR_TURN, "status.not-your-turn")                                                       \
    _(ILLEGAL, "status.illegal")                                                                   \
    _(TOO_LONG, "status.too-long")                                                                 \
    _(NO_CHANCE, "status.no-chance")

enum fl_status {
#define FL_STATUS_ENUM(name, key) FL_##name,
    FL_STATUSES(FL_STATUS_ENUM)
#undef FL_STATUS_ENUM
};

/* The word key of a status. */
const char *fl_status_key(enum fl_status);

enum { FL_MAX_STEPS = 1 << 20 }; /* far beyond any game that its rules let end */

enum {
    FL_UNDO = 11,       /* stands for a seat where the last `move` steps were taken back, */
    FL_MAX_UNDO = 9999, /* at most so many at a time, */
    FL_MAX_UNDOS = 1000 /* and at most so often in a match: each costs a replay */
};

struct fl_match {
    const struct fl_game *game;
    struct fl_setup setup;
    int viewer; /* FL_TRUTH, or whose eyes this (partial) match was recorded with */
    uint32_t steps, room;
    struct fl_step *log;
    uint32_t rolls; /* moves of chance ever made, those taken back included */

    /* All that happened until something was last taken back, FL_UNDO included; what happened since
     * is the log from step `kept` on. Empty in most matches. */
    uint32_t past_events, past_room, kept, undos;
    struct fl_step *past;
    union fl_state state;
};

/* What one viewer knows: the same kind of state, blanked. */
struct fl_sight {
    const struct fl_game *game;
    struct fl_setup setup;
    int viewer;
    union fl_state state;
};

/* Begins a match; the setup was not refused. Partial matches name their viewer. */
void fl_match_begin(struct fl_match *, const struct fl_game *, const struct fl_setup *, int viewer);

/* Begins again with the same game and setup, keeping the log's memory. */
void fl_match_again(struct fl_match *);

/* Gives back what the log has room for and does not use. */
void fl_match_fit(struct fl_match *);

/* Gives the log's memory back. */
void fl_match_end(struct fl_match *);

/* Who may move now; 0 when the match is over. */
static inline fl_seats fl_match_turn(const struct fl_match *m)
{
    return m->game->turn(&m->state);
}

/* Makes a move if it is this seat's turn and the move is legal; logs it. In a partial match the
 * move may be FL_UNSEEN where the viewer could not see it. */
enum fl_status fl_match_play(struct fl_match *, int seat, fl_move);

/* Lets chance play, from a seeded generator, until it is somebody's turn or over. The match is no
 * partial one; what the game itself draws is legal, so that nothing is checked. */
enum fl_status fl_match_roll(struct fl_match *, struct fl_rng *);

/* Where chance comes from outside the core: the operating system, a file, a person. */
struct fl_source {
    /* Picks one of chance's moves; false if it cannot (the file ended, the person left). */
    bool (*pick)(struct fl_source *, const struct fl_match *, const struct fl_moves *, fl_move *);
};

/* The same from any source; FL_NO_CHANCE if it gives out. Nothing already played is lost. */
enum fl_status fl_match_settle(struct fl_match *, struct fl_source *);

/* What a viewer knows. A partial match has no sight but its own viewer's. */
void fl_match_sight(const struct fl_match *, int viewer, struct fl_sight *out);

/* All there is, as the viewer FL_TRUTH: for looking back at a match that is over, when nobody has
 * secrets any more. The match is no partial one. */
void fl_match_truth(const struct fl_match *, struct fl_sight *out);

/* Whether this seat's last move may be taken back freely: nothing was rolled or drawn, nobody
 * else moved and nobody saw a secret since. */
bool fl_match_undo_is_free(const struct fl_match *, int seat);

/* The same of a step right after it was made, in a match as it was before. */
bool fl_step_is_free(const struct fl_match *before, struct fl_step);

/* Takes the match back to its first `steps` steps as if the rest had never been: for what nobody
 * has heard of yet, or where nothing was rolled. Never reaches behind an undo. */
void fl_match_rewind(struct fl_match *, uint32_t steps);

/* A copy of the match as it stands, for telling what comes next: it shares the log, which it may
 * read but not prolong, and is not to be ended. */
void fl_match_shadow(const struct fl_match *, struct fl_match *out);

/* Lets a shadow follow a step that the match has made after it. */
void fl_match_retrace(struct fl_match *shadow, struct fl_step);

/* Takes the match back and remembers that: what was rolled stays rolled, the next roll is a new
 * one. FL_TOO_LONG if memory is short or there were too many; then nothing was done. */
enum fl_status fl_match_undo(struct fl_match *, uint32_t steps);

/* Everything that happened, in order: steps, and undos as steps of the seat FL_UNDO. */
uint32_t fl_match_events(const struct fl_match *);
struct fl_step fl_match_event(const struct fl_match *, uint32_t event);

/* Lets an event of another match happen in this one: fl_match_play or fl_match_undo. */
enum fl_status fl_match_follow(struct fl_match *, struct fl_step event);

/* A step as this viewer gets to know it: FL_UNSEEN if it is hidden from him. Asked on the true
 * state before the step. */
fl_move fl_step_seen(const struct fl_match *, int viewer, struct fl_step);

/* Follows a step with what the viewer saw of it. */
void fl_sight_follow(struct fl_sight *, struct fl_step);

/* Tells a step in phrases; asked before it is followed. The move may be FL_UNSEEN. */
void fl_sight_say(const struct fl_sight *, struct fl_step, struct fl_saying *out);

/* The table as the viewer may see it. */
void fl_sight_view(const struct fl_sight *, struct fl_view *out);

#endif
