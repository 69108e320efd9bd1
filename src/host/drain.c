/* Draining: a node that is to stop hands its tables over to the other nodes of a shared store.
 * Clocks are stored first, so that the time until the next owner has the table does not count. */
#include "host/play.h"

enum {
    PAUSE = 20,
    BATCH = 10
}; /* 500 tables per second: their clients do not all return at once */

void fl_host_drain(struct fl_host *h)
{
    h->draining = true;
    h->next_drain = fl_now(h);
}

bool fl_host_is_drained(const struct fl_host *h)
{
    return h->draining && !h->tables;
}

void fl_table_hand_over(struct fl_table *t)
{
    bool has_clock = t->phase == FL_TABLE_PLAYING && t->options.clock != FL_NO_CLOCK;
    bool writes_clock = has_clock && !t->clocks_stored && fl_clock_write(t);
    t->clocks_stored = true;
    if (!writes_clock)
        fl_table_drop(t);
}

void fl_host_drain_some(struct fl_host *h)
{
    int count = 0;
    if (!h->draining || fl_now(h) < h->next_drain)
        return;
    h->next_drain = fl_now(h) + PAUSE;
    for (uint32_t i = 0; i < h->table_room && count < BATCH; i++)
        if (h->table[i] && !h->table[i]->leaves && !h->table[i]->is_placeholder) {
            h->table[i]->leaves = true;
            fl_table_run(h->table[i]);
            count++;
        }
}
