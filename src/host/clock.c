/* Clocks: so long a move, or a bank that every move tops up. Whoever has no time left has his move
 * made by a bot. Time is counted from event to event, so a clock needs no writing of its own but
 * where it stood still. */
#include "host/table.h"

int64_t fl_clock_left(const struct fl_table *t, int seat, int64_t at)
{
    const struct fl_chair *c = &t->chair[seat];
    int64_t left = c->asked ? c->time_left - (at - c->since) : c->time_left;
    return left < 0 ? 0 : left;
}

bool fl_seat_is_late(const struct fl_table *t, int seat, int64_t at)
{
    return t->terms.clock != FL_NO_CLOCK && t->chair[seat].asked && !fl_clock_left(t, seat, at);
}

void fl_clock_start(struct fl_table *t, int64_t at)
{
    for (int seat = 0; seat < t->terms.setup.seats; seat++) {
        t->chair[seat].time_left = 1000 * (int64_t)t->terms.seconds;
        t->chair[seat].since = at;
    }
}

void fl_clock_charge(struct fl_table *t, int seat, int64_t at, bool moved)
{
    struct fl_chair *c = &t->chair[seat];
    c->time_left = fl_clock_left(t, seat, at);
    if (moved && t->terms.clock == FL_CLOCK_MOVE)
        c->time_left = 1000 * (int64_t)t->terms.seconds;
    if (moved && t->terms.clock == FL_CLOCK_BANK)
        c->time_left += 1000 * (int64_t)t->terms.increment;
    c->since = at;
}

void fl_clock_set(struct fl_table *t, const struct fl_event *e)
{
    const unsigned char *data = e->data;
    for (int seat = 0; seat < t->terms.setup.seats; seat++) {
        t->chair[seat].time_left = fl_read_u32(data + 4 * seat);
        t->chair[seat].since = e->at;
    }
    t->clocks_rest = false;
}

/* What stays in four bytes: seven weeks. */
static uint32_t left_to_write(const struct fl_table *t, int seat, int64_t at)
{
    int64_t left = fl_clock_left(t, seat, at);
    return left < UINT32_MAX ? (uint32_t)left : UINT32_MAX;
}

bool fl_clock_write(struct fl_table *t)
{
    int seats = t->terms.setup.seats;
    struct fl_pending *p = fl_table_draft(t, FL_EVENT_CLOCK, FL_NO_LINE, 4 * (size_t)seats);
    if (!p)
        return false;
    for (int seat = 0; seat < seats; seat++)
        fl_write_u32(p->data + 4 * seat, left_to_write(t, seat, p->event.at));
    fl_table_write(t, p);
    return true;
}

bool fl_clock_mind(struct fl_table *t)
{
    return t->clocks_rest && t->phase == FL_PLAYING && fl_clock_write(t);
}
