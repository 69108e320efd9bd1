/* A match: a game, its setup and its log. The log is the source of truth; the state is derived from
 * it.
 *
 * All input passes fl_match_play, all output passes fl_match_sight: agents, JSON, terminal and
 * sockets get a sight and nothing else. A match must not be used by two threads at the same
 * time. */
#ifndef FL_CORE_MATCH_H
#define FL_CORE_MATCH_H

#include "core/game.h"

/* Results of a move; the text is a translation key. */
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

/* The translation key of a status. */
const char *fl_status_key(enum fl_status);

enum { FL_MAX_STEPS = 1 << 20 }; /* an upper limit for corrupt input; games end long before */

enum {
    FL_UNDO = 11,       /* the seat of an undo of the last `move` steps */
    FL_RESIGN = 12,     /* the seat of a resignation; `move` is the set of seats */
    FL_AGREE = 13,      /* the seat of an end by agreement; `move` 1: only bots are left */
    FL_MAX_UNDO = 9999, /* steps undone by one event */
    FL_MAX_UNDOS = 1000 /* undos per match: each costs a replay */
};

/* How players end a match before the rules do. A side, a team or a seat that plays alone, has given
 * up when all its seats have resigned. The match is over when one side is left, or by agreement. */
struct fl_ending {
    fl_seats resigned;
    bool over;
    bool agreed;                 /* the players agreed, */
    bool bots_only;              /* or all of them have resigned and only bots are left */
    fl_seats winners;            /* if over: the side that is left, or the leaders */
    int32_t score[FL_MAX_SEATS]; /* if over: the public standing */
};

struct fl_match {
    const struct fl_game *game;
    struct fl_setup setup;
    int viewer; /* FL_TRUTH, or the viewer of a partial match */
    uint32_t steps, room;
    struct fl_step *log;
    uint32_t rolls; /* number of chance moves ever made, including undone ones */

    /* All events up to the last undo, resignation or agreement, which are steps of FL_UNDO,
     * FL_RESIGN and FL_AGREE. Later events are the log from step `kept` on. Empty in most
     * matches. */
    uint32_t past_events, past_room, kept, undos;
    struct fl_step *past;
    struct fl_ending ending;
    union fl_state state;
};

/* The knowledge of one viewer: a state of the same type, after `redact`. */
struct fl_sight {
    const struct fl_game *game;
    struct fl_setup setup;
    int viewer;
    struct fl_ending ending;
    union fl_state state;
};

/* Starts a match. The setup must pass fl_setup_check. `viewer` is FL_TRUTH, or the viewer of a
 * partial match. Release it with fl_match_end. */
void fl_match_begin(struct fl_match *, const struct fl_game *, const struct fl_setup *, int viewer);

/* Restarts with the same game and setup, reusing the memory of the log. */
void fl_match_again(struct fl_match *);

/* Releases unused capacity of the log. */
void fl_match_shrink_to_fit(struct fl_match *);

/* Releases the memory of the match. */
void fl_match_end(struct fl_match *);

/* The seats that may move now; 0 if the match is over. */
static inline fl_seats fl_match_turn(const struct fl_match *m)
{
    return m->ending.over ? 0 : m->game->turn(&m->state);
}

/* The same for a sight; the winners and scores of a finished match. A side that has given up does
 * not win, even if a bot that plays for it is the best. */
static inline fl_seats fl_sight_turn(const struct fl_sight *s)
{
    return s->ending.over ? 0 : s->game->turn(&s->state);
}

fl_seats fl_sight_winners(const struct fl_sight *);
int32_t fl_sight_score(const struct fl_sight *, int seat);

/* Begins the reason why a seat may not move now: it names the seat whose turn it is, if there is
 * only one. */
void fl_match_explain_turn(const struct fl_match *, struct fl_phrase *why);

/* The team of a seat, which is public: the seat itself where there are no teams. */
static inline int fl_match_team(const struct fl_match *m, int seat)
{
    return fl_team(m->game, &m->state, seat);
}

/* Makes and logs a move if it is the seat's turn and the move is legal. In a partial match, the
 * move may be FL_UNSEEN if the viewer could not see it. */
enum fl_status fl_match_play(struct fl_match *, int seat, fl_move);

