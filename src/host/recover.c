/* Recovers a table from the store by applying its events. The time while the server was down
 * does not count. */
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "host/table.h"

struct recovery {
    struct fl_host *host;
    struct fl_table *table; /* NULL: not created yet, or unreadable */
    bool broken;
};

static void take_match(void *whom, const struct fl_store_match *match)
{
    struct recovery *r = whom;
    const struct fl_game *game = fl_game_find(match->game);
    struct fl_table_options terms;
    const char *wrong;
    char detail[FL_NAME_SIZE];
    if (!game || game->version != match->version ||
        !fl_table_options_read(game, match->options, r->host->port.levels, &terms, &wrong, detail))
        return;
    r->table = fl_table_new(r->host, match->id, &terms);
    if (!r->table)
        return;
    r->table->created = r->table->last = match->created;
    memcpy(r->table->secret, match->secret, sizeof match->secret);
}

static void take_seat(void *whom, const struct fl_store_seat *row)
{
    struct recovery *r = whom;
    struct fl_table *t = r->table;
    if (t && row->seat == FL_OWNER_ROW) {
        t->owner_passport = row->passport;
        memcpy(t->owner_hash, row->token_hash, FL_HASH_SIZE);
    } else if (t && row->seat < t->options.setup.seats) {
        t->seat[row->seat].passport = row->passport;
        memcpy(t->seat[row->seat].token_hash, row->token_hash, FL_HASH_SIZE);
    }
}

struct dice_check {
    const uint8_t *key;
    bool right;
};

static bool check_roll(void *check, const struct fl_roll *roll)
{
    struct dice_check *c = check;
    c->right = fl_fair_pick(c->key, roll->number, roll->odds) == roll->move;
    return c->right;
}

/* Whether fair dice are those that were thrown. A bit that the disk has changed may make another
 * legal roll; whoever verified the record would think that the host had cheated. */
static bool are_dice_right(const struct fl_table *t)
{
    struct dice_check check = {.key = t->dice.key, .right = true};
    if (t->options.dice != FL_FAIR_DICE || !t->match.game)
        return true;
    return fl_each_roll(&t->match, &check, check_roll) && check.right;
}

/* A rematch is the end of the match before it: its dice are checked now. */
static void take_event(void *whom, const struct fl_event *stored)
{
    struct recovery *r = whom;
    struct fl_decoded_event decoded;
    const struct fl_table_event *event = &decoded.event;
    if (!r->table || r->broken)
        return;
    r->broken = stored->n != r->table->n + 1 ||
                !fl_event_decode(stored, r->table->options.setup.seats, &decoded) ||
                (event->kind == FL_EVENT_REMATCH && !are_dice_right(r->table)) ||
                !fl_table_fold(r->table, event, false);
}

/* Starts with nobody connected. Clocks continue from the last event. */
static void wake_up(struct fl_table *t)
{
    int64_t now = fl_now(t->host);
    for (int seat = 0; seat < t->options.setup.seats; seat++) {
        t->seat[seat].gone = now;
        t->seat[seat].since = now;
    }
    t->empty = t->last < now ? t->last : now;
    if (t->phase == FL_TABLE_FINISHED)
        fl_table_shrink_to_fit(t);
    t->clocks_paused = t->phase == FL_TABLE_PLAYING && t->options.clock != FL_NO_CLOCK;
    fl_table_set_wake(t);
}

/* Whether the table that was read can continue; otherwise it is removed again. */
static bool finish(struct recovery *r, bool found)
{
    if (!r->table)
        return false;
    if (!found || r->broken || r->table->phase == FL_TABLE_CLOSED || !are_dice_right(r->table)) {
        fl_table_free(r->table);
        return false;
    }
    wake_up(r->table);
    return true;
}

