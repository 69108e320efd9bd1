/* The match at a table: moves, undo, clocks, bots, lessons, dice. Times are milliseconds since
 * 1970. */
#ifndef FL_HOST_PLAY_H
#define FL_HOST_PLAY_H

#include "host/table.h"

struct fl_call;

/* ---- play.c ---- */

/* Plays a move and the chance after it, and stores them. Not FL_OK: the match is unchanged. */
enum fl_status fl_play(struct fl_table *, int seat, fl_move, bool by_bot, fl_client_id);

/* Plays chance and stores all steps since `before`. FL_TOO_LONG: the match was rewound. */
enum fl_status fl_play_on(struct fl_table *, const struct fl_match *before, bool by_bot,
                          fl_client_id);

/* Rewinds the match after the write of its steps failed. */
void fl_play_undo_failed(struct fl_table *, const struct fl_pending *);

/* Sets the seat that begins a rematch; false, and nothing changes, if the rules do not allow it. */
bool fl_setup_first(const struct fl_game *, struct fl_setup *, int first);

/* Adds the result of a match that is over to the event that ends it. */
void fl_put_result(const struct fl_match *, struct fl_pending *);

/* ---- undo.c ---- */

/* Writes what the sender requests if nobody else must agree, otherwise asks them. NULL, or the
 * reason why not. */
const char *fl_request(struct fl_call *, struct fl_request);

/* Send that an undo is free to the client of that seat: after any event, or after a step. */
void fl_send_undo_free(struct fl_table *, fl_client_id);
void fl_send_step_undo_free(struct fl_table *, const struct fl_table_event *,
                            const struct fl_match *before);

/* Sends the open request to a client that comes back. */
void fl_send_request(struct fl_table *, fl_client_id);

/* ---- ending.c ---- */

/* Whether the seat has resigned in this match. */
bool fl_has_resigned(const struct fl_table *, int seat);

/* Those of the seats that have not resigned. */
fl_seats fl_seats_in_play(const struct fl_table *, fl_seats);

/* Whether a person holds the seat, has not left and has not resigned. */
bool fl_is_held(const struct fl_table *, int seat);

/* Writes the end by agreement; FL_SPECTATOR: because only bots are left. NULL, or why not. */
const char *fl_write_agreement(struct fl_table *, fl_client_id, int seat);

/* ---- clock.c ---- */

/* Writes the clocks. False without memory. */
bool fl_clock_write(struct fl_table *);

/* Milliseconds that a seat has left. */
int64_t fl_clock_left(const struct fl_table *, int seat, int64_t at);

/* ---- bots.c ---- */

/* Whether a bot moves for this seat now. */
bool fl_bot_plays(const struct fl_table *, int seat);

/* Whether a bot has to move and could not be asked, or its move not be written: memory was short.
 */
bool fl_bot_is_late(const struct fl_table *);

/* ---- lesson.c ---- */

/* The lesson of a table, or NULL. */
const struct fl_lesson *fl_table_lesson(const struct fl_table *);

/* NULL, or the key of what is wrong with a legal move of the pupil. */
const char *fl_lesson_refuse(const struct fl_table *, int seat, fl_move);

/* Writes the text for the pupil's next move as a member of an object; nothing if there is none. */
void fl_json_lesson(struct fl_json *, const struct fl_table *, int viewer);

/* ---- dice: tokens.c, table_real_dice.c ---- */

/* The fair dice of a table, as its record has them. */
void fl_table_fair(const struct fl_table *, struct fl_fair *out);

/* Sends the question for the next roll of real dice, if there is one. */
void fl_send_real_roll(struct fl_table *, fl_client_id);

#endif
