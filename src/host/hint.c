/* Hints: what is best for the one who asks, thought out elsewhere and told to that line alone. */
#include "agents/advice.h"
#include "host/table.h"

enum { BEST = 3 }; /* moves told, and the one the first is compared with */

/* The first of these seats that is asked, or -1. */
static int asked_seat(const struct fl_table *t, fl_seats seats)
{
    for (int seat = 0; seat < t->terms.setup.seats; seat++)
        if ((seats & FL_SEAT(seat)) && t->chair[seat].asked)
            return seat;
    return -1;
}

static const char *why_no_hint(const struct fl_host *h, const struct fl_guest *g)
{
    return !h->port.advise || !g->at->terms.hints                    ? "host.no-hints"
           : g->at->phase != FL_PLAYING                              ? "host.not-playing"
           : asked_seat(g->at, g->seats) < 0                         ? "status.not-your-turn"
           : g->hint || fl_now(h) - g->hinted < h->limits.hint_pause ? "host.hint-slowly"
                                                                     : NULL;
}

static bool ask_for_advice(struct fl_host *h, fl_line line)
{
    struct fl_guest *g = &h->guest[line];
    struct fl_sight sight;
    struct fl_thought thought = {
        .ticket = ++h->serial << 32 | line, .sight = &sight, .waiting = h->thoughts + 1};
    fl_match_sight(&g->at->match, asked_seat(g->at, g->seats), &sight);
    h->port.entropy(h->port.world, &thought.seed, sizeof thought.seed);
    if (!h->port.advise(h->port.world, &thought))
        return false;
    h->thoughts++;
    g->hint = thought.ticket;
    g->hint_question = fl_question_of(g->at, sight.viewer);
    g->hinted = fl_now(h);
    return true;
}

void fl_do_hint(struct fl_host *h, fl_line line, const char *rest)
{
    const char *why = why_no_hint(h, &h->guest[line]);
    (void)rest;
    if (why || !ask_for_advice(h, line))
        fl_refuse(h, line, why ? why : "hint.none");
}

/* ---- telling ---- */

static void put_advised(struct fl_json *j, const struct fl_sight *sight, const struct fl_advice *a,
                        const struct fl_advised *advised)
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

/* The best, and behind them the second of the comparison where it is not among them. Returns its
 * place. */
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
    struct fl_grounds grounds = fl_grounds_of(a);
    fl_json_key(j, "why");
    fl_json_open(j, '{');
    fl_json_key_text(j, "key", fl_reason_key(a->reason));
    fl_json_key(j, "args");
    fl_json_open(j, '{');
    put_place(j, "first", 0);
    put_place(j, "second", second);
    put_percent(j, "chance", a->at[0].chance);
    put_percent(j, "other", a->at[a->second].chance);
    fl_json_key_number(j, "n", grounds.n);
    fl_json_key_number(j, "sure", grounds.sure);
    fl_json_key_decimal(j, "bust", 100 * grounds.bust, 0);
    fl_json_close(j, '}');
    fl_json_close(j, '}');
}

static void tell_hint(struct fl_host *h, fl_line line, const struct fl_sight *sight,
                      const struct fl_advice *a)
{
    struct fl_buf out;
    struct fl_json j = fl_message(h, &out, "hint");
    fl_json_key_number(&j, "as", sight->viewer + 1);
    fl_json_key_number(&j, "question", h->guest[line].hint_question);
    fl_json_key(&j, "exact");
    fl_json_bool(&j, a->exact);
    uint32_t second = put_best(&j, sight, a);
    put_why(&j, a, second);
    fl_send(h, &line, 1, &j);
}

/* Whether the question a hint was asked about is still open, and his. */
static bool is_still_asked(const struct fl_guest *g, int seat)
{
    return (g->seats & FL_SEAT(seat)) && g->at->chair[seat].asked &&
           fl_question_of(g->at, seat) == g->hint_question;
}

void fl_host_advice(struct fl_host *h, uint64_t ticket, const struct fl_sight *sight,
                    const struct fl_advice *advice)
{
    fl_line line = (fl_line)ticket;
    struct fl_guest *g = &h->guest[line];
    h->thoughts--;
    if (g->hint != ticket)
        return;
    g->hint = 0;
    if (!is_still_asked(g, sight->viewer))
        return;
    if (advice) {
        tell_hint(h, line, sight, advice);
        return;
    }
    h->verb = "hint";
    fl_refuse(h, line, "hint.none");
}
