/* The interface of a game: one constant table of pure functions over a plain state. Read this file
 * first.
 *
 * A state is a block of bytes without pointers or padding: copying state_size bytes copies the
 * game. Nothing here performs I/O, allocates memory or reads a clock, and all functions may be
 * called from any thread.
 *
 * Chance is a seat: a die roll or card draw is a move made by FL_CHANCE. A match is therefore its
 * setup and its list of moves, and no state contains the future. */
#ifndef FL_CORE_GAME_H
#define FL_CORE_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/buf.h"
#include "core/phrase.h"
#include "core/rng.h"
#include "core/view.h"

enum {
    FL_MAX_SEATS = 8,
    FL_MAX_MOVES = 512,  /* legal moves of one seat in one state */
    FL_MAX_STATE = 1024, /* bytes of a state */
    FL_MAX_OPTIONS = 8,
    FL_MAX_CHOICES = 8, /* values of one option */
    FL_MAX_SUBSETS = 8, /* subset questions of one seat in one state */
    FL_MAX_TOUCHED = 64,
    FL_MAX_ROUTES = 96,      /* routes of one seat in one state */
    FL_MAX_ROUTE_MOVES = 16, /* moves of one route */
    FL_MAX_ROLL = 8,         /* chance moves made by one call of sample_and_apply */

    FL_CHANCE = 8,    /* the seat that rolls dice and draws cards */
    FL_SPECTATOR = 9, /* a viewer without a seat: sees what is public */
    FL_TRUTH = 10,    /* a viewer from whom nothing is hidden; for records and finished matches */
    FL_NOBODY = 255
};

typedef uint16_t fl_move;  /* less than the game's move_count */
typedef uint16_t fl_seats; /* a set: bit n is seat n, bit FL_CHANCE is chance */

#define FL_SEAT(seat) ((fl_seats)(1u << (seat)))
#define FL_EVERYONE ((fl_seats)(FL_SEAT(FL_SPECTATOR + 1) - 1))

/* Replaces a move that a viewer may not see. It is never legal, and no game spells it. */
#define FL_UNSEEN ((fl_move)0xFFFF)

union fl_state {
    uint64_t aligned;
    unsigned char byte[FL_MAX_STATE];
};

/* An option of the rules. The first choice is the default. A choice without a word ends the
 * list. */
struct fl_option {
    const char *name;
    struct {
        const char *word;
        uint16_t value;
    } choice[FL_MAX_CHOICES];
};

struct fl_setup {
    uint16_t seats;
    uint16_t option[FL_MAX_OPTIONS]; /* values of choices, in the order of the game's options */
};

/* The legal moves of one seat, in ascending order. A weight is the relative probability of a chance
 * move, and 1 for moves of players. */
struct fl_moves {
    uint32_t count;
    uint32_t total; /* sum of the weights */
    struct fl_offer {
        fl_move move;
        uint16_t weight;
    } at[FL_MAX_MOVES];
};

/* A subset question, "any min..max of these items". It stands for the moves base + (with | sub),
 * for every subset `sub` of `of` with min to max bits. min is 0, 1 or 2. max excludes the full set
 * or nothing. A move is spelled as the verb and the numbers (bit + 1) of with | sub. */
struct fl_subset {
    const char *verb;
    fl_move base;
    uint8_t of, with, min, max;
    uint16_t item[8]; /* id of the view item of each bit */
};

/* Consecutive moves of one seat, offered as one choice: "sail to that square". */
struct fl_route {
    const char *name; /* translation key of the destination, or NULL */
    uint16_t item;    /* id of the view item it leads to */
    uint16_t count;
    fl_move move[FL_MAX_ROUTE_MOVES];
};

/* A move and the seat that made it. */
struct fl_step {
    fl_move move; /* FL_UNSEEN where the viewer of a partial match could not see it */
    uint16_t seat;
};

struct fl_json;  /* core/json.h */
struct fl_field; /* core/observe.h */

struct fl_game {
    const char *name;  /* as in commands, records and names of files; also its translation key */
    const char *about; /* translation key of a one-sentence description */
    uint16_t
        version; /* version of the rules; incremented when old records could read differently */
    uint16_t state_size; /* bytes, at most FL_MAX_STATE */
    uint16_t move_count; /* every move is less than this */
    uint8_t seats_min, seats_max;
    bool simultaneous; /* several seats may have the turn at once */
    struct fl_option option[FL_MAX_OPTIONS];
    const char *mark[8]; /* names of the item marks of the view, by bit */

