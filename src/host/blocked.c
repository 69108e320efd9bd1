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

static void remember_blocked(struct fl_table *t, const char *name)
{
    if (!t->blocked)
        t->blocked = calloc(FL_MAX_BLOCKED, sizeof *t->blocked);
    if (t->blocked && t->blocked_count < FL_MAX_BLOCKED)
        memcpy(t->blocked[t->blocked_count++], name, FL_NAME_SIZE);
}

static void show_out(struct fl_table *t, const char *name)
{
    for (uint32_t i = t->guests; i-- > 0;) {
        fl_line line = t->guest[i];
        if (t->host->guest[line].keeper || strcmp(t->host->guest[line].name, name))
            continue;
        fl_guest_show_out(t->host, line, "host.blocked");
    }
}

/* A blocked person's seat has a new, unknown token: nobody comes back to it. */
static void write_block(struct fl_table *t, fl_line line, int seat)
{
    struct fl_pending *p = fl_table_draft(t, FL_EVENT_LEAVE, line, 1);
    if (!p)
        return;
    p->data[0] = (unsigned char)seat;
    p->rows = 1;
    p->row[0].seat = (uint8_t)seat;
    t->host->port.entropy(t->host->port.world, p->row[0].token_hash, FL_HASH_SIZE);
    fl_table_write(t, p);
}

/* block SEAT, or block NAME for a watcher */
void fl_do_block(struct fl_host *h, fl_line line, const char *rest)
{
    struct fl_table *t = h->guest[line].at;
    char name[FL_NAME_SIZE];
    int64_t number = fl_read_count(rest, t->terms.setup.seats);
    int seat = number > 0 && t->chair[number - 1].taken ? (int)number - 1 : -1;
    const char *why = !h->guest[line].keeper                                ? "host.not-keeper"
                      : seat < 0 && !fl_read_name(rest, name)               ? "host.no-seat"
                      : seat >= 0 && (h->guest[line].seats & FL_SEAT(seat)) ? "host.yourself"
                                                                            : NULL;
    if (why) {
        fl_refuse(h, line, why);
        return;
    }
    if (seat >= 0)
        memcpy(name, t->chair[seat].name, sizeof name);
    remember_blocked(t, name);
    show_out(t, name);
    if (seat >= 0)
        write_block(t, line, seat);
}
