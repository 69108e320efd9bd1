/* The match at a table: moves, undo, clocks, bots, lessons, dice. A tick function writes an event
 * that is due, and returns whether it did. Times are milliseconds since 1970. */
#ifndef FL_HOST_PLAY_H
#define FL_HOST_PLAY_H

#include "host/table.h"

/* ---- play.c ---- */

/* Plays a move and the chance after it, and stores them. Not FL_OK: the match is unchanged. */
enum fl_status fl_play(struct fl_table *, int seat, fl_move, bool by_bot, fl_client_id);

/* Plays chance and stores all steps since `before`. FL_TOO_LONG: the match was rewound. */
enum fl_status fl_play_on(struct fl_table *, const struct fl_match *before, bool by_bot,
                          fl_client_id);

/* Applies a start, step, undo or rematch, as fl_table_fold. */
bool fl_play_fold(struct fl_table *, const struct fl_table_event *, bool played);

/* Rewinds the match after the write of its steps failed. */
void fl_play_undo_failed(struct fl_table *, const struct fl_pending *);

/* Sets the seat that begins a rematch; false, and nothing changes, if the rules do not allow it. */
bool fl_setup_first(const struct fl_game *, struct fl_setup *, int first);

/* ---- undo.c ---- */

/* Forgets the open request for an undo. */
void fl_undo_clear(struct fl_table *);

/* The seat whose last move can be undone without consent, or -1. */
int fl_undo_free_seat(const struct fl_table *);

/* Writes the requested undo if nobody is left who must agree. */
bool fl_undo_tick(struct fl_table *);

/* Send that an undo is free to the client of that seat: after any event, or after a step. */
void fl_send_undo_free(struct fl_table *, fl_client_id);
void fl_send_step_undo_free(struct fl_table *, const struct fl_table_event *,
                            const struct fl_match *before);

/* Sends the open request to a client that comes back. */
void fl_send_undo_asked(struct fl_table *, fl_client_id);

/* ---- clock.c ---- */

/* Write the clocks: if they were paused, or in any case. */
bool fl_clock_tick(struct fl_table *);
bool fl_clock_write(struct fl_table *);

/* Set the clocks from an event, for a new match, or after a move or an undo. */
void fl_clock_set(struct fl_table *, const struct fl_table_event *);
void fl_clock_start(struct fl_table *, int64_t at);
void fl_clock_charge(struct fl_table *, int seat, int64_t at, bool moved);

/* Milliseconds that a seat has left, and whether its time is up. */
int64_t fl_clock_left(const struct fl_table *, int seat, int64_t at);
bool fl_seat_is_late(const struct fl_table *, int seat, int64_t at);

/* ---- bots.c ---- */
bool fl_bots_tick(struct fl_table *);

/* Whether a bot moves for this seat now. */
bool fl_bot_plays(const struct fl_table *, int seat);

/* Whether a bot has to move and could not be asked, or its move not be written: memory was short.
 */
bool fl_bot_is_late(const struct fl_table *);

/* ---- lesson.c ---- */

/* The lesson of a table, or NULL. */
const struct fl_lesson *fl_table_lesson(const struct fl_table *);

/* Plays the next move of the script. */
bool fl_lesson_tick(struct fl_table *);

/* NULL, or the key of what is wrong with a legal move of the pupil. */
const char *fl_lesson_refuse(const struct fl_table *, int seat, fl_move);

/* Writes the text for the pupil's next move as a member of an object; nothing if there is none. */
void fl_json_lesson(struct fl_json *, const struct fl_table *, int viewer);

/* ---- dice: tokens.c, table_real_dice.c ---- */

/* The fair dice of a table, as its record has them. */
void fl_table_fair(const struct fl_table *, struct fl_fair *out);

/* Prepares the dice before a match, and returns those of the running match. */
void fl_table_take_dice(struct fl_table *);
struct fl_chance_source *fl_table_chance(struct fl_table *);

/* Sends the question for the next roll of real dice, if there is one. */
void fl_send_real_roll(struct fl_table *, fl_client_id);

/* The number of steps that remain after an undo at a table with real dice. */
uint32_t fl_real_roll_last(const struct fl_table *);

#endif