    /* Rules. */
    /* Returns NULL if the setup can be played, else the translation key of the reason. Called after
     * the ranges were checked. May be NULL: every setup can be played. */
    const char *(*check_setup)(const struct fl_setup *);
    void (*start)(void *state, const struct fl_setup *);
    fl_seats (*turn)(const void *state); /* the seats that may move now; 0 if the game is over */
    /* Lists the legal moves of a seat whose turn it is. In a sight, the list for another seat
     * contains every move that may be legal as far as the viewer knows. The weights of chance moves
     * are correct in the truth and in imagined states only. */
    void (*moves)(const void *state, int seat, struct fl_moves *out);
    void (*apply)(void *state, int seat, fl_move); /* the move is legal, or FL_UNSEEN in a sight */
    /* Scores and winners of a finished game are the same in every sight: hidden information is
     * shown first, by forced moves that everybody sees. Before the end, scores are for agents only;
     * people read numbers from the view. */
    int32_t (*score)(const void *state, int seat);
    fl_seats (*winners)(const void *state);   /* several winners share the victory */
    int (*team)(const void *state, int seat); /* NULL: every seat plays for itself */

    /* Hidden information; NULL in a game without any. A sight is a state after `redact`. `turn`,
     * `visible_to` and the viewer's own moves are the same in the truth and in the sight. */
    fl_seats (*visible_to)(const void *state, int seat, fl_move); /* viewers that see this move */
    /* Whether the move reveals information to others, so that undoing it would be unfair. */
    bool (*reveals)(const void *state, int seat, fl_move);
    void (*redact)(void *state, int viewer);
    /* Replaces hidden information by a random guess. Every deal of single cards that is consistent
     * with the sight is equally likely. */
    void (*imagine)(void *state, int viewer, struct fl_rng *);
    /* Optional: whether players must remember what they saw. Until such a game is over, clients get
     * no earlier positions, records or analyses, only the phrases of `say`. Agents may remember
     * everything. */
    bool (*from_memory)(const struct fl_setup *);

    /* Text. */
    /* The notation of a move, the same in every language and unique, for every number less than
     * move_count. Chance moves are single words. Moves of players are verbs, followed by numbers or
     * words. */
    void (*spell)(fl_move, struct fl_buf *out);
    /* Describes a move in the state before it: the first phrase is the move, the others are its
     * consequences. A key "x.say.y" may have the variants "x.do.y", the same move as a choice, and,
     * for chance, "x.real.y", a request to roll {n} real dice for {who}. */
    void (*say)(const void *state, int seat, fl_move, struct fl_phrases *out);
    /* Optional: like `say`, but names everything that is visible before the move, even if players
     * must remember it later. For moves that are offered, and for finished matches. */
    void (*say_all)(const void *state, int seat, fl_move, struct fl_phrases *out);
    void (*view)(const void *state, int viewer, struct fl_view *out);
    /* Writes the ids of the view items that the move is about. Returns their number, at most
     * FL_MAX_TOUCHED. */
    int (*touches)(const void *state, int seat, fl_move, uint16_t *item);
    /* The question to a seat that may move. Contains public information only. */
    void (*prompt)(const void *state, int seat, struct fl_phrase *out);
    /* Optional: the consequence of a legal move, for small type next to the choice: "27% risk of
     * going bust". The state is the seat's sight. Its key is "x.note.y". Returns false if there is
     * nothing to add. */
    bool (*note)(const void *state, int seat, fl_move, struct fl_phrase *out);

    /* Explanation. */
    /* Why a move is not legal for this seat now, with the number of the rule as argument "rule". */
    void (*why_not)(const void *state, int seat, fl_move, struct fl_phrase *out);

    /* Optional: faster equivalents of `moves` and `view`, which the laws compare with them. */
    bool (*legal)(const void *state, int seat, fl_move);
    fl_move (*sample_chance)(const void *state,
                             struct fl_rng *); /* like fl_pick on the chance moves */
    /* Samples and applies one or several consecutive chance moves, such as all dice of one throw.
     * The result is the same as sampling and applying them one by one. Returns the number of steps
     * written, at most FL_MAX_ROLL. */
    int (*sample_and_apply)(void *state, struct fl_rng *, struct fl_step *out);
    int (*subsets)(const void *state, int seat, struct fl_subset *out);
    /* Whether the view is equal for all viewers from now on until the end. */
    bool (*is_public)(const void *state);
    /* The probability in percent that the dice of a move end the turn at a loss, or -1 if the move
     * rolls none. It depends on public information only. Answers to a subset question with the same
     * number of items have the same probability. */
    int (*bust_percent)(const void *state, int seat, fl_move);
    /* Writes the routes of a seat. Returns their number. */
    int (*routes)(const void *state, int seat, struct fl_route *out);

