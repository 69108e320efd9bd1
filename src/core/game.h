/* What a game is: one constant table of pure functions over a plain state.
 *
 * Read this file first. A state is a block of bytes without pointers or padding: copying
 * state_size bytes copies the game. Nothing here performs I/O, allocates, or knows the time.
 * Chance is a seat: a die or a card draw is a move made by FL_CHANCE, so a match is its setup
 * and its list of moves, and no state contains the future. */
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
    FL_MAX_MOVES = 512,  /* legal moves of one seat at one time */
    FL_MAX_STATE = 1024, /* bytes */
    FL_MAX_OPTIONS = 8,
    FL_MAX_CHOICES = 8, /* values of one option */
    FL_MAX_SUBSETS = 8, /* subset questions open at one time */
    FL_MAX_TOUCHED = 64,
    FL_MAX_WAYS = 96, /* ways open at one time */
    FL_MAX_WAY = 16,  /* moves of one way */
    FL_MAX_ROLL = 8,  /* moves of chance made at once */

    FL_CHANCE = 8,  /* the seat that throws dice and draws cards */
    FL_WATCHER = 9, /* a viewer who holds no seat: sees what is public */
    FL_TRUTH = 10,  /* a viewer from whom nothing is hidden: only records and matches */
    FL_NOBODY = 255
};

typedef uint16_t fl_move;  /* below the game's move_count */
typedef uint16_t fl_seats; /* a set: bit n is seat n, bit FL_CHANCE is chance */

#define FL_SEAT(seat) ((fl_seats)(1u << (seat)))
#define FL_EVERYONE ((fl_seats)(FL_SEAT(FL_WATCHER + 1) - 1))

/* Stands for a move its reader was not allowed to see. Never legal, never spelled by a game. */
#define FL_UNSEEN ((fl_move)0xFFFF)

union fl_state {
    uint64_t aligned;
    unsigned char byte[FL_MAX_STATE];
};

/* One option of a game. The first choice is the default; word NULL ends the list. */
struct fl_option {
    const char *name;
    struct {
        const char *word;
        uint16_t value;
    } choice[FL_MAX_CHOICES];
};

struct fl_setup {
    uint16_t seats;
    uint16_t option[FL_MAX_OPTIONS]; /* values, in the order of the game's option list */
};

/* The legal moves of one seat, ascending. Weights matter for chance and are 1 for players. */
struct fl_moves {
    uint32_t count;
    uint32_t total; /* of the weights */
    struct fl_offer {
        fl_move move;
        uint16_t weight;
    } at[FL_MAX_MOVES];
};

/* "Any min..max of these": moves base + (with | sub) for every sub of `of` that has between min
 * and max bits; min is 0, 1 or 2, and max leaves out the whole or nothing. Spelled as the verb and
 * the numbers (bit + 1) of with | sub. */
struct fl_subset {
    const char *verb;
    fl_move base;
    uint8_t of, with, min, max;
    uint16_t item[8]; /* the item of each bit, as in the view */
};

/* Several moves of one seat in a row, as one thing to choose: sail to that square. */
struct fl_way {
    const char *name; /* a word key, or NULL */
    uint16_t item;    /* where it leads, as in the view */
    uint16_t count;
    fl_move move[FL_MAX_WAY];
};

/* A move that was made. */
struct fl_step {
    fl_move move; /* FL_UNSEEN in a partial match */
    uint16_t seat;
};

struct fl_game {
    const char *name;    /* as typed and recorded: "mille-sabords"; also its word key */
    const char *about;   /* word key of one sentence about it */
    uint16_t version;    /* of the rules; raised when a record could be read differently */
    uint16_t state_size; /* bytes, at most FL_MAX_STATE */
    uint16_t move_count; /* all move ids are below */
    uint8_t seats_min, seats_max;
    struct fl_option option[FL_MAX_OPTIONS];
    const char *mark[8]; /* names of the item marks, by bit */

    /* Rules. */
    /* NULL if this many seats may play with these options, else the word key of the reason.
     * May be absent; ranges are checked before. */
    const char *(*refuse)(const struct fl_setup *);
    void (*start)(void *state, const struct fl_setup *);
    fl_seats (*turn)(const void *state); /* who may move now; 0 when the game is over */
    /* In a sight, of other seats: every move that may be legal as far as its viewer can know.
     * The weights of chance are right in the truth and in imagined worlds only. */
    void (*moves)(const void *state, int seat, struct fl_moves *out);
    void (*apply)(void *state, int seat, fl_move); /* trusts: the move was offered, or UNSEEN */
    /* Score and winners of a game that is over are the same from every sight: what is still
     * hidden then is laid open first, by forced moves that everybody sees. Before the end a score
     * is for agents; people get their numbers from the view. */
    int32_t (*score)(const void *state, int seat);
    fl_seats (*winners)(const void *state);   /* several share */
    int (*team)(const void *state, int seat); /* may be absent: everyone alone */

    /* Secrets. All may be absent in a game without any. A sight is a state after `redact`; turn,
     * seen and the viewer's own moves are the same in the truth and in the sight. */
    fl_seats (*seen)(const void *state, int seat, fl_move); /* viewers that see this move */
    /* Whether others learn by this move what taking it back could not make them forget. */
    bool (*shows)(const void *state, int seat, fl_move);
    void (*redact)(void *state, int viewer);
    /* Fills the blanks: every deal of single cards that fits the sight is equally likely. */
    void (*imagine)(void *state, int viewer, struct fl_rng *);