struct fl_table *fl_table_recover(struct fl_host *h, uint64_t id)
{
    struct recovery r = {.host = h};
    struct fl_store_reader reader = {
        .context = &r, .match = take_match, .seat = take_seat, .event = take_event};
    return finish(&r, h->port.store->load(h->port.store, id, &reader)) ? r.table : NULL;
}

/* ---- tables that were running at the start ---- */

struct listing {
    struct fl_stored_tables *tables;
    bool short_of_memory;
};

static void add_id(void *whom, const struct fl_store_match *match)
{
    struct listing *l = whom;
    struct fl_stored_tables *s = l->tables;
    if (s->count == s->room) {
        size_t room = s->room ? 2 * s->room : 64;
        uint64_t *id = realloc(s->id, room * sizeof *id);
        if (!id) {
            l->short_of_memory = true;
            return;
        }
        s->id = id;
        s->room = room;
    }
    s->id[s->count++] = match->id;
}

int fl_host_recover(struct fl_host *h)
{
    struct listing l = {.tables = &h->stored};
    struct fl_store *store = h->port.store;
    if (store->shared) /* its tables are claimed when somebody asks for them */
        return 0;
    h->stored.newest = store->newest(store);
    return store->list(store, true, &l, add_id) && !l.short_of_memory ? (int)h->stored.count : -1;
}

/* Time stands still while the server is down: a table has been empty for as long as the newest
 * event of all tables came after its own last one. If that is longer than a table may be empty, the
 * wall clock was wrong, because the server would have closed it. Such a table stays for a while, so
 * that its players can return. */
static void set_empty_time(struct fl_table *t)
{
    int64_t empty = t->host->stored.newest - t->last; /* below 0 if the clock was set back */
    int64_t most = fl_table_time_empty(t);
    if (empty < 0)
        empty = 0;
    t->empty = fl_now(t->host) - (empty < most ? empty : most - t->host->limits.empty_unused);
    fl_table_set_wake(t);
}

/* Loads the stored table at a position that is not loaded yet. */
static void load_at(struct fl_host *h, size_t at)
{
    struct fl_stored_tables *s = &h->stored;
    uint64_t id = s->id[at];
    s->id[at] = s->id[s->next++];
    struct fl_table *t = fl_table_recover(h, id);
    if (t)
        set_empty_time(t);
    else
        s->id[s->frozen++] = id;
}

void fl_load_some(struct fl_host *h)
{
    enum { AT_ONCE = 4 }; /* a long game takes some milliseconds */
    struct fl_stored_tables *s = &h->stored;
    for (int i = 0; i < AT_ONCE && fl_host_unloaded(h); i++)
        load_at(h, s->next);
}

void fl_load_asked(struct fl_host *h, uint64_t asked, uint64_t mask)
{
    struct fl_stored_tables *s = &h->stored;
    for (size_t i = s->next; i < s->count; i++)
        if ((s->id[i] & mask) == asked)
            load_at(h, i);
}

uint32_t fl_host_unloaded(const struct fl_host *h)
{
    return (uint32_t)(h->stored.count - h->stored.next);
}

uint32_t fl_host_frozen(const struct fl_host *h)
{
    return (uint32_t)h->stored.frozen;
}

/* ---- tables of a shared store: claimed ---- */

/* A claim that the store has not answered yet. In its place the host has a table that is pending,
 * at which commands are queued. */
struct lookup {
    struct recovery recovery; /* first: the reader's context is both */
    uint64_t ticket;
    uint64_t asked; /* id or code */
};

static struct fl_table *placeholder_of(const struct lookup *l)
{
    const struct fl_host *h = l->recovery.host;
    uint32_t slot = (uint32_t)l->ticket;
    struct fl_table *t = slot < h->table_room ? h->table[slot] : NULL;
    return t && t->pending && t->pending->ticket == l->ticket ? t : NULL;
}

/* A claim whose placeholder is gone is not wanted any more. */
static void take_claimed_match(void *whom, const struct fl_store_match *match)
{
    struct lookup *l = whom;
    if (placeholder_of(l))
        take_match(&l->recovery, match);
}