    /* Optional: the result of a game that was played without the program. The text has one line per
     * player; the lines and the option, which may be "", are in a notation of the game. Writes
     * members of a JSON object. Returns false, with the reason, if the text is not possible. */
    bool (*tally)(const char *option, const char *text, size_t len, struct fl_json *out,
                  struct fl_phrase *why);

    /* Optional: the fields of an observation, for programs that learn; ends with a NULL name. NULL:
     * an observation is the bytes of the state. */
    const struct fl_field *fields;
};

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "states are hashed as bytes");

/* The number of set bits of an 8-bit mask. Portable: does not assume a machine instruction. */
static inline int fl_bits(unsigned mask)
{
    mask -= mask >> 1 & 0x55;
    mask = (mask & 0x33) + (mask >> 2 & 0x33);
    return (int)((mask + (mask >> 4)) & 15);
}

/* Appends a move to a list. Moves must be appended in ascending order, at most FL_MAX_MOVES. */
static inline void fl_offer(struct fl_moves *out, fl_move move, unsigned weight)
{
    out->at[out->count].move = move;
    out->at[out->count].weight = (uint16_t)weight;
    out->count++;
    out->total += weight;
}

/* Appends every move of a subset question, in ascending order. */
void fl_offer_subset(struct fl_moves *out, const struct fl_subset *);

/* Whether base + mask is a move of the question. */
static inline bool fl_subset_holds(const struct fl_subset *s, unsigned mask)
{
    unsigned sub = mask & ~(unsigned)s->with;
    int chosen = fl_bits(sub);
    return (mask & s->with) == s->with && !(sub & ~(unsigned)s->of) && chosen >= s->min &&
           chosen <= s->max;
}

/* Lists the legal moves of a seat; the list is empty if it is not its turn. */
void fl_list(const struct fl_game *, const void *state, int seat, struct fl_moves *out);

/* Whether the list of legal moves contains this move; slower than fl_is_legal. */
bool fl_is_listed(const struct fl_game *, const void *state, int seat, fl_move);

/* Whether the move is legal. It must be the seat's turn. */
static inline bool fl_is_legal(const struct fl_game *g, const void *state, int seat, fl_move move)
{
    return g->legal ? g->legal(state, seat, move) : fl_is_listed(g, state, seat, move);
}

/* Picks a move with a probability proportional to its weight. The list is not empty. */
fl_move fl_pick(const struct fl_moves *, struct fl_rng *);

/* Samples a chance move from the list of all. It must be chance's turn. */
fl_move fl_sample_listed(const struct fl_game *, const void *state, struct fl_rng *);

/* Samples the next chance move, by the game's own function if it has one. */
static inline fl_move fl_sample_chance(const struct fl_game *g, const void *state,
                                       struct fl_rng *rng)
{
    return g->sample_chance ? g->sample_chance(state, rng) : fl_sample_listed(g, state, rng);
}

/* Finds the legal move of a seat that is spelled exactly like the text of `len` bytes. Returns
 * false if there is none. */
bool fl_read_legal(const struct fl_game *, const void *state, int seat, const char *text,
                   size_t len, fl_move *out);

/* Finds any move with this spelling, legal or not. */
bool fl_read_any(const struct fl_game *, const char *text, size_t len, fl_move *out);

/* The viewers that see this move; everyone in a game without hidden information. */
fl_seats fl_seen_by(const struct fl_game *, const void *state, int seat, fl_move);

/* The team of a seat; the seat itself in a game without teams. */
int fl_team(const struct fl_game *, const void *state, int seat);

/* A 64-bit hash of a state (FNV-1a). */
uint64_t fl_hash(const struct fl_game *, const void *state);

/* The setup with the default choice of every option. */
struct fl_setup fl_setup_default(const struct fl_game *, int seats);

/* Sets an option by name and word. Returns false if the option or the choice does not exist. */
bool fl_setup_set(const struct fl_game *, struct fl_setup *, const char *name, const char *word);

/* The word of an option's value, or NULL if the value is not one of its choices. */
const char *fl_setup_word(const struct fl_game *, const struct fl_setup *, int option);

/* Returns NULL if the setup can be played, else the translation key of the reason. */
const char *fl_setup_check(const struct fl_game *, const struct fl_setup *);

/* The bit of the item mark with this name, or 0. */
int fl_mark(const struct fl_game *, const char *name);

/* The number of options of a game. */
int fl_option_count(const struct fl_game *);

#endif
