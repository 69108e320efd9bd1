/* Who may not come to a table: the keeper shuts people out by their seat or their name. */
#include <stdlib.h>
#include <string.h>

#include "host/table.h"

bool fl_table_blocks(const struct fl_table *t, const char *name)
{
    for (int i = 0; i < t->blocked_count; i++)
        if (!strcmp(t->blocked[i], name))
            return true;
    return false;
}

/* ---- the event: how many seats, the seats, the name ---- */

static const unsigned char *seats_of(const struct fl_event *e)
{
    return (const unsigned char *)e->data + 1;
}

static size_t seat_count(const struct fl_event *e)
{
    return *(const unsigned char *)e->data;
}

static void read_name(const struct fl_event *e, char name[FL_NAME_SIZE])
{
    fl_event_text(name, FL_NAME_SIZE, e, 1 + seat_count(e));
}

static void remember(struct fl_table *t, const char *name)
{
    if (!t->blocked)
        t->blocked = calloc(FL_MAX_BLOCKED, sizeof *t->blocked);
    if (t->blocked && t->blocked_count < FL_MAX_BLOCKED && !fl_table_blocks(t, name))
        memcpy(t->blocked[t->blocked_count++], name, FL_NAME_SIZE);
}

/* The seats are given up, and no token opens them again. */
void fl_block_fold(struct fl_table *t, const struct fl_event *e)
{
    char name[FL_NAME_SIZE];
    read_name(e, name);
    remember(t, name);
    fl_seats_give_up(t, seats_of(e), seat_count(e));
    for (size_t i = 0; i < seat_count(e); i++)
        t->chair[seats_of(e)[i]].barred = true;
}

void fl_block_hear(struct fl_table *t, const struct fl_event *e)
{
    char name[FL_NAME_SIZE];
    fl_seats seats = fl_seats_in(seats_of(e), seat_count(e));
    read_name(e, name);
    for (uint32_t i = t->guests; i-- > 0;) {
        const struct fl_guest *g = &t->host->guest[t->guest[i]];
        if (!g->keeper && ((g->seats & seats) || !strcmp(g->name, name)))
            fl_guest_show_out(t->host, t->guest[i], "host.blocked");
    }
}

/* ---- the command ---- */

static int seat_called(const struct fl_table *t, const char *name)
{
    for (int seat = 0; seat < t->terms.setup.seats; seat++)
        if (t->chair[seat].taken && !strcmp(t->chair[seat].name, name))
            return seat;
    return -1;
}

/* All seats of the person who has this one. */
static fl_seats seats_of_person(const struct fl_table *t, int seat)
{
    fl_seats seats = 0;
    for (int other = 0; seat >= 0 && other < t->terms.setup.seats; other++)
        if (t->chair[other].taken &&
            fl_same_hash(t->chair[other].token_hash, t->chair[seat].token_hash))
            seats |= FL_SEAT(other);
    return seats;
}

static const char *why_not_block(const struct fl_table *t, const struct fl_guest *g, int seat,
                                 const char *name)
{
    bool himself = seat >= 0 ? fl_same_hash(t->chair[seat].token_hash, t->keeper_hash)
                             : !strcmp(g->name, name);
    return !g->keeper                                                        ? "host.not-keeper"
           : !name[0]                                                        ? "host.no-seat"
           : himself                                                         ? "host.yourself"
           : t->blocked_count == FL_MAX_BLOCKED && !fl_table_blocks(t, name) ? "host.blocks-full"
                                                                             : NULL;
}

static void write_block(struct fl_table *t, fl_line line, fl_seats seats, const char *name)
{
    size_t count = (size_t)fl_bits(seats), len = strlen(name), n = 1;
    struct fl_pending *p = fl_table_draft(t, FL_EVENT_BLOCK, line, 1 + count + len);
    if (!p) {
        fl_refuse(t->host, line, "host.not-kept");
        return;
    }
    p->data[0] = (unsigned char)count;
    for (int seat = 0; seat < t->terms.setup.seats; seat++)
        if (seats & FL_SEAT(seat))
            p->data[n++] = (unsigned char)seat;
    memcpy(p->data + n, name, len);
    fl_table_write(t, p);
}

/* block SEAT, or block NAME */
void fl_do_block(struct fl_host *h, fl_line line, const char *rest)
{
    struct fl_table *t = h->guest[line].at;
    char name[FL_NAME_SIZE] = "";
    int64_t number = fl_read_count(rest, t->terms.setup.seats);
    int seat = number > 0 && t->chair[number - 1].taken ? (int)number - 1 : -1;
    if (seat >= 0)
        memcpy(name, t->chair[seat].name, sizeof name);
    else if (fl_read_name(rest, name))
        seat = seat_called(t, name);
    else
        name[0] = '\0';
    const char *why = why_not_block(t, &h->guest[line], seat, name);
    if (why)
        fl_refuse(h, line, why);
    else
        write_block(t, line, seats_of_person(t, seat), name);
}