static void ignore_outcome(void *whom, uint64_t ticket, enum fl_outcome outcome)
{
    (void)whom;
    (void)ticket;
    (void)outcome;
}

void fl_table_release(struct fl_host *h, uint64_t id, int64_t last)
{
    struct fl_store *store = h->port.store;
    if (store->shared)
        store->release(store, id, last, (struct fl_store_callback){.call = ignore_outcome});
}

/* Why the table cannot be used, as a key; NULL: it can. */
static const char *why_none(struct lookup *l, const struct fl_claim_answer *answer)
{
    struct recovery *r = &l->recovery;
    if (answer->ownership == FL_NO_TABLE)
        return "host.no-table";
    bool closed = r->table && r->table->phase == FL_TABLE_CLOSED;
    if (finish(r, true)) {
        r->table->empty = fl_now(r->host);
        fl_table_set_wake(r->table);
        return NULL;
    }
    fl_table_release(r->host, answer->id, fl_now(r->host));
    return closed ? "host.no-table" : "host.frozen";
}

/* Remembers an answer for HTTP readers, who ask again. */
static void remember(struct fl_host *h, uint64_t asked, const struct fl_claim_answer *answer)
{
    struct fl_looked_up *l = &h->last_looked_up[h->lookups++ % FL_LOOKUPS_KEPT];
    struct fl_buf address = fl_buf_over(l->address, sizeof l->address);
    l->asked = asked;
    l->at = fl_now(h);
    l->ownership = answer->ownership;
    if (answer->address)
        fl_put(&address, answer->address);
}

/* Clients of a table that another node owns are passed on to it. If the owner is unknown, they are
 * disconnected and come back by themselves. */
static void on_claimed(void *whom, uint64_t ticket, const struct fl_claim_answer *answer)
{
    struct lookup *l = whom;
    struct fl_host *h = l->recovery.host;
    struct fl_table *placeholder = placeholder_of(l);
    bool known = answer->ownership == FL_OWNED_HERE || answer->ownership == FL_NO_TABLE;
    (void)ticket;
    if (answer->ownership != FL_OWNED_HERE)
        remember(h, l->asked, answer);
    if (placeholder && known) {
        h->looked_up = l->asked;
        h->why_none = why_none(l, answer);
        h->has_looked_up = true;
        fl_table_destroy(placeholder);
        h->has_looked_up = false;
    } else if (placeholder) {
        fl_table_send_queue_away(placeholder, answer->address);
    } else if (answer->ownership == FL_OWNED_HERE) {
        fl_table_release(h, answer->id, fl_now(h));
    }
    free(l);
}

struct fl_table *fl_table_request(struct fl_host *h, uint64_t asked, bool by_code)
{
    struct fl_table_options none = {.setup = {.seats = 1}};
    struct lookup *l = malloc(sizeof *l);
    struct fl_pending *p = calloc(1, sizeof *p);
    /* A placeholder needs only the code; an id is not 0. */
    struct fl_table *t = l && p ? fl_table_new(h, asked | (uint64_t)by_code << 63, &none) : NULL;
    if (!t) {
        free(l);
        free(p);
        return NULL;
    }
    p->creates = true;
    p->client = FL_NO_CLIENT;
    p->ticket = ++h->serial << 32 | t->slot;
    t->pending = p;
    t->is_placeholder = true;
    *l = (struct lookup){.recovery = {.host = h}, .ticket = p->ticket, .asked = asked};
    struct fl_claim claim = {.id = asked,
                             .by_code = by_code,
                             .reader = {.context = l,
                                        .match = take_claimed_match,
                                        .seat = take_seat,
                                        .event = take_event},
                             .call = on_claimed,
                             .context = l};
    h->port.store->claim(h->port.store, &claim);
    return t;
}