/* Makes chance moves from a seeded generator until chance has no turn. The match is not partial.
 * Moves are not validated, because the game itself samples them. */
enum fl_status fl_match_play_chance_rng(struct fl_match *, struct fl_rng *);

/* A source of chance moves outside the core: the operating system, a file, a person. */
struct fl_chance_source {
    /* Picks one of the listed moves. Returns false if it cannot: the file ended, the person
     * left. */
    bool (*pick)(struct fl_chance_source *, const struct fl_match *, const struct fl_moves *,
                 fl_move *);
};

/* Makes chance moves from any source until chance has no turn. Returns FL_NO_CHANCE if the source
 * fails; moves already made stay. */
enum fl_status fl_match_play_chance(struct fl_match *, struct fl_chance_source *);

/* Writes the sight of a seat or spectator. A partial match has only the sight of its own viewer. */
void fl_match_sight(const struct fl_match *, int viewer, struct fl_sight *out);

/* Writes the full state as the sight of FL_TRUTH, for reviewing a finished match. The match is not
 * partial. */
void fl_match_truth(const struct fl_match *, struct fl_sight *out);

/* Whether the seat's last move may be undone without asking anybody: since it, nothing was rolled
 * or drawn, nobody else moved and nothing hidden was shown. */
bool fl_match_undo_is_free(const struct fl_match *, int seat);

/* The same for one step, given the match before it. */
bool fl_step_is_free(const struct fl_match *before, struct fl_step);

/* Removes all steps after the first `steps`, without a trace: for steps that were not announced to
 * anybody, or that involve no chance. Cannot go back beyond an undo. */
void fl_match_rewind(struct fl_match *, uint32_t steps);

/* Copies a match to describe later steps. The copy shares the log: it must not add steps and must
 * not be passed to fl_match_end. */
void fl_match_snapshot(const struct fl_match *, struct fl_match *out);

/* Goes back to the first `steps` steps and records the undo: numbers of rolls stay used, and the
 * next roll is a new one. Returns FL_TOO_LONG without any effect if memory is short or there were
 * too many undos. */
enum fl_status fl_match_undo(struct fl_match *, uint32_t steps);

/* Whether these seats, which must be of one side, may resign now. */
bool fl_match_may_resign(const struct fl_match *, fl_seats);

/* Resign, or end the match with its present standing: by agreement, or because only bots are left,
 * which a match does not know. FL_OVER, FL_ILLEGAL or
 * FL_TOO_LONG without any effect. */
enum fl_status fl_match_resign(struct fl_match *, fl_seats);
enum fl_status fl_match_agree(struct fl_match *, bool bots_only);

/* The events in order: steps, and undos, resignations and the agreement as steps of FL_UNDO,
 * FL_RESIGN and FL_AGREE. */
uint32_t fl_match_events(const struct fl_match *);
struct fl_step fl_match_event(const struct fl_match *, uint32_t event);

/* Repeats an event of another match in this one, by the function for its kind. */
enum fl_status fl_match_follow(struct fl_match *, struct fl_step event);

/* The move of a step as a viewer sees it: FL_UNSEEN if it is hidden. `match` is in the true state
 * before the step. */
fl_move fl_step_seen(const struct fl_match *, int viewer, struct fl_step);

/* Describes a step in phrases, before it is applied. The move may be FL_UNSEEN. `all`: the step is
 * offered now or belongs to a finished match, so that the phrases contain everything visible, also
 * what players must remember. */
void fl_sight_say(const struct fl_sight *, struct fl_step, bool all, struct fl_phrases *out);

/* Describes how players ended a match before the rules did; no phrase if they did not. */
void fl_ending_say(const struct fl_ending *, struct fl_phrases *out);

/* The consequence of a legal move of the viewer, a seat. Returns false if there is none to tell. */
bool fl_sight_note(const struct fl_sight *, fl_move, struct fl_phrase *out);

/* Whether earlier positions must not be shown, because players must remember them. */
bool fl_match_hides_past(const struct fl_match *);

/* Writes the view of a sight. */
void fl_sight_view(const struct fl_sight *, struct fl_view *out);

/* Copies a match as one viewer saw it. The caller ends the copy, also after false: memory is
 * short. */
bool fl_match_partial(const struct fl_match *, int viewer, struct fl_match *out);

#endif