    /* Words. */
    /* Canonical notation, the same in every language, for every id below move_count, no two
     * alike. One word for a chance move; for players a verb, then numbers or words. */
    void (*spell)(fl_move, struct fl_buf *out);
    /* First phrase: the move. Further ones: what it brings about. State is from before. A key
     * "x.say.y" may have a sister "x.do.y": the same move as something one may choose; and, for
     * chance, "x.real.y": what a person is asked who throws real dice, {n} of them, for {who}. */
    void (*say)(const void *state, int seat, fl_move, struct fl_saying *out);
    void (*view)(const void *state, int viewer, struct fl_view *out);
    /* Items the move is about; returns how many were written, at most FL_MAX_TOUCHED. */
    int (*touches)(const void *state, int seat, fl_move, uint16_t *item);
    /* What a seat that may move is being asked; says nothing that is not public. */
    void (*ask)(const void *state, int seat, struct fl_phrase *out);

    /* Help. */
    /* Why a move is not legal for this seat now, with the rule's number as argument "rule". */
    void (*why_not)(const void *state, int seat, fl_move, struct fl_phrase *out);

    /* Optional: faster or shorter ways to say what `moves` says; the laws compare them. */
    bool (*legal)(const void *state, int seat, fl_move);
    fl_move (*draw)(const void *state, struct fl_rng *); /* as fl_pick on chance's moves */
    /* Makes one or several of chance's moves in a row, as draw and apply would one by one: dice
     * that are thrown together fall together. Returns how many were written, at most FL_MAX_ROLL.
     */
    int (*roll)(void *state, struct fl_rng *, struct fl_step *out);
    int (*subsets)(const void *state, int seat, struct fl_subset *out);
    /* Whether the view is the same for every viewer, from now on to the end. */
    bool (*open)(const void *state);
    /* The chance in percent, as everybody can reckon it, that the dice of a move end the turn to
     * the mover's loss; -1 if it throws none. Moves of a question that choose as many risk the
     * same. */
    int (*risk)(const void *state, int seat, fl_move);
    /* Where several moves in a row can lead: returns how many were written. */
    int (*ways)(const void *state, int seat, struct fl_way *out);
};

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "states are hashed as bytes");

/* How many bits of a mask of eight are set; no machine instruction is taken for granted. */
static inline int fl_bits(unsigned mask)
{
    mask -= mask >> 1 & 0x55;
    mask = (mask & 0x33) + (mask >> 2 & 0x33);
    return (int)((mask + (mask >> 4)) & 15);
}

/* Adds a move to a list; called in ascending order. */
static inline void fl_offer(struct fl_moves *out, fl_move move, unsigned weight)
{
    out->at[out->count].move = move;
    out->at[out->count].weight = (uint16_t)weight;
    out->count++;
    out->total += weight;
}

/* Adds every move of a subset question, ascending. */
void fl_offer_subset(struct fl_moves *out, const struct fl_subset *);

/* Whether a move of this mask answers the question. */
static inline bool fl_subset_holds(const struct fl_subset *s, unsigned mask)
{
    unsigned sub = mask & ~(unsigned)s->with;
    int chosen = fl_bits(sub);
    return (mask & s->with) == s->with && !(sub & ~(unsigned)s->of) && chosen >= s->min &&
           chosen <= s->max;
}

/* The legal moves of a seat, empty if it may not move. */
void fl_list(const struct fl_game *, const void *state, int seat, struct fl_moves *out);

/* Whether this move is among those of the list. */
bool fl_is_listed(const struct fl_game *, const void *state, int seat, fl_move);

/* Whether a seat whose turn it is may make this move. */
static inline bool fl_is_legal(const struct fl_game *g, const void *state, int seat, fl_move move)
{
    return g->legal ? g->legal(state, seat, move) : fl_is_listed(g, state, seat, move);
}

/* One of the moves, as likely as its weight; the list is not empty. */
fl_move fl_pick(const struct fl_moves *, struct fl_rng *);

/* One of chance's moves, picked from their list; it is chance's turn. */
fl_move fl_draw_listed(const struct fl_game *, const void *state, struct fl_rng *);

/* What chance brings next. */
static inline fl_move fl_draw(const struct fl_game *g, const void *state, struct fl_rng *rng)
{
    return g->draw ? g->draw(state, rng) : fl_draw_listed(g, state, rng);
}

/* Finds the move of a seat that a text spells exactly; false if it may make no such move. */
bool fl_read_legal(const struct fl_game *, const void *state, int seat, const char *text,
                   size_t len, fl_move *out);

/* Finds any move of the game that a text spells, legal or not. */
bool fl_read_any(const struct fl_game *, const char *text, size_t len, fl_move *out);

/* The viewers that see this move: everyone in a game without secrets. */
fl_seats fl_seen_by(const struct fl_game *, const void *state, int seat, fl_move);

/* The team of a seat: the seat itself where there are no teams. */
int fl_team(const struct fl_game *, const void *state, int seat);

/* A fingerprint of a state. */
uint64_t fl_hash(const struct fl_game *, const void *state);

/* The setup with every option at its default. */
struct fl_setup fl_setup_default(const struct fl_game *, int seats);

/* Sets an option by name and word. False if there is no such option or choice. */
bool fl_setup_set(const struct fl_game *, struct fl_setup *, const char *name, const char *word);

/* The word of an option's present value, or NULL if it holds none of its choices. */
const char *fl_setup_word(const struct fl_game *, const struct fl_setup *, int option);

/* NULL if the game can be played so, else the word key of the reason. */
const char *fl_setup_refuse(const struct fl_game *, const struct fl_setup *);

/* The bit of the mark of this name; 0 if the game has none. */
int fl_mark(const struct fl_game *, const char *name);

/* How many options a game has. */
int fl_option_count(const struct fl_game *);

#endif
