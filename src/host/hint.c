/* Hints: the best moves for the seat of a client, calculated by the port and sent to that client
 * only. */
#include "agents/advice/advice.h"
#include "host/commands.h"
#include "host/messages.h"

enum { BEST = 3 }; /* moves in a hint, and the one that the best move is compared with */

/* The lowest of these seats that has a question, or -1. */
static int asked_seat(const struct fl_table *t, fl_seats seats)
{
    for (int seat = 0; seat < t->options.setup.seats; seat++)
        if ((seats & FL_SEAT(seat)) && t->seat[seat].asked)
            return seat;
    return -1;
}

static const char *why_no_hint(struct fl_call *call)
{
    const struct fl_host *h = call->host;
    const struct fl_client *g = call->sender;
    return !h->port.advise || !g->table->options.hints               ? "host.no-hints"
           : g->table->phase != FL_TABLE_PLAYING                     ? "host.not-playing"
           : asked_seat(g->table, g->seats) < 0                      ? fl_call_not_your_turn(call)
           : g->hint || fl_now(h) - g->hinted < h->limits.hint_pause ? "host.hint-too-fast"
                                                                     : NULL;
}

static bool ask_for_advice(struct fl_host *h, fl_client_id client)
{
    struct fl_client *g = &h->client[client];
    struct fl_sight sight;
    struct fl_think_request thought = {
        .ticket = ++h->serial << 32 | client, .sight = &sight, .waiting = h->think_requests + 1};
    fl_match_sight(&g->table->match, asked_seat(g->table, g->seats), &sight);
    h->port.entropy(h->port.context, &thought.seed, sizeof thought.seed);
    if (!h->port.advise(h->port.context, &thought))
        return false;
    h->think_requests++;
    g->hint = thought.ticket;
    g->hint_question = fl_question_of(g->table, sight.viewer);
    g->hinted = fl_now(h);
    return true;
}

static const char *do_hint(struct fl_call *call)
{
    const char *why = why_no_hint(call);
    if (why)
        return why;
    return ask_for_advice(call->host, call->client) ? NULL : "hint.none";
}

/* ---- message ---- */

static void put_advised(struct fl_json *j, const struct fl_sight *sight, const struct fl_advice *a,
                        const struct fl_advice_move *advised)
{
    fl_json_open(j, '{');
    fl_json_move(j, sight, advised->move);
    fl_json_key_decimal(j, "wins", advised->chance.value, 4);
    fl_json_key_decimal(j, "error", advised->chance.error, 4);
    if (a->has_points) {
        fl_json_key_decimal(j, "points", advised->points, 1);
        fl_json_key_decimal(j, "bust", advised->bust, 4);
    }
    fl_json_close(j, '}');
}

/* Collects the best moves, followed by the second move of the comparison if it is not among
 * them. Returns the index of that move. */
static uint32_t put_best(struct fl_json *j, const struct fl_sight *sight, const struct fl_advice *a)
{
    uint32_t told = a->count < BEST ? a->count : BEST;
    fl_json_key(j, "moves");
    fl_json_open(j, '[');
    for (uint32_t i = 0; i < told; i++)
        put_advised(j, sight, a, &a->at[i]);
    if (a->second >= told)
        put_advised(j, sight, a, &a->at[a->second]);
    fl_json_close(j, ']');
    return a->second < told ? a->second : told;
}

static void put_place(struct fl_json *j, const char *key, uint32_t place)
{
    fl_json_key(j, key);
    fl_json_open(j, '{');
    fl_json_key_number(j, "move", place);
    fl_json_close(j, '}');
}

static void put_percent(struct fl_json *j, const char *key, struct fl_measure chance)
{
    fl_json_key_decimal(j, key, 100 * chance.value, fl_percent_places(chance));
}

static void put_why(struct fl_json *j, const struct fl_advice *a, uint32_t second)
{
    fl_json_key(j, "reason");
    fl_json_open(j, '{');
    fl_json_key_text(j, "key", a->reason);
    fl_json_key(j, "args");
    fl_json_open(j, '{');
    put_place(j, "first", 0);
    put_place(j, "second", second);
    put_percent(j, "chance", a->at[0].chance);
    put_percent(j, "other", a->at[a->second].chance);
    fl_json_key_number(j, "n", a->figures.n);
    fl_json_key_number(j, "sure", a->figures.sure);
    fl_json_key_decimal(j, "bust", 100 * a->figures.bust, 0);
    fl_json_close(j, '}');
    fl_json_close(j, '}');
}

static void send_hint(struct fl_host *h, fl_client_id client, const struct fl_sight *sight,
                      const struct fl_advice *a)
{
    struct fl_buf out;
    struct fl_json j = fl_message(h, &out, "hint");
    fl_json_key_number(&j, "viewer", sight->viewer + 1);
    fl_json_key_number(&j, "question", h->client[client].hint_question);
    fl_json_key(&j, "exact");
    fl_json_bool(&j, a->exact);
    uint32_t second = put_best(&j, sight, a);
    put_why(&j, a, second);
    fl_send(h, &client, 1, &j);
}

/* Whether the question that a hint is about is still open and belongs to this client. */
static bool is_still_asked(const struct fl_client *g, int seat)
{
    return (g->seats & FL_SEAT(seat)) && g->table->seat[seat].asked &&
           fl_question_of(g->table, seat) == g->hint_question;
}

void fl_host_advice(struct fl_host *h, uint64_t ticket, const struct fl_sight *sight,
                    const struct fl_advice *advice)
{
    fl_client_id client = (fl_client_id)ticket;
    struct fl_client *g = &h->client[client];
    h->think_requests--;
    if (g->hint != ticket)
        return;
    g->hint = 0;
    if (!is_still_asked(g, sight->viewer))
        return;
    if (advice) {
        send_hint(h, client, sight, advice);
        return;
    }
    fl_call_refuse(&(struct fl_call){.host = h, .client = client, .verb = "hint"}, "hint.none");
}

static const struct fl_client_command commands[] = {{"hint", do_hint, true, false}, {0}};

const struct fl_feature fl_hint_feature = {.commands = commands};
