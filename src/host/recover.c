/* A table out of the store: its events, one after the other. Time stood still meanwhile. */
#include <string.h>

#include "games/games.h"
#include "host/table.h"

struct recovery {
    struct fl_host *host;
    struct fl_table *table; /* NULL: not yet, or it cannot be read */
    bool broken;
};

static void take_match(void *whom, const struct fl_store_match *match)
{
    struct recovery *r = whom;
    const struct fl_game *game = fl_game_find(match->game);
    struct fl_terms terms;
    const char *wrong;
    char detail[FL_NAME_SIZE];
    if (!game || game->version != match->version ||
        !fl_terms_read(game, match->terms, r->host->port.levels, &terms, &wrong, detail))
        return;
    r->table = fl_table_new(r->host, match->id, &terms);
    if (!r->table)
        return;
    r->table->created = match->created;
    memcpy(r->table->secret, match->secret, sizeof match->secret);
}

static void take_seat(void *whom, const struct fl_store_seat *row)
{
    struct recovery *r = whom;
    if (!r->table)
        return;
    if (row->seat == FL_KEEPER)
        memcpy(r->table->keeper_hash, row->token_hash, FL_HASH_SIZE);
    else if (row->seat < r->table->terms.setup.seats)
        memcpy(r->table->chair[row->seat].token_hash, row->token_hash, FL_HASH_SIZE);
}

static bool are_seats(const struct fl_table *t, const unsigned char *seat, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (seat[i] >= t->terms.setup.seats)
            return false;
    return true;
}

/* How many bytes at an event's beginning are seats. */
static size_t seats_at_first(const struct fl_event *e)
{
    switch (e->kind) {
    case FL_EVENT_LEAVE:
        return e->len;
    case FL_EVENT_SWAP:
        return 2;
    case FL_EVENT_SIT:
    case FL_EVENT_CHAIR:
    case FL_EVENT_NONCE:
    case FL_EVENT_UNDO:
    case FL_EVENT_BOT:
    case FL_EVENT_BACK:
        return 1;
    default:
        return 0;
    }
}

/* Whether the bytes of an event are as many as its kind needs, and the seats it names are there. */
static bool is_sound(const struct fl_table *t, const struct fl_event *e)
{
    static const uint8_t least[] = {
        [FL_EVENT_SIT] = 2,
        [FL_EVENT_LEAVE] = 1,
        [FL_EVENT_SWAP] = 2,
        [FL_EVENT_CHAIR] = 3,
        [FL_EVENT_NONCE] = 1,
        [FL_EVENT_START] = 1,
        [FL_EVENT_STEP] = 3,
        [FL_EVENT_UNDO] = 5,
        [FL_EVENT_BOT] = 1,
        [FL_EVENT_BACK] = 1,
        [FL_EVENT_CLOCK] = 0,
        [FL_EVENT_CHAT] = 4,
        [FL_EVENT_AGAIN] = FL_SECRET_SIZE + 1,
        [FL_EVENT_CLOSE] = 0,
        [FL_EVENT_BLOCK] = 2,
    };
    const unsigned char *data = e->data;
    if (e->kind >= FL_EVENT_KIND_COUNT || e->len < least[e->kind] || e->len > FL_MAX_EVENT ||
        e->n != t->n + 1)
        return false;
    if (e->kind == FL_EVENT_CLOCK && e->len < 4u * t->terms.setup.seats)
        return false;
    if (e->kind == FL_EVENT_BLOCK)
        return data[0] < e->len && are_seats(t, data + 1, data[0]);
    return are_seats(t, data, seats_at_first(e));
}

static void take_event(void *whom, const struct fl_event *event)
{
    struct recovery *r = whom;
    if (!r->table || r->broken)
        return;
    r->broken = !is_sound(r->table, event) || !fl_table_fold(r->table, event, false);
}

/* Nobody is here yet, and the clocks go on from where the last event left them. */
static void wake_up(struct fl_table *t)
{
    int64_t now = fl_now(t->host);
    for (int seat = 0; seat < t->terms.setup.seats; seat++) {
        t->chair[seat].gone = now;
        t->chair[seat].since = now;
    }
    if (t->phase == FL_OVER_AND_DONE)
        fl_table_fit(t);
    t->clocks_rest = t->phase == FL_PLAYING && t->terms.clock != FL_NO_CLOCK;
    fl_table_set_wake(t);
}

bool fl_table_recover(struct fl_host *h, uint64_t id)
{
    struct recovery r = {.host = h};
    struct fl_store_reader reader = {
        .whom = &r, .match = take_match, .seat = take_seat, .event = take_event};
    bool found = h->port.store->load(h->port.store, id, &reader);
    if (!r.table)
        return false;
    if (!found || r.broken || r.table->phase == FL_CLOSED) {
        fl_table_free(r.table);
        return false;
    }
    wake_up(r.table);
    return true;
}
