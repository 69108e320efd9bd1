/* Requests that others must agree to; and undo: free if the move revealed nothing, otherwise with
 * everybody's consent. */
#include "host/commands.h"
#include "host/messages.h"
#include "host/play.h"

/* The request of the table was made, or refused. */
static struct fl_json request_message(struct fl_table *t, struct fl_buf *out, bool refused)
{
    static const char *const types[2][2] = {{"undo-requested", "undo-refused"},
                                            {"end-requested", "end-refused"}};
    struct fl_json j = fl_message(t->host, out, types[t->request.ends][refused]);
    fl_json_key_number(&j, "seat", t->request.seat + 1);
    fl_json_key_number(&j, "request", t->request.number);
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
 * the connection is no consent. The end of the match needs the consent of those, too, who are away
 * for longer, so that nobody wins by waiting until an opponent is gone. */
static bool somebody_must_agree(const struct fl_table *t, const struct fl_request *request)
{
    for (int seat = 0; seat < t->options.setup.seats; seat++)
        if (!(request->agreed & FL_SEAT(seat)) &&
            (request->ends ? fl_is_held(t, seat) : !fl_bot_plays(t, seat)))
            return true;
    return false;
}

/* Writes what is requested. */
static const char *grant(struct fl_table *t, fl_client_id client, const struct fl_request *request)
{
    return request->ends ? fl_write_agreement(t, client, request->seat)
                         : write_undo(t, client, request->seat, request->steps);
}

/* Grants the request if nobody is left who must agree. */
static bool tick(struct fl_table *t)
{
    if (t->request.seat < 0 || t->phase != FL_TABLE_PLAYING || somebody_must_agree(t, &t->request))
        return false;
    return !grant(t, FL_NO_CLIENT, &t->request);
}

void fl_send_request(struct fl_table *t, fl_client_id client)
{
    struct fl_buf out;
    if (t->request.seat < 0 || t->phase != FL_TABLE_PLAYING || !t->host->client[client].seats)
        return;
    struct fl_json j = request_message(t, &out, false);
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

/* A request has its own number, so that the answer to one cannot count for another. */
const char *fl_request(struct fl_call *call, struct fl_request request)
{
    struct fl_table *t = call->table;
    request.agreed = call->sender->seats;
    request.number = 2 * ((int64_t)t->n * FL_MAX_SEATS + request.seat) + request.ends;
    bool asks = somebody_must_agree(t, &request);
    const char *why = asks ? NULL : grant(t, call->client, &request);
    if (why)
        return why;
    t->request = request;
    if (asks) {
        struct fl_buf out;
        struct fl_json j = request_message(t, &out, false);
        fl_send_to_table(t, &j);
    }
    return NULL;
}

static const char *do_undo(struct fl_call *call)
{
    struct fl_table *t = call->table;
    fl_seats seats = fl_seats_in_play(t, call->sender->seats);
    if (t->phase == FL_TABLE_PLAYING && t->options.dice == FL_REAL_DICE && seats && t->match.steps)
        return undo_at_real_table(t, call->client);
    int64_t at = t->phase == FL_TABLE_PLAYING ? last_move(&t->match, seats) : -1;
    int free_seat = free_seat_of(t);
    if (at < 0 || t->match.undos == FL_MAX_UNDOS)
        return t->phase == FL_TABLE_PLAYING ? "host.nothing-to-undo" : "host.not-playing";
    int seat = t->match.log[at].seat;
    if (seat == free_seat && at + 1 == t->match.steps)
        return write_undo(t, call->client, seat, (uint32_t)at);
    return fl_request(call, (struct fl_request){.seat = seat, .steps = (uint32_t)at});
}

/* Whether the sender is asked, and names the request by its number: an answer that was sent before
 * another player's request must not count for it. */
static bool answers_request(const struct fl_call *call)
{
    return call->table->request.seat >= 0 && call->sender->seats &&
           fl_read_count(call->args, INT64_MAX / 16) == call->table->request.number;
}

/* agree REQUEST */
static const char *do_agree(struct fl_call *call)
{
    struct fl_table *t = call->table;
    struct fl_request request = t->request;
    request.agreed |= call->sender->seats;
    if (!answers_request(call))
        return "host.nothing-to-agree";
    const char *why = somebody_must_agree(t, &request) ? NULL : grant(t, call->client, &request);
    if (!why)
        t->request = request;
    return why;
}

/* disagree REQUEST */
static const char *do_disagree(struct fl_call *call)
{
    struct fl_table *t = call->table;
    struct fl_buf out;
    if (!answers_request(call))
        return "host.nothing-to-agree";
    struct fl_json j = request_message(t, &out, true);
    fl_send_to_table(t, &j);
    t->request.seat = -1;
    return NULL;
}

static const struct fl_client_command commands[] = {
    {"undo", do_undo, true, false},
    {"agree", do_agree, true, false},
    {"disagree", do_disagree, true, false},
    {0},
};

const struct fl_feature fl_undo_feature = {.commands = commands, .tick = tick};
