/* Matches and records. A match is a game, its options and the list of its steps. One thread per
 * handle. */
#ifndef FLIBUSTE_MATCH_H
#define FLIBUSTE_MATCH_H

#include <flibuste/game.h>

#ifdef __cplusplus
extern "C" {
#endif

struct flibuste_match;

/* Starts a match. `options` is a list such as "target=8000 floor=on"; NULL or "" selects the
 * defaults. FLIBUSTE_BAD_SETUP: the game cannot be played like this. */
enum flibuste_status flibuste_match_new(const struct flibuste_game *, int seats,
                                        const char *options, struct flibuste_match **out);

/* Why a game cannot be played like this, an English sentence. Writes text; empty if it can. */
size_t flibuste_setup_fault(const struct flibuste_game *, int seats, const char *options, char *out,
                            size_t room);
enum flibuste_status flibuste_match_copy(const struct flibuste_match *,
                                         struct flibuste_match **out);
void flibuste_match_free(struct flibuste_match *);

/* Starts again with the same game and options. */
void flibuste_match_restart(struct flibuste_match *);

/* The setup, and the viewer: FLIBUSTE_TRUTH, or the viewer of a partial record. */
const struct flibuste_game *flibuste_match_game(const struct flibuste_match *);
int flibuste_match_seats(const struct flibuste_match *);
int flibuste_match_viewer(const struct flibuste_match *);

/* The value of an option by its number, or NULL. The string is constant. */
const char *flibuste_match_option(const struct flibuste_match *, int option);

/* Names a player in records. `kind` is "person" or the name of an agent. Returns
 * FLIBUSTE_BAD_ARGUMENT for names that a record cannot contain. */
enum flibuste_status flibuste_match_set_player(struct flibuste_match *, int seat, const char *kind,
                                               const char *name);
const char *flibuste_match_player(const struct flibuste_match *, int seat);

/* The seats that may move now, as a set; 0 if the match is over. */
flibuste_seats flibuste_match_turn(const struct flibuste_match *);

/* The first seat that may move: a seat, FLIBUSTE_CHANCE, or -1 if the match is over. */
int flibuste_match_mover(const struct flibuste_match *);

/* Makes a move, by number or by notation, if it is legal. FLIBUSTE_CHANCE is a seat here: dice can
 * come from the caller. */
enum flibuste_status flibuste_match_play(struct flibuste_match *, int seat, flibuste_move);
enum flibuste_status flibuste_match_play_text(struct flibuste_match *, int seat, const char *text);

/* Makes moves of chance until a player has to move. */
enum flibuste_status flibuste_match_play_chance(struct flibuste_match *, struct flibuste_rng *);

/* The possible moves of chance and their relative weights. Writes at most `room` of them and
 * returns their number; 0 if it is not the turn of chance, or in a partial match. */
int flibuste_match_chances(const struct flibuste_match *, flibuste_move *moves, uint16_t *weights,
                           int room);

/* The steps so far. Step numbers count from 0. A number out of range gives a step of
 * FLIBUSTE_NOBODY. */
uint32_t flibuste_match_steps(const struct flibuste_match *);
struct flibuste_step flibuste_match_step(const struct flibuste_match *, uint32_t number);

/* Goes back to the first `steps` steps and records the undo. */
enum flibuste_status flibuste_match_undo(struct flibuste_match *, uint32_t steps);

/* Scores, winners and the team of a seat. Winners are a set, empty until the match is over. Scores
 * of a match with secrets are those of the truth: use a sight for what a player may know. */
int32_t flibuste_match_score(const struct flibuste_match *, int seat);
flibuste_seats flibuste_match_winners(const struct flibuste_match *);
int flibuste_match_team(const struct flibuste_match *, int seat);

/* A hash of the position, as in the last line of records. */
uint64_t flibuste_match_hash(const struct flibuste_match *);

/* Reads a record (docs/record-format.md) of `len` bytes. If it is none, the status is
 * FLIBUSTE_BAD_RECORD and `why` receives an English sentence with the number of the line. */
enum flibuste_status flibuste_record_read(const char *text, size_t len, struct flibuste_match **out,
                                          char *why, size_t room);

/* Writes the record that a viewer may have: FLIBUSTE_TRUTH, FLIBUSTE_SPECTATOR or a seat. Returns 0
 * if the match has no record for this viewer. */
size_t flibuste_record_write(const struct flibuste_match *, int viewer, char *out, size_t room);

/* The result of recomputing the fair dice of a record (docs/fair-dice.md). */
enum flibuste_dice {
    FLIBUSTE_DICE_OTHER,            /* the match has no fair dice */
    FLIBUSTE_DICE_HIDDEN,           /* the secret is not revealed yet */
    FLIBUSTE_DICE_PARTIAL,          /* a partial match: some odds are unknown */
    FLIBUSTE_DICE_FAIR,             /* every roll matches */
    FLIBUSTE_DICE_WRONG_COMMITMENT, /* the secret does not match the commitment */
    FLIBUSTE_DICE_WRONG_ROLL        /* a roll does not match secret and nonces */
};
enum flibuste_status flibuste_record_verify(const struct flibuste_match *, enum flibuste_dice *out);

#ifdef __cplusplus
}
#endif

#endif
