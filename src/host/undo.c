/* Undo: free if the move revealed nothing, otherwise with everybody's consent. */
#include "host/commands.h"
#include "host/messages.h"
#include "host/play.h"

/* "undo-requested" or "undo-refused" for the request of the table. */
static struct fl_json undo_message(struct fl_table *t, struct fl_buf *out, const char *type)
{
    struct fl_json j = fl_message(t->host, out, type);
    fl_json_key_number(&j, "seat", t->undo_seat + 1);
    fl_json_key_number(&j, "request", t->undo_request);
    return j;
}

static const char *write_undo(struct fl_table *t, fl_client_id client, int seat, uint32_t steps)
{
    struct fl_pending *p = fl_table_draft(t, FL_EVENT_UNDO, client);
    if (!p)
        return "host.not-stored";
    p->event.seat = (uint8_t)seat;
    p->event.steps = steps;
    fl_table_write(t, p);
    return NULL;
}

/* The index in the log of the last move of one of these seats, or -1. */
static int64_t last_move(const struct fl_match *m, fl_seats seats)
{
    for (uint32_t i = m->steps; i-- > 0;)
        if (seats & FL_SEAT(m->log[i].seat))
            return i;
    return -1;
}

/* Everybody who holds a seat that no bot plays for must agree, connected or not: a short loss of
 * the connection is no consent. */
static bool somebody_must_agree(const struct fl_table *t, fl_seats agreed)
{
    for (int seat = 0; seat < t->options.setup.seats; seat++)
        if (!fl_bot_plays(t, seat) && !(agreed & FL_SEAT(seat)))
            return true;
    return false;
}

/* Writes the requested undo if nobody is left who must agree. */
static bool tick(struct fl_table *t)
{
    if (t->undo_seat < 0 || t->phase != FL_TABLE_PLAYING || somebody_must_agree(t, t->agreed))
        return false;
    return !write_undo(t, FL_NO_CLIENT, t->undo_seat, t->undo_steps);
}

void fl_send_undo_asked(struct fl_table *t, fl_client_id client)
{
    struct fl_buf out;
    if (t->undo_seat < 0 || t->phase != FL_TABLE_PLAYING || !t->host->client[client].seats)
        return;
    struct fl_json j = undo_message(t, &out, "undo-requested");
    fl_send(t->host, &client, 1, &j);
}

static bool allows_undo(const struct fl_table *t)
{
    return t->phase == FL_TABLE_PLAYING && t->match.undos < FL_MAX_UNDOS;
}

/* The seat whose last move can be undone without consent, or -1. */
static int free_seat_of(const struct fl_table *t)
{
    const struct fl_match *m = &t->match;
    if (!allows_undo(t) || !m->steps)
        return -1;
    int seat = m->log[m->steps - 1].seat;
    return seat < t->options.setup.seats && fl_match_undo_is_free(m, seat) ? seat : -1;
}

static void send_free(struct fl_table *t, fl_client_id client, int seat)
{
    struct fl_buf out;
    if (seat < 0 || !(t->host->client[client].seats & FL_SEAT(seat)))
        return;
    struct fl_json j = fl_message(t->host, &out, "undo-available");
    fl_json_key_number(&j, "seat", seat + 1);
    fl_send(t->host, &client, 1, &j);
}

void fl_send_undo_free(struct fl_table *t, fl_client_id client)
{
    send_free(t, client, free_seat_of(t));
}

void fl_send_step_undo_free(struct fl_table *t, const struct fl_table_event *e,
                            const struct fl_match *before)
{
    if (!allows_undo(t) || e->steps != 1 || !fl_step_is_free(before, e->step[0]))
        return;
    for (uint32_t i = 0; i < t->clients; i++)
        send_free(t, t->client[i], e->seat);
}

/* The number of steps that remain without the last roll or move of a person. Later moves of bots
 * are removed, too. */
static uint32_t steps_before_last(const struct fl_table *t)
{
    const struct fl_match *m = &t->match;
    uint32_t start = m->steps;
    do
        start = fl_real_roll_start(m, start);
    while (start && m->log[start].seat < FL_MAX_SEATS && fl_bot_plays(t, m->log[start].seat));
    return start;
}

/* With real dice everybody has seen everything, and any entry can be mistyped: no consent is
 * needed. */
static const char *undo_at_real_table(struct fl_table *t, fl_client_id client)
{
    int seat = __builtin_ctz(t->host->client[client].seats);
    if (t->match.undos == FL_MAX_UNDOS)
        return "host.nothing-to-undo";
    return write_undo(t, client, seat, steps_before_last(t));
}

/* Writes an undo, or asks for the consent of the seats that have not agreed. */
static const char *write_or_ask_undo(struct fl_call *call, int seat, uint32_t steps)
{
    struct fl_table *t = call->table;
    bool asks = somebody_must_agree(t, call->sender->seats);
    const char *why = asks ? NULL : write_undo(t, call->client, seat, steps);
    if (why)
        return why;
    t->undo_seat = seat;
    t->undo_request = (int64_t)t->n * FL_MAX_SEATS + seat;
    t->undo_steps = steps;
    t->agreed = call->sender->seats;
    if (asks) {
        struct fl_buf out;
        struct fl_json j = undo_message(t, &out, "undo-requested");
        fl_send_to_table(t, &j);
    }
    return NULL;
}

static const char *do_undo(struct fl_call *call)
{
    fl_seats seats = call->sender->seats;
    struct fl_table *t = call->table;
    if (t->phase == FL_TABLE_PLAYING && t->options.dice == FL_REAL_DICE && seats && t->match.steps)
        return undo_at_real_table(t, call->client);
    int64_t at = t->phase == FL_TABLE_PLAYING ? last_move(&t->match, seats) : -1;
    int free_seat = free_seat_of(t);
    if (at < 0 || t->match.undos == FL_MAX_UNDOS)
        return t->phase == FL_TABLE_PLAYING ? "host.nothing-to-undo" : "host.not-playing";
    int seat = t->match.log[at].seat;
    if (seat == free_seat && at + 1 == t->match.steps)
        return write_undo(t, call->client, seat, (uint32_t)at);
    return write_or_ask_undo(call, seat, (uint32_t)at);
}

/* Whether the sender is asked, and names the request by its number: an answer that was sent before
 * another player's request must not count for it. */
static bool answers_request(const struct fl_call *call)
{
    return call->table->undo_seat >= 0 && call->sender->seats &&
           fl_read_count(call->args, INT64_MAX / 16) == call->table->undo_request;
}

/* agree REQUEST */
static const char *do_agree(struct fl_call *call)
{
    struct fl_table *t = call->table;
    fl_seats agreed = t->agreed | call->sender->seats;
    if (!answers_request(call))
        return "host.nothing-to-agree";
    const char *why = somebody_must_agree(t, agreed)
                          ? NULL
                          : write_undo(t, call->client, t->undo_seat, t->undo_steps);
    if (!why)
        t->agreed = agreed;
    return why;
}

/* disagree REQUEST */
static const char *do_disagree(struct fl_call *call)
{
    struct fl_table *t = call->table;
    struct fl_buf out;
    if (!answers_request(call))
        return "host.nothing-to-agree";
    struct fl_json j = undo_message(t, &out, "undo-refused");
    fl_send_to_table(t, &j);
    t->undo_seat = -1;
    return NULL;
}

static const struct fl_client_command commands[] = {
    {"undo", do_undo, true, false},
    {"agree", do_agree, true, false},
    {"disagree", do_disagree, true, false},
    {0},
};

const struct fl_feature fl_undo_feature = {.commands = commands, .tick = tick};
