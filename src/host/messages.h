/* Messages to clients. */
#ifndef FL_HOST_MESSAGES_H
#define FL_HOST_MESSAGES_H

#include "host/table.h"

/* ---- messages.c ---- */

/* Begins a message in the host's scratch memory; there is one at a time. fl_send and
 * fl_send_to_table end it and send it. */
struct fl_json fl_message(struct fl_host *, struct fl_buf *, const char *type);
void fl_send(struct fl_host *, const fl_client_id *, int lines, struct fl_json *);
void fl_send_to_table(struct fl_table *, struct fl_json *);

/* Sends a complete message. */
void fl_send_text(struct fl_host *, const fl_client_id *, int lines, const char *, size_t len);

/* Sends a refusal that belongs to no command. */
void fl_refuse(struct fl_host *, fl_client_id, const char *key);

/* Write members of an object: all public data of a table, its clocks, the lobby. */
void fl_json_table(struct fl_json *, const struct fl_table *);
void fl_json_clocks(struct fl_json *, const struct fl_table *);
void fl_json_lobby(struct fl_json *, const struct fl_host *);

/* Sends the public data of a table to a client; FL_NO_CLIENT: to all there. */
void fl_send_table_message(struct fl_table *, fl_client_id);

/* Sends the seats to all clients at a table. */
void fl_send_seats(struct fl_table *);

/* Send to one client: what it is at its table; a token, once. */
void fl_send_you(struct fl_host *, fl_client_id);
void fl_send_token(struct fl_table *, fl_client_id, const char *token);

/* ---- broadcast.c ---- */

/* Sends the steps since `before` to every viewer, and the questions that follow. */
void fl_send_steps(struct fl_table *, const struct fl_table_event *, const struct fl_match *before);

/* The number of a seat's question in messages. */
static inline int64_t fl_question_of(const struct fl_table *t, int seat)
{
    return (int64_t)t->seat[seat].question * FL_MAX_SEATS + seat;
}

/* Sends the complete views of all viewers of a client. */
void fl_send_views(struct fl_table *, fl_client_id);

/* ---- view_diff.c ---- */
bool fl_same_view(const struct fl_view *, const struct fl_view *);

/* Writes members of an object: the changes that lead from views[0] to views[1]. */
void fl_json_difference(struct fl_json *, const struct fl_game *, const struct fl_view *views);

/* ---- history.c ---- */

/* Adds the description of a step, before it is applied to the sight; joins phrases of one kind. */
void fl_say_step(struct fl_phrases *joined, const struct fl_sight *, struct fl_step);

/* Writes members of an object: the seat that made the move of an event, and the phrases that
 * describe it. */
void fl_json_said(struct fl_json *, const struct fl_table_event *, const struct fl_phrases *joined);

/* Sends an event that has no steps to all who may read it. */
void fl_send_event(struct fl_table *, const struct fl_table_event *);

/* Sends a client the events after the cursor; 0: those of this match. */
void fl_send_history(struct fl_table *, fl_client_id, uint32_t cursor);

#endif
