/* Clocks: a time per move, or a bank with an increment per move. A bot moves for a player whose
 * time is up. Time is counted between events, so clocks are stored only where they were paused. */
#include "host/commands.h"
#include "host/play.h"

int64_t fl_clock_left(const struct fl_table *t, int seat, int64_t at)
{
    const struct fl_table_seat *c = &t->seat[seat];
    int64_t left = c->asked ? c->time_left - (at - c->since) : c->time_left;
    return left < 0 ? 0 : left;
}

static void start(struct fl_table *t, int64_t at)
{
    for (int seat = 0; seat < t->options.setup.seats; seat++) {
        t->seat[seat].time_left = 1000 * (int64_t)t->options.seconds;
        t->seat[seat].since = at;
    }
}

/* Subtracts the time since the question; after a move, also adds the time for the next one. */
static void charge(struct fl_table *t, int seat, int64_t at, bool moved)
{
    struct fl_table_seat *c = &t->seat[seat];
    c->time_left = fl_clock_left(t, seat, at);
    if (moved && t->options.clock == FL_CLOCK_MOVE)
        c->time_left = 1000 * (int64_t)t->options.seconds;
    if (moved && t->options.clock == FL_CLOCK_BANK)
        c->time_left += 1000 * (int64_t)t->options.increment;
    c->since = at;
}

static void set(struct fl_table *t, const struct fl_table_event *e)
{
    for (int seat = 0; seat < t->options.setup.seats; seat++) {
        t->seat[seat].time_left = e->clock[seat];
        t->seat[seat].since = e->at;
    }
    t->clocks_paused = false;
}

/* Limits a time to what four bytes hold: seven weeks. */
static uint32_t left_to_write(const struct fl_table *t, int seat, int64_t at)
{
    int64_t left = fl_clock_left(t, seat, at);
    return left < UINT32_MAX ? (uint32_t)left : UINT32_MAX;
}

bool fl_clock_write(struct fl_table *t)
{
    struct fl_pending *p = fl_table_draft(t, FL_EVENT_CLOCK, FL_NO_CLIENT);
    if (!p)
        return false;
    for (int seat = 0; seat < t->options.setup.seats; seat++)
        p->event.clock[seat] = left_to_write(t, seat, p->event.at);
    fl_table_write(t, p);
    return true;
}

static bool fold(struct fl_table *t, const struct fl_table_event *e, bool played)
{
    int seats = t->options.setup.seats;
    (void)played;
    if (e->kind == FL_EVENT_START)
        start(t, e->at);
    else if (e->kind == FL_EVENT_STEP && e->seat < seats) /* not a roll of real dice */
        charge(t, e->seat, e->at, true);
    else if (e->kind == FL_EVENT_CLOCK)
        set(t, e);
    for (int seat = 0; e->kind == FL_EVENT_UNDO && seat < seats; seat++)
        charge(t, seat, e->at, false);
    return true;
}

static bool tick(struct fl_table *t)
{
    return t->clocks_paused && t->phase == FL_TABLE_PLAYING && fl_clock_write(t);
}

const struct fl_feature fl_clock_feature = {.fold = fold, .tick = tick};
