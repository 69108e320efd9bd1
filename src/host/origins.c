/* Limits per origin: an address, or a group of addresses, that clients connect from. What is
 * counted here outlives a connection, so that a client cannot start again by connecting again. */
#include <stdlib.h>

#include "host/commands.h"
#include "host/people.h"

static uint32_t level_now(const struct fl_pace *p, int64_t now, int64_t pause)
{
    int64_t forgiven = (now - p->last) / pause;
    return forgiven >= p->count ? 0 : p->count - (uint32_t)forgiven;
}

bool fl_pace_allows(const struct fl_pace *p, int64_t now, uint32_t burst, int64_t pause)
{
    return level_now(p, now, pause) < burst;
}

void fl_pace_count(struct fl_pace *p, int64_t now, int64_t pause)
{
    p->count = level_now(p, now, pause) + 1;
    p->last = now;
}

static struct fl_origin **bucket_of(struct fl_host *h, uint64_t id)
{
    return &h->origin[id % FL_ORIGIN_BUCKETS];
}

static bool is_idle(const struct fl_host *h, const struct fl_origin *o)
{
    return !o->connections && !o->tables &&
           !level_now(&o->guesses, fl_now(h), h->limits.guess_pause) &&
           !level_now(&o->passports, fl_now(h), h->limits.passport_pause) &&
           !level_now(&o->codes, fl_now(h), h->limits.code_pause) &&
           !level_now(&o->invitations, fl_now(h), h->limits.invite_pause);
}

/* Frees the origins about which there is nothing to remember. */
static void sweep(struct fl_host *h)
{
    for (int i = 0; i < FL_ORIGIN_BUCKETS; i++)
        for (struct fl_origin **at = &h->origin[i]; *at;) {
            struct fl_origin *o = *at;
            if (!is_idle(h, o)) {
                at = &o->next;
                continue;
            }
            *at = o->next;
            h->origins--;
            free(o);
        }
    h->origins_swept = fl_now(h);
}

struct fl_origin *fl_origin_find(struct fl_host *h, uint64_t id)
{
    enum { SWEEP_PAUSE = 10000 }; /* milliseconds: a sweep reads every origin */
    if (!id)
        return NULL;
    for (struct fl_origin *o = *bucket_of(h, id); o; o = o->next)
        if (o->id == id)
            return o;
    if (h->origins >= FL_MAX_ORIGINS && fl_now(h) >= h->origins_swept + SWEEP_PAUSE)
        sweep(h);
    struct fl_origin *o = h->origins < FL_MAX_ORIGINS ? calloc(1, sizeof *o) : NULL;
    if (!o)
        return &h->crowd;
    o->id = id;
    o->next = *bucket_of(h, id);
    *bucket_of(h, id) = o;
    h->origins++;
    return o;
}

void fl_origins_free(struct fl_host *h)
{
    for (int i = 0; i < FL_ORIGIN_BUCKETS; i++)
        while (h->origin[i]) {
            struct fl_origin *o = h->origin[i];
            h->origin[i] = o->next;
            free(o);
        }
}

/* ---- tables ---- */

static bool is_unused(const struct fl_table *t)
{
    for (int seat = 0; seat < t->options.setup.seats; seat++)
        if (t->seat[seat].taken)
            return false;
    return true;
}

/* Updates the counts of the table's origin. */
static void count_unused(struct fl_table *t)
{
    bool unused = is_unused(t);
    if (!t->origin || t->counted_unused == unused)
        return;
    t->origin->unused_tables += unused ? 1 : -1u;
    t->counted_unused = unused;
}

void fl_table_set_origin(struct fl_table *t, struct fl_origin *o)
{
    if (t->origin) {
        t->origin->tables--;
        t->origin->unused_tables -= t->counted_unused;
    }
    t->origin = o;
    t->counted_unused = false;
    if (o)
        o->tables++;
    count_unused(t);
}

/* A seat may have been taken or left. */
static bool fold(struct fl_table *t, const struct fl_table_event *e, bool played)
{
    (void)e;
    (void)played;
    count_unused(t);
    return true;
}

const struct fl_feature fl_origin_feature = {.fold = fold};
